import { create, fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { type SpanAnswer, SpansOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { SpanQuerySchema, ToolRequestParamsSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../error.ts";
import type { QuoteTool } from "../../tool/quote-tools.ts";
import type { FinishedCall, ToolAsk } from "./tool-calls.ts";

/** What one call of a tool that gives spans takes. */
const queriesMax = 50;

/** A quote or a place as a tool is asked for it: where it is looked for, in the words of `SpanQuery`. */
export type AskedSpan = MessageInitShape<typeof SpanQuerySchema>;

/** One call, and those that it asks for, in the order of its queries. */
export interface SpanCall<T> {
  readonly part: readonly T[];
  readonly ask: ToolAsk;
}

/** The calls that ask a tool for quotes or places, fifty a call. */
export const spanCalls = <T>(
  all: readonly T[],
  asked: (one: T) => AskedSpan,
  { spec, member }: QuoteTool,
  by: Pick<ToolAsk, "requestedBy" | "turnId" | "reason">,
): SpanCall<T>[] =>
  Array.from({ length: Math.ceil(all.length / queriesMax) }, (_, call) => {
    const part = all.slice(call * queriesMax, (call + 1) * queriesMax);
    const value = { queries: part.map((one) => create(SpanQuerySchema, asked(one))) };
    const params = create(ToolRequestParamsSchema, { params: { case: member, value } });
    return { part, ask: { ...by, toolName: spec.name, params, slotId: "", requiresUserConfirm: false } };
  });

/** What a call answered, an answer for each query; undefined where the tool gave none. */
export const spanAnswers = ({ output }: FinishedCall): SpanAnswer[] | undefined =>
  output && fromBinary(SpansOutputSchema, output.bytes).answers;

/** The same, for whoever cannot go on without. Errors: UPSTREAM_UNAVAILABLE. */
export const requireAnswers = (call: FinishedCall): SpanAnswer[] => {
  const answers = spanAnswers(call);
  if (answers) return answers;
  throw new DomainError("UPSTREAM_UNAVAILABLE", call.result.reason || call.result.summary);
};
