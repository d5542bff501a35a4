import { createValidator } from "@bufbuild/protovalidate";
import {
  type FinalTurn,
  type ModelTurn,
  ModelTurnSchema,
  type ToolTurn,
} from "../../gen/pincite/model/v1/model_turn_pb.ts";
import type { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { paramsMemberOf } from "../tool/params.ts";
import { nextActionLabels } from "./labels.ts";
import type { ClientTools } from "./providers/client-params.ts";
import { type RawTurn, readEnvelope } from "./providers/envelope.ts";
import type { JsonFailure } from "./providers/strict-json.ts";
import { checkReply, type ShownResult } from "./reply-checks.ts";
import { proposalMemberOf } from "./stage-proposal.ts";

/** What the engine expects of this step's answer. */
export interface ExpectedTurn {
  readonly nonce: string;
  readonly state: OrchestratorState;
  readonly allowedTools: readonly string[];
  /** Searches of this stage, which a final answer may suggest at the step limit too. Default: none. */
  readonly searches?: readonly string[];
  /** The client-executed tools. Default: there are none. */
  readonly clientTools?: ClientTools;
  /** True at the step limit: tools are no longer asked for. */
  readonly finalOnly: boolean;
  /** True when this step must ask for a tool: a final answer is refused. Default false. */
  readonly toolRequired?: boolean;
  readonly requestsMax: number;
  readonly outputBytesMax: number;
  /** Tool results of this run, with what was shown of them (`shownText`). */
  readonly toolResults: readonly ShownResult[];
  /** Other texts the model was shown (the user's words, excerpts): a message may quote them. */
  readonly alsoShown?: readonly string[];
}

/** Canonical reasons a turn is rejected with; the first six are seed 000's. */
export type RejectReason =
  | "tool_call_invalid_format"
  | "tool_call_unknown_tool"
  | "tool_call_invalid_args"
  | "tool_call_multiple"
  | "tool_call_nonce_invalid"
  | "tool_call_output_limit"
  | `grounding_${"cot_leak" | "tool_syntax" | "evidence_invalid" | "quote_not_found"}`;

/** The turn, or why nothing of it may run. `firstFailure` names places and rules, never the model's words. */
export type Acceptance =
  | { readonly ok: true; readonly turn: ModelTurn }
  | { readonly ok: false; readonly reason: RejectReason; readonly firstFailure: string };

type Rejection = Exclude<Acceptance, { ok: true }>;

const reject = (reason: RejectReason, firstFailure: string): Rejection => ({ ok: false, reason, firstFailure });

/** Compiling the rules of a message costs about 100 ms once, so one validator serves the process. */
const validator = createValidator();

/**
 * Decides over the raw output of a model, STRICT: exactly one JSON object that is the proto3-JSON of a ModelTurn, with
 * this turn's nonce, tools of this step with parameters of their own type, the proposal of this stage, one of the
 * RFC's next actions, and prose that claims nothing the run has no record of. Anything else is rejected with one
 * canonical reason and nothing of it runs; nothing is repaired. Order: size, format, nonce, tool, arguments, prose.
 */
export const acceptTurn = (raw: Uint8Array, expected: ExpectedTurn): Acceptance => {
  if (raw.length > expected.outputBytesMax)
    return reject(
      "tool_call_output_limit",
      `the output has ${raw.length} bytes; ${expected.outputBytesMax} are allowed`,
    );
  const read = readEnvelope(raw, expected.clientTools);
  if ("problem" in read) return formatRejection(read);
  const early = checkRaw(read, expected);
  if (early) return early;
  const turn = read.decode();
  if (typeof turn === "string") return reject("tool_call_invalid_args", turn);
  return checkTurn(turn, expected) ?? { ok: true, turn };
};

const formatRejection = (failure: JsonFailure): Rejection =>
  failure.trailing === "value"
    ? reject("tool_call_multiple", "a second JSON value follows the first; one answer is one object")
    : reject("tool_call_invalid_format", failure.problem);

/** What is decided before decoding: where a foreign nonce or tool and bad arguments meet, the former is the reason. */
const checkRaw = (read: RawTurn, expected: ExpectedTurn): Rejection | undefined => {
  const { failure } = read;
  const described = failure && `${failure.path || "the answer"}: ${failure.problem}`;
  if (described !== undefined && !read.failureInParams) return reject("tool_call_invalid_format", described);
  if (read.nonce !== expected.nonce) return reject("tool_call_nonce_invalid", "the nonce is not that of this turn");
  const strange = read.toolNames.findIndex((name) => name === undefined || !expected.allowedTools.includes(name));
  if (strange >= 0 && !expected.finalOnly)
    return reject("tool_call_unknown_tool", `tool.requests[${strange}]: not a tool of this step`);
  return described === undefined ? undefined : reject("tool_call_invalid_args", described);
};

const checkTurn = (turn: ModelTurn, expected: ExpectedTurn): Rejection | undefined => {
  switch (turn.turn.case) {
    case "tool":
      return checkToolTurn(turn.turn.value, expected) ?? checkRules(turn);
    case "final":
      return checkRules(turn) ?? checkFinalTurn(turn.turn.value, expected);
    default:
      return reject("tool_call_invalid_format", "the answer has neither tools nor a final answer");
  }
};

const checkToolTurn = (tool: ToolTurn, expected: ExpectedTurn): Rejection | undefined => {
  if (expected.finalOnly) return reject("tool_call_invalid_format", "only a final answer is accepted in this step");
  if (tool.requests.length > expected.requestsMax)
    return reject("tool_call_multiple", `${tool.requests.length} tool requests; ${expected.requestsMax} are allowed`);
  const misfit = tool.requests.findIndex((one) => one.params?.params.case !== paramsMemberOf(one.toolName));
  return misfit < 0
    ? undefined
    : reject("tool_call_invalid_args", `tool.requests[${misfit}].params: not the parameters of its tool`);
};

/** The message's own protovalidate rules: lengths, counts, patterns. Field paths are named, values are not. */
const checkRules = (turn: ModelTurn): Rejection | undefined => {
  const result = validator.validate(ModelTurnSchema, turn);
  if (result.kind === "valid") return undefined;
  if (result.kind === "error")
    return reject("tool_call_invalid_args", "the answer could not be checked against its rules");
  const first = result.violations[0];
  const path = first?.field.map((part) => ("localName" in part ? part.localName : part.kind)).join(".") ?? "";
  return reject("tool_call_invalid_args", `${path}: breaks the rule ${first?.ruleId ?? "of its field"}`);
};

const checkFinalTurn = (final: FinalTurn, expected: ExpectedTurn): Rejection | undefined => {
  if (expected.toolRequired) return reject("tool_call_invalid_format", "a tool had to be asked for in this step");
  if (final.proposal && final.proposal.proposal.case !== proposalMemberOf(expected.state))
    return reject("tool_call_invalid_args", "final.proposal: not the proposal of this stage");
  if (!nextActionLabels(expected.state).includes(final.nextAction))
    return reject("tool_call_invalid_format", "final.nextAction: not one of this stage's next actions");
  const { searches = [] } = expected;
  const strange = final.suggestedSearches.findIndex(({ toolName }) => !searches.includes(toolName));
  if (strange >= 0)
    return reject("tool_call_unknown_tool", `final.suggestedSearches[${strange}]: not a search of this stage`);
  const misfit = final.suggestedSearches.findIndex((one) => one.params?.params.case !== paramsMemberOf(one.toolName));
  if (misfit >= 0)
    return reject(
      "tool_call_invalid_args",
      `final.suggestedSearches[${misfit}].params: not the parameters of its tool`,
    );
  const grounding = checkReply(final, expected.toolResults, expected.alsoShown);
  return grounding && reject(grounding.reason, grounding.failure);
};
