import { create, type DescMessage, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { type EvidenceSearchResult, EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { SpanResolution_Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import {
  type ResolvedEvidence,
  ResolveOutputSchema,
  type SpanAnswer,
  SpansOutputSchema,
  type VaultIntakeOutput,
  VaultIntakeOutputSchema,
} from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { SpanQuery } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { DomainError } from "../error.ts";
import { isSettled } from "../span/settled.ts";
import { refinedQuery } from "./refined-query.ts";

/** The whole output of a tool: stored as an artifact under its hash. */
export interface ToolOutput {
  /** Full name of the message, such as `pincite.evidence.v1.EvidenceSearchResult`. */
  readonly kind: string;
  readonly bytes: Uint8Array;
}

/** Outcome of a tool run. `summary` and `reason` hold counts, scope and advice, never evidence text. */
export interface ToolOutcome {
  readonly status: "OK" | "EMPTY" | "ERROR";
  readonly summary: string;
  readonly output?: ToolOutput;
  readonly refinedQuery: string;
  readonly reason: string;
}

/** Encodes a message without unknown fields: hashed and stored bytes must mean the same to every reader. */
const output = <Desc extends DescMessage>(schema: Desc, message: MessageShape<Desc>): ToolOutput => ({
  kind: schema.typeName,
  bytes: toBinary(schema, message, { writeUnknownFields: false }),
});

/** Builds the outcome of a search. Its summary has counts and the scope; no evidence text, names or query. */
export const searchOutcome = (result: EvidenceSearchResult, scope: string): ToolOutcome => {
  const listed = result.candidates.length;
  const total = Math.max(result.totalCount, listed);
  return {
    status: listed === 0 ? "EMPTY" : "OK",
    summary: listed === 0 ? `No matches in ${scope}` : `${listed} of ${counted(total, "match", "matches")} in ${scope}`,
    output: output(EvidenceSearchResultSchema, result),
    refinedQuery: result.refinedQuery,
    reason: result.nothingToSearch ? nothingToSearch : "",
  };
};

const nothingToSearch =
  "there is no document to search: bring your documents into this part of the Vault, then search again";

/** Builds the outcome of resolving items: OK with one resolved. `next`: the query to try with none; empty: unknown. */
export const resolveOutcome = (items: ResolvedEvidence[], scope: string, next: string): ToolOutcome => {
  const resolved = items.filter((item) => item.candidates.length > 0).length;
  const passages = items.reduce((sum, item) => sum + item.passages.length, 0);
  return {
    status: resolved === 0 ? "EMPTY" : "OK",
    summary: `${resolved} of ${items.length} resolved, ${counted(passages, "passage", "passages")}, in ${scope}`,
    output: output(ResolveOutputSchema, create(ResolveOutputSchema, { items })),
    refinedQuery: resolved === 0 ? next : "",
    reason: "",
  };
};

/** Builds the outcome of span queries: OK with one quote, place or passage found; suggestions are no result. */
export const spansOutcome = (answers: SpanAnswer[], queries: readonly SpanQuery[], scope: string): ToolOutcome => {
  const unique = answers.filter(({ resolution }) => isSettled(resolution?.outcome)).length;
  const ambiguous = answers.filter(({ resolution }) => resolution?.outcome === SpanResolution_Outcome.AMBIGUOUS).length;
  const passages = answers.reduce((sum, answer) => sum + answer.passages.length, 0);
  const named = answers.filter(({ place }) => place !== undefined).length;
  const found = answers.filter(({ place }) => place?.place !== undefined).length;
  const quotes = queries.filter(({ locator }) => locator?.exactQuote).length;
  const problems = answers.filter(({ problem }) => problem !== "").length;
  const isEmpty = unique + ambiguous + found + passages === 0;
  return {
    status: isEmpty ? "EMPTY" : "OK",
    summary: `${spansSummary({ quotes, unique, ambiguous, named, found, passages, problems })} in ${scope}`,
    output: output(SpansOutputSchema, create(SpansOutputSchema, { answers })),
    refinedQuery: isEmpty ? refinedQuery(firstQuestion(queries)) : "",
    reason: "",
  };
};

/** Puts the counts into words, and leaves out everything that was not asked or did not happen. */
const spansSummary = (count: {
  quotes: number;
  unique: number;
  ambiguous: number;
  named: number;
  found: number;
  passages: number;
  problems: number;
}) =>
  [
    ...(count.quotes > 0 ? [`${count.unique} of ${counted(count.quotes, "quote", "quotes")} verified`] : []),
    ...(count.ambiguous > 0 ? [`${count.ambiguous} ambiguous`] : []),
    ...(count.named > 0 ? [`${count.found} of ${counted(count.named, "place", "places")} found`] : []),
    ...(count.passages > 0 || count.quotes + count.named === 0 ? [counted(count.passages, "passage", "passages")] : []),
    ...(count.problems > 0 ? [counted(count.problems, "problem", "problems")] : []),
  ].join(", ");

/** Builds the outcome of an intake: OK as soon as the strand has one document. Taking nothing is an error. */
export const intakeOutcome = (taken: VaultIntakeOutput, scope: string, dryRun: boolean): ToolOutcome => {
  const { newCount, knownCount, refusedCount } = taken;
  const had = newCount + knownCount > 0;
  return {
    status: had ? "OK" : refusedCount > 0 ? "ERROR" : "EMPTY",
    summary: `${counted(newCount, "document", "documents")} ${dryRun ? "would be new" : "new"}, ${knownCount} known already, ${refusedCount} refused, in ${scope}`,
    ...(had || refusedCount === 0 ? { output: output(VaultIntakeOutputSchema, taken) } : {}),
    refinedQuery: "",
    reason: had || refusedCount === 0 ? "" : notTaken,
  };
};

const notTaken =
  "the Vault did not take the file: it cannot be read, or its kind is not one that is read (.eml, .mbox, .msg, .pdf, .docx, .doc, .odt, .xlsx, .ods, .pptx, .odp, .rtf, .html, .txt, .md, .csv, .ics, .zip, .tar, .gz, .pst, .ost, .jpg, .png, .tiff, .webp, .xml of a telephone's messages); import it in one of those forms";

/** Builds the outcome of inspecting a bundle, whose documents are evidence to choose from. */
export const bundleOutcome = (item: ResolvedEvidence, knownCount: number): ToolOutcome => {
  const held = item.candidates.length;
  return {
    status: held === 0 ? "EMPTY" : "OK",
    summary: `${counted(held, "document", "documents")} in the bundle, ${knownCount} of them in the run's strand already`,
    output: output(ResolveOutputSchema, create(ResolveOutputSchema, { items: [item] })),
    refinedQuery: "",
    reason: "",
  };
};

/** Returns the words of the first query, from which a next attempt would begin. */
export const firstQuestion = ([query]: readonly SpanQuery[]): string =>
  query?.locator?.exactQuote || query?.query || "";

/** Reasons of failures that say nothing about the question, so that the same question may well be answered later. */
const passing: ReadonlySet<string> = new Set([
  "UPSTREAM_UNAVAILABLE",
  "SERVER_DRAINING",
  "DEADLINE_EXCEEDED",
  "CANCELLED",
  "CORPUS_CHANGED",
  "INDEX_STALE",
]);

/** Builds the outcome of a failed call. `error.message` is this program's own; `refinedQuery` repeats a question not at fault. */
export const errorOutcome = (error: DomainError, scope: string, asked: string): ToolOutcome => ({
  status: "ERROR",
  summary: `Failed in ${scope}`,
  refinedQuery: passing.has(error.reason) ? asked : "",
  reason: error.message,
});

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
