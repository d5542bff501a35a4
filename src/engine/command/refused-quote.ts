import { fromBinary, toBinary } from "@bufbuild/protobuf";
import type { StageProposal } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { type SpanResolution, SpanResolutionSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import { SpansOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { DomainError } from "../../error.ts";
import { versionOf } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";
import type { ToolCalls } from "../tool/tool-calls.ts";

/** The error as the caller asked: what was refused of a quote is the locator that they gave, not the answer it became. */
export const asAsked = (error: unknown, asked: StageProposal | undefined): unknown => {
  const [, path = "", at = ""] = /^(spans\[(\d+)\])\.answer_index$/u.exec(fieldOf(error)) ?? [];
  if (!(error instanceof DomainError) || path === "" || asked?.proposal.case !== "citationLedger") return error;
  if (asked.proposal.value.spans[Number(at)]?.span.case !== "locator") return error;
  const field = `${path}.locator`;
  const violations = error.violations.map((one) => ({ ...one, subject: field }));
  return new DomainError(error.reason, error.told, { ...error.facts, field }, { cause: error, violations });
};

const fieldOf = (error: unknown): string => (error instanceof DomainError ? (error.facts.field ?? "") : "");

/** Trailers of gRPC hold about 8 KiB, as base64, and more than this stands in them. */
const attachedBytesMax = 4_000;

/**
 * A refused quote with what helps to mend it: the resolution with the nearest passages, as far as they fit an error, and the
 * run's version now. The tool result that the facts name has all of it. Any other error as it is.
 */
export const withNearest = async (runs: Runs, tools: ToolCalls, runId: string, error: unknown): Promise<unknown> => {
  if (!(error instanceof DomainError) || error.facts.tool_result_id === undefined) return error;
  const { tool_result_id: id, answer_index: at = "" } = error.facts;
  const resolution = await resolutionOf(runs, tools, runId, id, Number(at));
  const attached = resolution ? [{ typeName: SpanResolutionSchema.typeName, value: fitting(resolution) }] : [];
  const { head } = await runs.load(runId);
  const facts = { ...error.facts, version: versionOf(head) };
  return new DomainError(error.reason, error.told, facts, { cause: error, violations: error.violations, attached });
};

const resolutionOf = async (
  runs: Runs,
  tools: ToolCalls,
  runId: string,
  id: string,
  at: number,
): Promise<SpanResolution | undefined> => {
  const found = await tools.byId(id);
  const ref = found.runId === runId ? found.call.result?.outputRef : undefined;
  if (ref?.kind !== SpansOutputSchema.typeName) return undefined;
  return fromBinary(SpansOutputSchema, await runs.reader.bytes(ref.digest)).answers[at]?.resolution;
};

/** The resolution's bytes with as many places and suggestions as fit, the best first. */
const fitting = (resolution: SpanResolution): Uint8Array => {
  const short = { ...resolution, originals: [], spans: resolution.spans.slice(0, 8) };
  for (;;) {
    const bytes = toBinary(SpanResolutionSchema, short);
    if (bytes.length <= attachedBytesMax) return bytes;
    if (short.suggestions.length > 0) short.suggestions = short.suggestions.slice(0, -1);
    else if (short.spans.length > 0) short.spans = short.spans.slice(0, -1);
    else return toBinary(SpanResolutionSchema, { ...short, locator: undefined });
  }
};
