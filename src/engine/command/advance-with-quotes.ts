import { create } from "@bufbuild/protobuf";
import { type Principal, Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type CitationLedgerProposal,
  CitationLedgerProposalSchema,
  type SpanProposal,
  SpanProposalSchema,
} from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import {
  type AdvanceResponse,
  AdvanceResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { DomainError } from "../../error.ts";
import { Decision, decideAdvance, decidePropose, turnEnded } from "../../run/decide.ts";
import { type DecisionInput, EventDraft } from "../../run/kernel.ts";
import { isSettled } from "../../span/settled.ts";
import { tools as allTools } from "../../tool/tools.ts";
import { answered } from "../run/recorded-answer.ts";
import type { Runs } from "../run/runs.ts";
import { inOwnText } from "../tool/bound-text.ts";
import { loadRecorded } from "../tool/recorded.ts";
import { type AskedSpan, spanAnswers, spanCalls } from "../tool/span-calls.ts";
import type { FinishedCall, ToolAsk } from "../tool/tool-calls.ts";
import { judge } from "../tool/tool-judgement.ts";
import type { OpenTurn } from "../turn/turn.ts";
import { beginTurn, type TurnCall } from "../turn/turn-beginning.ts";
import { closeTurn } from "../turn/turn-ending.ts";
import type { ToolCommandParts } from "./tool-answers.ts";

/** Whether the run would enter SPAN_RESOLUTION with bindings that point at a sentence. */
export const pointsAtQuotes = async (runs: Runs, runId: string): Promise<boolean> => {
  const run = await runs.load(runId);
  if (run.snapshot.state !== OrchestratorState.EVIDENCE_BINDING) return false;
  return located(await runs.input(run, runs.user)).length > 0;
};

/**
 * Goes on to SPAN_RESOLUTION and puts forward the quotes that bindings point at, as a short turn of its own: the Vault is
 * asked first, by recorded calls in the name of whoever pointed, and nobody else writes to the run meanwhile. What the Vault
 * does not find, or is not asked, leaves its binding without a quote: the run has gone on all the same.
 */
export const advanceWithQuotes = (
  { runs, commands, tools, turns }: ToolCommandParts,
  call: TurnCall,
): Promise<AdvanceResponse> => {
  const begin = (signal: AbortSignal) =>
    beginTurn(runs, call, signal, (input) => {
      const decision = decideAdvance(input);
      return { decision, draft: new EventDraft(decision.input), about: {} };
    });
  const work = async (turn: OpenTurn): Promise<AdvanceResponse> => {
    const { runId, signal, fence } = turn;
    const before = await runs.input(await runs.load(runId), runs.user);
    const value = await quotesFor(runs, before, turn.turnId, (ask, as) =>
      tools.askAndRun({ runId, as, fence }, ask, signal),
    );
    const proposal = create(StageProposalSchema, { proposal: { case: "citationLedger", value } });
    const recorded = await loadRecorded(runs, tools, runId, proposal);
    return closeTurn(runs, turn, runs.kernel, (input) => {
      const decision = value.spans.length > 0 ? proposed(input, value, recorded) : new Decision(input);
      turnEnded(decision, new EventDraft(decision.input), turn.turnId, "completed");
      const { material } = decision.input;
      return {
        decision,
        ...answered(AdvanceResponseSchema, (after) =>
          create(AdvanceResponseSchema, { runContext: runs.contextFor(after, material) }),
        ),
      };
    });
  };
  return commands.once(call.key, AdvanceResponseSchema, () => turns.run(call, begin, work));
};

type Recorded = Awaited<ReturnType<typeof loadRecorded>>;

/** The quotes put forward; one that the kernel cannot take (the text has changed since it was found) leaves the others. */
const proposed = (input: DecisionInput, value: CitationLedgerProposal, recorded: Recorded): Decision => {
  const put = (spans: readonly SpanProposal[]): Decision =>
    decidePropose(
      input,
      create(StageProposalSchema, { proposal: { case: "citationLedger", value: { spans: [...spans] } } }),
      { confirm: false, recorded },
    );
  const taken = value.spans.filter((span) => {
    try {
      put([span]);
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  });
  return taken.length > 0 ? put(taken) : new Decision(input);
};

type PointedAt = Binding & { readonly locator: NonNullable<Binding["locator"]> };

/** Confirmed bindings that point at a sentence and have no quote yet; where a person points, another sentence's quote is none. */
const located = ({ material }: DecisionInput): PointedAt[] => {
  const entries = material.proposals.ledger?.entries ?? [];
  return (material.needMap?.bindings ?? []).filter((one): one is PointedAt => {
    const { locator, locatedBy, bindingId } = one;
    const quotes = entries.filter((entry) => entry.bindingId === bindingId).map(({ span }) => span?.excerpt ?? "");
    if (locator === undefined) return false;
    return locatedBy?.kind === Principal_Kind.USER
      ? !quotes.some((quote) => isPartOf(quote, locator.exactQuote) || isPartOf(locator.exactQuote, quote))
      : quotes.length === 0;
  });
};

const isPartOf = (part: string, whole: string): boolean => onOneLine(whole).includes(onOneLine(part));
const onOneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

const quotesFor = async (
  runs: Runs,
  input: DecisionInput,
  turnId: string,
  ask: (ask: ToolAsk, as: Principal) => Promise<FinishedCall>,
): Promise<CitationLedgerProposal> => {
  const spans: SpanProposal[] = [];
  for (const requestedBy of ["user", "llm"] as const) {
    const isModels = requestedBy === "llm";
    const mine = located(input).filter(({ locatedBy }) => (locatedBy?.kind === Principal_Kind.MODEL) === isModels);
    const { needMap } = input.material;
    const queryOf = ({ locator, evidence }: PointedAt): AskedSpan => ({
      locator: inOwnText(locator, evidence, needMap),
    });
    const by = { requestedBy, turnId, reason };
    for (const { part, ask: one } of spanCalls(mine, queryOf, allTools.vaultGetSpans, by)) {
      const { decision } = judge(runs, input, { toolName: one.toolName, params: one.params, requester: requestedBy });
      const as = part[0]?.locatedBy ?? runs.user;
      // A guard is asked in a turn of the model, and this is none: where the profile has one, the model asks there.
      const isGuarded = isModels && input.material.profile.guardProvider !== "";
      if (decision === "ALLOW" && !isGuarded) spans.push(...resolvedIn(part, await ask(one, as)));
    }
  }
  return create(CitationLedgerProposalSchema, { spans });
};

const resolvedIn = (bindings: readonly Binding[], call: FinishedCall): SpanProposal[] => {
  const { result } = call;
  const answers = spanAnswers(call) ?? [];
  return bindings.flatMap(({ bindingId }, answerIndex) => {
    if (!isSettled(answers[answerIndex]?.resolution?.outcome)) return [];
    const span = { case: "resolved" as const, value: { toolResultId: result.id, answerIndex, spanIndex: 0 } };
    return [create(SpanProposalSchema, { bindingId, span })];
  });
};

const reason = "Resolve the sentences that the bindings point at to exact characters.";
