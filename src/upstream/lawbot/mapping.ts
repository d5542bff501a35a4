import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type EvidenceCandidate,
  EvidenceCandidateSchema,
  type EvidenceSearchResult,
  EvidenceSearchResultSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { CitationResolution } from "../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import type { LawUnit, LawVersion } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import type { SearchRequestSchema } from "../../../gen/pincite/lawbot/v1/law_search_service_pb.ts";
import type { SpanEntrySchema } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { type SpanLocator, SpanLocatorSchema, type Validity } from "../../../gen/pincite/span/v1/span_pb.ts";
import { type ResolvedEvidence, ResolvedEvidenceSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { LawbotSearchParams, SpanQuery } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { refinedQuery } from "../../tool/refined-query.ts";
import { contractBroken, isReason, sentenceFor } from "../failure.ts";
import { passagesMax } from "../span-answers.ts";
import { problemOf } from "./citation-problem.ts";

const limitDefault = 10;
/** Characters of a candidate's snippet where LawBot gives a whole text. */
export const snippetCharsMax = 200;

/** A unit or a whole version of a statute, taken apart. */
export interface LawId {
  readonly lawId: string;
  readonly versionDate: string;
  /** The very text: `<regulation>@<date>`, with `_<n>` where that day has several. */
  readonly docUid: string;
  /** Machine address of the unit; empty: the version as a whole. */
  readonly path: string;
}

/** `law:<regulation>@<version date>`, perhaps `_<n>`, with or without `#<path>`; undefined for anything else, rulings included. */
export const parseLawId = (evidenceId: string): LawId | undefined => {
  const parts = /^law:([A-Za-z0-9_.-]{1,64})@(\d{4}-\d{2}-\d{2})(_\d{1,4})?(?:#(\S{1,512}))?$/u.exec(evidenceId);
  if (!parts) return undefined;
  const [, lawId = "", versionDate = "", text = "", path = ""] = parts;
  return { lawId, versionDate, docUid: `${lawId}@${versionDate}${text}`, path };
};

/** How many candidates a search asks for. */
export const limitOf = (limit: number): number => limit || limitDefault;

export const toSearchRequest = (
  params: LawbotSearchParams,
  inForceOn: string,
): MessageInitShape<typeof SearchRequestSchema> => ({
  query: params.query,
  inForceOn,
  pageSize: limitOf(params.limit),
});

/** Checked to hold statutes only and no more than asked; see the Vault's for suggestion and page token. */
export const fromSearchResult = (
  result: EvidenceSearchResult | undefined,
  params: LawbotSearchParams,
): EvidenceSearchResult => {
  const candidates = result?.candidates ?? [];
  if (!result || candidates.length > limitOf(params.limit)) throw contractBroken("LawBot", "more than was asked for");
  if (!candidates.every((each) => parseLawId(each.evidenceId))) throw contractBroken("LawBot", "no statute");
  const refined = candidates.length === 0 ? refinedQuery(params.query) : "";
  return create(EvidenceSearchResultSchema, { ...result, nextPageToken: "", refinedQuery: refined });
};

/** Units as candidates with their passages, or the reason why the citation names none. */
export const fromCitation = (asked: string, found: CitationResolution): ResolvedEvidence => {
  if (found.errors.length > 0 || found.units.length === 0)
    return create(ResolvedEvidenceSchema, { asked, problem: problemOf(found.errors, statuteSentence) });
  if (!found.units.every((each) => each.unit && parseLawId(each.evidenceId)))
    throw contractBroken("LawBot", "no statute");
  return create(ResolvedEvidenceSchema, {
    asked,
    candidates: found.units.map(({ unit, passages, ...each }) =>
      unitCandidate(unit!, {
        ...each,
        validFrom: each.versionDate,
        title: each.lawTitle,
        text: passages[0]?.text ?? "",
        chunkUid: passages[0]?.chunkUid ?? "",
      }),
    ),
    passages: found.units.flatMap((each) => each.passages),
    problem: found.units.some((each) => each.unit?.quotable)
      ? ""
      : "it resolves and cannot be quoted: repealed, or not in force on that date",
    note: readAsNote(found),
  });
};

/** What is not literal in how a citation was read: whoever confirms is told. */
const readAsNote = ({ parsed }: CitationResolution): string => {
  const told = (words: readonly string[], before: string) =>
    [...new Set(words.filter((each) => each !== ""))].map(
      (each) => `${before} "${[...each].slice(0, snippetCharsMax).join("")}"; check that it is meant`,
    );
  return [
    ...told(
      parsed.map(({ lawReadAs }) => lawReadAs),
      "the law is read as",
    ),
    ...told(
      parsed.map(({ numbersReadAs }) => numbersReadAs),
      "a number is read as",
    ),
    ...told(
      parsed.map(({ caseReadAs }) => caseReadAs),
      "the ruling is read as",
    ),
  ].join("; ");
};

const statuteSentence = (reason: string): string => sentenceFor(isReason(reason) ? reason : "INTERNAL", "LawBot");

/** A unit as a search would list it, with score 0. */
export const unitCandidate = (
  unit: LawUnit,
  version: {
    readonly validFrom: string;
    readonly title: string;
    readonly sourceDigest: string;
    readonly text: string;
    readonly chunkUid?: string;
    readonly validity?: Validity | undefined;
  },
): EvidenceCandidate =>
  create(EvidenceCandidateSchema, {
    evidenceId: unit.evidenceId,
    docType: "statute",
    title: version.title,
    snippet: [...version.text].slice(0, snippetCharsMax).join(""),
    occurredAtIso: version.validFrom,
    sourceDigest: version.sourceDigest,
    chunkUid: version.chunkUid ?? "",
    versionDate: version.validFrom,
    unitPath: unit.path,
    address: unit.address,
    ...(version.validity && { validity: version.validity }),
  });

/** A whole version as a candidate. */
export const versionCandidate = (version: LawVersion, validity: Validity | undefined): EvidenceCandidate =>
  create(EvidenceCandidateSchema, {
    evidenceId: `law:${version.docUid}`,
    docType: "statute",
    title: version.title,
    occurredAtIso: version.validFrom,
    sourceDigest: version.sourceDigest,
    versionDate: version.validFrom,
    ...(validity && { validity }),
  });

/** LawBot refuses an entry with both; beside a quote the query says nothing more. */
export const toSpanEntry = ({ locator, query }: SpanQuery): MessageInitShape<typeof SpanEntrySchema> => ({
  ...(locator && { locator: withoutTextName(locator) }),
  ...(locator?.exactQuote ? {} : { query, passageLimit: passagesMax }),
});

/** A version of the law has one text, so that its name says nothing to LawBot, and nothing needs to leave. */
const withoutTextName = (locator: SpanLocator): SpanLocator =>
  create(SpanLocatorSchema, { ...locator, sourceDigest: "" });
