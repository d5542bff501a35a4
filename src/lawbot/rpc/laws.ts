import type { ServiceImpl } from "@connectrpc/connect";
import { StoredPart } from "../../../gen/pincite/artifact/v1/stored_head_pb.ts";
import { type LawsService, ListLawsRequestSchema } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { pageScope } from "../../wire/page-token.ts";
import { storedPieces } from "../../wire/stored-pieces.ts";
import type { LawBot } from "../lawbot.ts";
import { dayAsked, whenAsked } from "./day.ts";
import { pageOf } from "./paging.ts";

const pageSizeDefault = 100;

/** LawsService: decode, ask, encode. */
export const lawsService = (lawbot: LawBot): ServiceImpl<typeof LawsService> => ({
  listLaws(request) {
    const page = pageOf(lawbot, request.pageToken, pageScope(ListLawsRequestSchema, request));
    const limit = request.pageSize || pageSizeDefault;
    const { laws, total } = lawbot.catalogue.list(page.offset, limit);
    const hint = total === 0 ? `no law is loaded; ${lawbot.jurisdiction.loadingHint}` : "";
    return {
      laws,
      nextPageToken: page.next(page.offset + limit, total),
      totalCount: total,
      hint,
      corpusRevision: lawbot.versions.revision,
    };
  },
  getLaw: (request) => ({
    law: lawbot.catalogue.law(request.lawId),
    validities: lawbot.catalogue.validities(request.lawId, dayAsked(request.inForceOn, lawbot.clock)),
  }),
  getUnit: (request) => lawbot.catalogue.unit(request.lawId, request.path, whenAsked(request, lawbot.clock)),
  async *getOriginal(request) {
    const version = lawbot.catalogue.version(request.lawId, whenAsked(request, lawbot.clock));
    const { part } = request;
    const ref = part === StoredPart.CANONICAL_TEXT ? version.text : version.original;
    const about = { ref, part, mediaType: "application/xml", name: `${version.docUid.replaceAll("@", "_")}.xml` };
    yield* storedPieces(about, (digest) => lawbot.store.blob(digest));
  },
  async getVocabulary({ knownDigest }) {
    const vocabulary = await lawbot.vocabularies.now();
    return vocabulary.digest === knownDigest ? {} : { vocabulary };
  },
  getLawText: (request) => lawbot.catalogue.text(request.lawId, whenAsked(request, lawbot.clock)),
});
