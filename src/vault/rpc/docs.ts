import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { StoredPart } from "../../../gen/pincite/artifact/v1/stored_head_pb.ts";
import type { DocDetail, DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import {
  CorrectReadingResponseSchema,
  type DocsService,
  GetDocResponseSchema,
  type GetDocTextRequest,
  GetDocTextResponseSchema,
  ListDocsRequestSchema,
  ListDocsResponseSchema,
  ListStrandsRequestSchema,
  ListStrandsResponseSchema,
  ReadAgainItem_Outcome as Outcome,
  type ReadAgainResponse,
  ReadAgainResponseSchema,
  ReadAgainSummarySchema,
  SetDocResponseSchema,
} from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { pageScope } from "../../wire/page-token.ts";
import { storedPieces } from "../../wire/stored-pieces.ts";
import { isOutdated } from "../import/importers.ts";
import { spokenSource } from "../original/spoken-source.ts";
import { nextPageToken, pageLimit, readPageToken } from "../page.ts";
import { presentText } from "../strand/later-words.ts";
import type { Strand } from "../strand/strand.ts";
import type { Vault } from "../vault.ts";

/** A message may have 4 MiB; what surrounds the text takes little of the rest. In bytes. */
const textBytesMax = 3_670_016n;

export const docsService = (vault: Vault): ServiceImpl<typeof DocsService> => ({
  async listStrands(request) {
    const scope = pageScope(ListStrandsRequestSchema, request, vault.owner);
    const position = vault.tokens.decode(request.pageToken, scope);
    const before = position === undefined ? undefined : Number(new TextDecoder().decode(position));
    const { strands, next } = await vault.strands.page(before, pageLimit(request.pageSize, 50));
    const nextPageToken = next === undefined ? "" : vault.tokens.encode(new TextEncoder().encode(`${next}`), scope);
    return create(ListStrandsResponseSchema, { strands: [...strands], nextPageToken });
  },

  async listDocs(request) {
    const strand = await vault.strand(request.strandId);
    const scope = pageScope(ListDocsRequestSchema, request, vault.owner);
    const { offset } = readPageToken(vault.tokens, request.pageToken, scope, strand.revision);
    const limit = pageLimit(request.pageSize, 50);
    const { docTypes, includeSuperseded, importedAfterIso } = request;
    // One more than is given tells whether there is a next page.
    const found = strand.catalogue.docUids({ docTypes, includeSuperseded, importedAfterIso, offset, limit: limit + 1 });
    const page = found.slice(0, limit);
    return create(ListDocsResponseSchema, {
      docs: page.map((docUid) => strand.catalogue.summary(docUid) as DocSummary),
      nextPageToken: nextPageToken(vault.tokens, offset + page.length, offset + found.length, scope, strand.revision),
      corpusRevision: strand.revision,
    });
  },

  async getDoc(request) {
    const strand = await vault.strand(request.strandId);
    return create(GetDocResponseSchema, { doc: detailOf(strand, request.docUid) });
  },

  async getDocText(request) {
    const strand = await vault.strand(request.strandId);
    requireFits(artifactBytes(strand, request));
    const read = await strand.text(request.docUid, { sourceDigest: request.sourceDigest });
    const source = await spokenSource(strand, strand.record(request.docUid), read);
    return create(GetDocTextResponseSchema, { canonicalText: source.canonical, sourceDigest: source.digest });
  },

  async *getOriginal(request) {
    const strand = await vault.strand(request.strandId);
    const { docUid, part } = request;
    const record = strand.record(docUid);
    const { detail } = record;
    const isText = part === StoredPart.CANONICAL_TEXT;
    const ref = isText ? textOf(strand, request).canonicalText : detail?.original;
    const about = { ref, part, mediaType: detail?.mediaType ?? "", name: detail?.summary?.path ?? "" };
    yield* storedPieces(about, (digest) => strand.sources.stored(digest));
  },

  async setDoc(request) {
    const changed = await vault.setDoc(request);
    const strand = await vault.strand(request.strandId);
    return create(SetDocResponseSchema, { changed, doc: detailOf(strand, request.docUid) });
  },

  async correctReading(request) {
    const changed = await vault.correctReading(request);
    const strand = await vault.strand(request.strandId);
    return create(CorrectReadingResponseSchema, { changed, doc: detailOf(strand, request.docUid) });
  },

  async *readAgain({ strandId, docUids, onlyOutdated, dryRun }): AsyncGenerator<ReadAgainResponse> {
    const count: Partial<Record<Outcome, number>> = {};
    for await (const item of vault.readAgain(strandId, { docUids, onlyOutdated, dryRun })) {
      count[item.outcome] = (count[item.outcome] ?? 0) + 1;
      yield create(ReadAgainResponseSchema, { content: { case: "item", value: item } });
    }
    const { revision } = await vault.strand(strandId);
    const value = create(ReadAgainSummarySchema, {
      unchangedCount: count[Outcome.UNCHANGED] ?? 0,
      sameWordsCount: count[Outcome.SAME_WORDS] ?? 0,
      newTextCount: count[Outcome.NEW_TEXT] ?? 0,
      keptCount: count[Outcome.KEPT] ?? 0,
      newDocumentCount: count[Outcome.NEW_DOCUMENT] ?? 0,
      corpusRevision: revision,
      dryRun,
    });
    yield create(ReadAgainResponseSchema, { content: { case: "summary", value } });
  },
});

/** A document with whether it would be read otherwise now. Errors: `DOCUMENT_NOT_FOUND`. */
export const detailOf = (strand: Strand, docUid: string): DocDetail => {
  strand.record(docUid);
  const doc = strand.catalogue.detail(docUid) as DocDetail;
  doc.outdated = isOutdated(strand.catalogue.asRead(docUid));
  return doc;
};

/** The text of a document that is asked for. Errors: `DOCUMENT_NOT_FOUND` for one that it never had. */
const textOf = (strand: Strand, { docUid, sourceDigest }: Pick<GetDocTextRequest, "docUid" | "sourceDigest">) => {
  const texts = [presentText(strand.record(docUid)), ...strand.catalogue.earlierTexts(docUid)];
  const asked = texts.find((text) => sourceDigest === "" || text.sourceDigest === sourceDigest);
  if (asked) return asked;
  throw new DomainError("DOCUMENT_NOT_FOUND", worded("keeping-error.the-document-never-had-this-text-getdoc-names"), {
    doc_uid: docUid,
  });
};

/** Size of the artifact that holds the text which is asked for; 0 for a text that the document never had. */
const artifactBytes = (strand: Strand, { docUid, sourceDigest }: GetDocTextRequest): bigint => {
  const texts = [presentText(strand.record(docUid)), ...strand.catalogue.earlierTexts(docUid)];
  const asked = texts.find((text) => sourceDigest === "" || text.sourceDigest === sourceDigest);
  return asked?.canonicalText?.sizeBytes ?? 0n;
};

const requireFits = (sizeBytes: bigint): void => {
  if (sizeBytes <= textBytesMax) return;
  throw new DomainError("LIMIT_EXCEEDED", worded("source-error.the-text-does-not-fit-in-one-message-fetch"), {
    sizeBytes: String(sizeBytes),
    sizeBytesMax: String(textBytesMax),
  });
};
