import { create } from "@bufbuild/protobuf";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type ConversationEntry,
  ConversationEntrySchema,
  GuidanceSchema,
} from "../../../gen/pincite/memo/v1/conversation_pb.ts";
import type { FinalTurn } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import type { ToolRequest } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { Decision, decidePropose, issueNeeds, type Recorded, type TurnOutcome, turnEnded } from "../../run/decide.ts";
import { type DecisionInput, EventDraft } from "../../run/kernel.ts";
import { withSuggested } from "../../run/suggested.ts";
import { isFenced } from "../run/leases.ts";
import { failureAnswer } from "../run/recorded-answer.ts";
import type { Runs } from "../run/runs.ts";
import type { Decide, Written } from "../run/write.ts";
import { askSources, asksSources, type SourcedProposal } from "../tool/ask-sources.ts";
import { loadRecorded } from "../tool/recorded.ts";
import { judge } from "../tool/tool-judgement.ts";
import type { ToolAsk } from "../tool/tool-requests.ts";
import { askGuard } from "./guard.ts";
import { asItLeaves, heldBecause } from "./leaving.ts";
import { suggestedSearches } from "./suggested-searches.ts";
import { noteRequest, type OpenTurn, type Turn, type TurnParts, writerOf } from "./turn.ts";
import { closedTurnRecord, entryOf, proposalRefused, TurnRejected } from "./turn-records.ts";
import { toolsFor } from "./turn-tools.ts";

/** A turn as its last commit needs it; no fence: it waits, and nobody has its lease. */
export type TurnToEnd = Pick<OpenTurn, "runId" | "turnId" | "key"> & Partial<Pick<OpenTurn, "fence">>;

/** A turn that is about to end or to wait: what was decided on, and what was said. */
export interface Settled {
  readonly input: DecisionInput;
  /** What the model said; absent while the turn waits. */
  readonly entry?: ConversationEntry;
}

/** What is told of a turn that ends or waits, and goes to disk with its last commit where a call waits for it. */
export type Reply<A, S = Settled> = (settled: S) => Pick<Written<A>, "answer" | "record">;

/** The final answer: its proposal goes to the kernel as the model's, its words into the conversation. */
export const finishTurn = async <A>(
  parts: TurnParts,
  turn: Turn,
  final: FinalTurn,
  reply: Reply<A, Settled & { readonly entry: ConversationEntry }>,
): Promise<A> => {
  const { runs, tools } = parts;
  const sourced = await resolved(parts, turn, final.proposal);
  const { proposal, places } = sourced ?? {};
  const recorded = proposal && {
    ...(await loadRecorded(runs, tools, turn.runId, proposal)),
    places: places ?? new Map(),
  };
  return closeTurn(runs, turn, turn.model, async (input) => {
    const suggested = await suggestedSearches(runs, turn, input, final);
    const decision = suggesting(input, suggested, (from) =>
      proposal && recorded ? propose(from, proposal, recorded) : new Decision(from),
    );
    const entry = finalEntry(decision.input, turn, final);
    const draft = new EventDraft(decision.input);
    draft.record(ConversationEntrySchema, entry, "conversation", [turn.promptRef]);
    turnEnded(decision, draft, turn.turnId, "completed");
    return { decision, ...reply({ input: decision.input, entry }) };
  });
};

/** The last commit of a turn, with its caller's answer and the lease given back: recovery finds nothing to end. */
export const closeTurn = <A>(
  runs: Runs,
  { runId, key, fence }: TurnToEnd,
  as: Principal,
  decide: Decide<A>,
): Promise<A> =>
  runs.write(
    runId,
    { as, ...(key ? { key } : {}), ...(fence ? { fence, release: true } : {}) },
    async (input, before) => ({ ...(await decide(input, before)), records: [closedTurnRecord(runId)] }),
  );

const finalEntry = (input: DecisionInput, turn: Turn, final: FinalTurn): ConversationEntry =>
  entryOf(input, turn.turnId, {
    text: final.message,
    guidance: create(GuidanceSchema, {
      missingInputs: final.missingInputs,
      suggestedToolActions: final.suggestedToolActions,
      nextAction: final.nextAction,
    }),
    stopReason: turn.flags[0] ?? "",
  });

/** The proposal with its quotes and places resolved by their sources, as recorded tool calls of this turn. */
const resolved = async (
  { runs, tools }: TurnParts,
  turn: Turn,
  proposal: FinalTurn["proposal"],
): Promise<SourcedProposal | undefined> => {
  if (!proposal || !asksSources(proposal)) return proposal && { proposal, places: new Map() };
  const run = await runs.load(turn.runId);
  const input = await runs.input(run, turn.model);
  const allowed = toolsFor(runs, turn, input);
  const ask = async (one: ToolAsk) => {
    const { decision } = judge(runs, input, { toolName: one.toolName, params: one.params, requester: "llm" });
    if (!allowed.includes(one.toolName) || decision === "REFUSE")
      throw proposalRefused(`${one.toolName} may not run in this turn.`);
    if (decision === "ASK")
      throw proposalRefused(`${one.toolName} waits for a person: ask for the quotes as a tool request first.`);
    const { params, leaving } = await asItLeaves(runs, turn, input, one);
    if (leaving && leaving.held !== "")
      throw proposalRefused(`a quote cannot be looked up in the law: ${heldBecause[leaving.held]}`);
    const sent = leaving ? { ...one, params, leaving } : one;
    const objection = await askGuard(runs, turn, input, sent);
    if (objection !== undefined) throw proposalRefused(`${objection}.`);
    const call = await tools.askAndRun(writerOf(turn), sent, turn.signal);
    noteRequest(turn, call.request, call);
    return call;
  };
  return askSources(proposal, input.material.needMap, { requestedBy: "llm", turnId: turn.turnId, ask });
};

const propose = (input: DecisionInput, proposal: NonNullable<FinalTurn["proposal"]>, recorded: Recorded): Decision => {
  try {
    return decidePropose(input, proposal, { confirm: false, recorded });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw proposalRefused(error.message);
  }
};

/** What is proposed, with searches that are suggested: where the proposal issues needs anew they hold them at once. */
const suggesting = (
  input: DecisionInput,
  suggested: readonly ToolRequest[],
  decide: (from: DecisionInput) => Decision,
): Decision => {
  const { needs } = input.material;
  if (suggested.length === 0 || needs === undefined) return decide(input);
  const material = { ...input.material, needs: withSuggested(needs, suggested) };
  const decision = decide({ ...input, material });
  const isIssued = decision.changes.events.some(({ event }) => event.case === "needsIssued");
  return isIssued ? decision : issueNeeds(decision, {});
};

/** Why a turn came to nothing. Throws what is not for this server to record: its stop, its store's failure, another server's end. */
export const failureIn = ({ turnId, signal }: Pick<OpenTurn, "turnId" | "signal">, error: unknown): TurnRejected => {
  if (signal.aborted) throw signal.reason;
  if (isStoreFailure(error)) throw error;
  if (isFenced(error)) throw takenOver(turnId);
  return failureOf(error);
};

const takenOver = (turnId: string): DomainError =>
  new DomainError("FENCED", worded("error.this-server-was-away-for-too-long-and-another", { turnId }), {
    turn_id: turnId,
  });

const failureOf = (error: unknown): TurnRejected => {
  if (error instanceof TurnRejected) return error;
  if (error instanceof DomainError) return new TurnRejected("failed", error.reason.toLowerCase(), error);
  const message = "The turn failed for a reason of ours; it is in the server's log.";
  return new TurnRejected("failed", "internal", new DomainError("INTERNAL", message, {}, { cause: error }));
};

/** The store failed or is closed: nobody knows what it holds until it is opened again, so nothing more is written to it. */
const isStoreFailure = (error: unknown): boolean =>
  error instanceof DomainError && (error.reason === "STORE_FAILED" || error.reason === "STORE_UNAVAILABLE");

/** How a turn ended that brought no answer. */
export interface Failure {
  readonly outcome: TurnOutcome;
  readonly reason: string;
  readonly error: DomainError;
}

/** Records the end of a turn without an answer, unless it has ended; gives what is said of it. */
export const endTurn = (runs: Runs, turn: TurnToEnd, failure: Failure): Promise<ConversationEntry> =>
  closeTurn(runs, turn, runs.kernel, (input) => {
    const { turnId } = turn;
    const entry = entryOf(input, turnId, { text: failure.error.message, stopReason: failure.reason });
    const draft = new EventDraft(input);
    draft.record(ConversationEntrySchema, entry, "conversation", []);
    const { snapshot } = input;
    if (snapshot.turnId !== turnId && snapshot.suspendedTurn?.turnId !== turnId) return { answer: () => entry };
    const decision = turnEnded(new Decision(input), draft, turnId, failure.outcome, failure.reason);
    return { decision, answer: () => entry, record: () => failureAnswer(failure.error) };
  });
