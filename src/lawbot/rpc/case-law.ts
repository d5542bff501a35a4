import type { ServiceImpl } from "@connectrpc/connect";
import { StoredPart } from "../../../gen/pincite/artifact/v1/stored_head_pb.ts";
import {
  type CaseLawService,
  type CaseResolution,
  ListRulingsRequestSchema,
  SearchCasesRequestSchema,
} from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { pageScope } from "../../wire/page-token.ts";
import { storedPieces } from "../../wire/stored-pieces.ts";
import type { CaseLaw } from "../case-law.ts";
import { dayIn } from "./day.ts";
import { pageOf } from "./paging.ts";

const searchPageDefault = 20;
const listPageDefault = 100;
/** A text of this many bytes still fits a message of 4 MiB with room for its units. */
const textBytesMax = 3 * 1024 * 1024;

/** What the bytes of a ruling are, by what it was read from. */
const data = { mediaType: "application/xml", suffix: ".xml" };
const originals: Readonly<Record<string, typeof data>> = {
  page: { mediaType: "text/html", suffix: ".html" },
  pdf: { mediaType: "application/pdf", suffix: ".pdf" },
};

/** CaseLawService: decode, ask, encode. */
export const caseLawService = (cases: CaseLaw): ServiceImpl<typeof CaseLawService> => ({
  async searchCases(request) {
    cases.rulings.requireAny();
    const page = pageOf(corpusOf(cases), request.pageToken, pageScope(SearchCasesRequestSchema, request));
    const limit = request.pageSize || searchPageDefault;
    const result = await cases.search.search({
      text: request.query,
      from: dayIn("decided_from", request.decidedFrom),
      through: dayIn("decided_through", request.decidedThrough),
      courts: request.courtCodes,
      limit,
      offset: page.offset,
    });
    result.nextPageToken = page.next(page.offset + limit, result.totalCount);
    return { result };
  },
  async resolveCaseCitations(request) {
    const resolutions: CaseResolution[] = [];
    for (const citation of request.citations) resolutions.push(await cases.citations.resolve(citation));
    return { resolutions, corpusRevision: cases.rulings.revision };
  },
  async resolveCaseSpans(request) {
    return { results: await cases.spans.resolve(request.entries) };
  },
  async getRuling(request) {
    const ruling = cases.rulings.named(request.ecli);
    if (Number(ruling.text?.sizeBytes ?? 0n) > textBytesMax)
      throw new DomainError(
        "LIMIT_EXCEEDED",
        worded("source-error.the-text-of-is-larger-than-one-message", { ecli: ruling.ecli }),
      );
    const open = await cases.rulings.open(ruling);
    return { ruling, units: open.units.map((unit) => open.encode(unit)), canonicalText: open.source.canonical };
  },
  async *getRulingOriginal({ ecli, part }) {
    const ruling = cases.rulings.named(ecli);
    const ref = part === StoredPart.CANONICAL_TEXT ? ruling.text : ruling.original;
    const { mediaType, suffix } = originals[ruling.readFrom] ?? data;
    const about = { ref, part, mediaType, name: `${ecli.replaceAll(":", "_")}${suffix}` };
    yield* storedPieces(about, (digest) => cases.rulings.stored(digest));
  },
  listRulings(request) {
    const page = pageOf(corpusOf(cases), request.pageToken, pageScope(ListRulingsRequestSchema, request));
    const limit = request.pageSize || listPageDefault;
    const all = cases.rulings.all();
    return {
      rulings: all.slice(page.offset, page.offset + limit),
      nextPageToken: page.next(page.offset + limit, all.length),
      totalCount: all.length,
      corpusRevision: cases.rulings.revision,
    };
  },
  importRulings: (messages) => cases.importer.run(messages),
});

const corpusOf = ({ rulings, tokens }: CaseLaw) => ({ tokens, versions: { revision: rulings.revision } });
