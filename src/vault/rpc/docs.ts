import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import {
  type DocsService,
  GetDocResponseSchema,
  GetDocTextResponseSchema,
  ListDocsRequestSchema,
  ListDocsResponseSchema,
} from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { DomainError } from "../../error.ts";
import { pageScope } from "../../wire/page-token.ts";
import { nextPageToken, pageLimit, readPageToken } from "../page.ts";
import type { Vault } from "../vault.ts";

/** A message may have 4 MiB; what surrounds the text takes little of the rest. In bytes. */
const textBytesMax = 3_670_016n;

export const docsService = (vault: Vault): ServiceImpl<typeof DocsService> => ({
  async listDocs(request) {
    const strand = await vault.strand(request.strandId);
    const scope = pageScope(ListDocsRequestSchema, request, vault.owner);
    const { offset } = readPageToken(vault.tokens, request.pageToken, scope, strand.revision);
    const limit = pageLimit(request.pageSize, 50);
    const { docTypes, includeSuperseded } = request;
    // One more than is given tells whether there is a next page.
    const found = strand.catalogue.docUids({ docTypes, includeSuperseded, offset, limit: limit + 1 });
    const page = found.slice(0, limit);
    return create(ListDocsResponseSchema, {
      docs: page.map((docUid) => strand.catalogue.summary(docUid) as DocSummary),
      nextPageToken: nextPageToken(vault.tokens, offset + page.length, offset + found.length, scope, strand.revision),
      corpusRevision: strand.revision,
    });
  },

  async getDoc(request) {
    const strand = await vault.strand(request.strandId);
    strand.record(request.docUid);
    const doc = strand.catalogue.detail(request.docUid);
    return create(GetDocResponseSchema, doc === undefined ? {} : { doc });
  },

  async getDocText(request) {
    const strand = await vault.strand(request.strandId);
    const record = strand.record(request.docUid);
    requireFits(record.detail?.canonicalText?.sizeBytes ?? 0n);
    const source = await strand.sources.source(record);
    return create(GetDocTextResponseSchema, { canonicalText: source.canonical, sourceDigest: source.digest });
  },
});

const requireFits = (sizeBytes: bigint): void => {
  if (sizeBytes <= textBytesMax) return;
  throw new DomainError(
    "LIMIT_EXCEEDED",
    "the text does not fit in one message; fetch the artifact canonical_text of GetDoc in pieces",
    {
      sizeBytes: String(sizeBytes),
      sizeBytesMax: String(textBytesMax),
    },
  );
};
