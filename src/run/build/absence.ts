import { create } from "@bufbuild/protobuf";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type EvidenceRef,
  EvidenceRefSchema,
  type SearchNarrowing,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { BindingProposal, HitDismissalProposal } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { WordsSchema } from "../../../gen/pincite/memo/v1/words_pb.ts";
import { type ToolResult, ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type DecisionInput, encodeArtifact } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";

/** A recorded search of this run with what it searched. */
export interface RecordedSearch {
  readonly result: ToolResult;
  /** Words of the result: what was searched. */
  readonly scope: string;
  /** The words that were searched for, as they were asked. */
  readonly query: string;
  /** The parts of the search that were left out, ascending. */
  readonly narrowedBy: readonly SearchNarrowing[];
  readonly totalCount: number;
  /** Ids of what it listed, in its order. */
  readonly hits: readonly string[];
  /** Revision of the strand it searched; empty for a search of the law. */
  readonly corpusRevision: string;
  /** True where there was no document to search, which says nothing about what is not there. Default false. */
  readonly nothingToSearch?: boolean;
}

/** Recorded searches by tool result id, as far as a proposal names them. */
export type RecordedSearches = ReadonlyMap<string, RecordedSearch>;

/** Characters a reason has at least: less says nothing about a hit. */
const reasonMin = 10;

/**
 * What a claim of absence rests on: a search on record that found nothing, or of which a person dismissed every hit with a
 * reason. That nobody looked cannot be told from a flag, so no flag is taken.
 */
export const absenceOf = (
  input: DecisionInput,
  { evidence, dismissals }: BindingProposal,
  searches: RecordedSearches,
  path: string,
): EvidenceRef => {
  const asked = evidence?.evidence.case === "search" ? evidence.evidence.value : undefined;
  const resultId = asked?.toolResultId ?? "";
  const search = searches.get(resultId);
  const ended = search?.result.status;
  if (!search?.result.outputRef || (ended !== ToolResultStatus.EMPTY && ended !== ToolResultStatus.OK))
    throw invalidProposal(`${path}.evidence.tool_result_id`, "error.is-no-recorded-search-of-this-run-that-ended", {
      resultId,
    });
  if (search.nothingToSearch)
    throw invalidProposal(`${path}.evidence.tool_result_id`, "error.had-no-document-to-search-so-that-it-shows-no", {
      resultId,
    });
  if (asked?.reviewed)
    throw invalidProposal(`${path}.evidence.search.reviewed`, "error.nobodys-word-is-taken-for-it-that-the-hits");
  const reasons = reasonsFor(input, resultId, search, dismissals, path);
  const { scope, corpusRevision, query, narrowedBy } = search;
  const value = {
    toolResultId: resultId,
    scope,
    query,
    narrowedBy: [...narrowedBy],
    corpusRevision,
    output: search.result.outputRef,
    totalCount: hitCount(search),
    reviewed: reasons.length > 0,
    dismissals: reasons.map(({ evidenceId, reason }) => ({ evidenceId, reasonDigest: digestOfWords(input, reason) })),
  };
  return create(EvidenceRefSchema, { evidence: { case: "search", value } });
};

/** What a person said of the hits, to be kept as artifacts. */
export const dismissalWords = (bindings: readonly BindingProposal[]): string[] => [
  ...new Set(bindings.flatMap(({ dismissals }) => dismissals.map(({ reason }) => reason.trim()))),
];

const digestOfWords = ({ sha256 }: DecisionInput, text: string): string =>
  encodeArtifact(WordsSchema, create(WordsSchema, { text }), sha256).ref.digest;

const hitCount = ({ totalCount, hits }: RecordedSearch): number => Math.max(totalCount, hits.length);

/** The reason for each hit, in the order of the result. */
const reasonsFor = (
  { actor }: DecisionInput,
  resultId: string,
  search: RecordedSearch,
  dismissals: readonly HitDismissalProposal[],
  path: string,
): { readonly evidenceId: string; readonly reason: string }[] => {
  const field = `${path}.dismissals`;
  const found = hitCount(search);
  if (dismissals.length > 0 && actor.kind !== Principal_Kind.USER)
    throw invalidProposal(field, "error.only-a-person-may-say-that-a-hit-does-not");
  const listed = new Set(search.hits);
  const stray = dismissals.find(({ evidenceId }) => !listed.has(evidenceId));
  if (stray)
    throw invalidProposal(field, "error.did-not-stand-in-only-what-it-found-can-be", {
      evidenceId: stray.evidenceId,
      resultId,
    });
  if (found === 0) return [];
  if (listed.size < found)
    throw invalidProposal(field, "error.found-and-lists-hits-that-nobody-saw-cannot", {
      resultId,
      found,
      listedCount: listed.size,
    });
  const reasons = new Map(dismissals.map(({ evidenceId, reason }) => [evidenceId, reason.trim()]));
  if (reasons.size < dismissals.length)
    throw invalidProposal(field, "error.a-hit-is-dismissed-once-it-has-two-reasons");
  const short = [...reasons].find(([, reason]) => [...reason].length < reasonMin);
  if (short)
    throw invalidProposal(field, "error.say-in-at-least-characters-why-does-not", { reasonMin, short: short[0] });
  const open = search.hits.filter((id) => !reasons.has(id));
  if (open.length > 0)
    throw invalidProposal(field, "error.found-and-an-absence-needs-each-dismissed-by", {
      resultId,
      found: found === 1 ? "a hit" : `${found} hits`,
      open: open.slice(0, 5).join(", "),
      value: open.length > 5 ? ", …" : "",
      value2: open.length === 1 ? "is" : "are",
      value3: open.length === 1 ? "it" : "them",
    });
  return [...listed].map((evidenceId) => ({ evidenceId, reason: reasons.get(evidenceId) ?? "" }));
};
