import { create } from "@bufbuild/protobuf";
import type { BindingProposal } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { BindingProposalSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import {
  type ChooseEvidenceRequest,
  type ChooseEvidenceResponse,
  ChooseEvidenceResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { choiceKept, givenChoiceRole, paperOf, papersToQuote } from "../../run/choices.ts";
import { Decision, decideChoose, decidePropose, refuseClosedChoices, turnEnded } from "../../run/decide.ts";
import { wordsAreOpen } from "../../run/guards.ts";
import { type DecisionInput, EventDraft } from "../../run/kernel.ts";
import { lawDayOf } from "../../run/law-day.ts";
import { answered } from "../run/recorded-answer.ts";
import type { Runs } from "../run/runs.ts";
import { loadRecorded } from "../tool/recorded.ts";
import type { OpenTurn } from "../turn/turn.ts";
import { beginTurn, type TurnCall } from "../turn/turn-beginning.ts";
import { closeTurn } from "../turn/turn-ending.ts";
import { resolved } from "./ledger-proposals.ts";
import { standingAfter, type ToolCommandParts } from "./tool-answers.ts";

type Parts = Pick<ToolCommandParts, "runs" | "tools">;

/** A choice that is taken back rests on nothing. */
const nothingRecorded = { searches: new Map(), spans: new Map() };

/** What a choice comes to, with what it names looked up. Errors: EVIDENCE_NOT_FOUND, and those of decideChoose. */
export const chosen = async (
  { runs, tools }: Parts,
  input: DecisionInput,
  { slotId, choice, runId }: ChooseEvidenceRequest,
  signal: AbortSignal,
): Promise<Decision> => {
  const keeps = choice.case === "binding" && choice.value.slotId === slotId && choiceKept(input, choice.value);
  if (keeps) return decideChoose(input, { slotId, binding: choice.value, recorded: nothingRecorded });
  refuseClosedChoices(input, slotId);
  if (choice.case !== "binding") return decideChoose(input, { slotId, recorded: nothingRecorded });
  const { value: binding } = choice;
  const proposal = create(StageProposalSchema, { proposal: { case: "needMap", value: { bindings: [binding] } } });
  const recorded = await loadRecorded(runs, tools, runId, proposal);
  const candidate = await looked(runs, input, binding, signal);
  return decideChoose(input, { slotId, binding, recorded, ...(candidate ? { candidate } : {}) });
};

/** The document or law that a choice names, as the source has it now; undefined where it names none, or the run knows it. */
const looked = async (
  { parts: { directory } }: Runs,
  { snapshot, material }: DecisionInput,
  { slotId, evidence }: BindingProposal,
  signal: AbortSignal,
) => {
  const ref = evidence?.evidence;
  if (ref?.case !== "document" && ref?.case !== "law") return undefined;
  const { evidenceId } = ref.value;
  if (material.evidenceSet?.entries.some(({ candidate }) => candidate?.evidenceId === evidenceId)) return undefined;
  const { strandId } = snapshot;
  const referenceDate = lawDayOf(snapshot, slotId);
  const candidate = await directory.lookUp(evidenceId, {
    strandId,
    referenceDate,
    caseLaw: material.profile.caseLaw,
    signal,
  });
  if (candidate) return candidate;
  throw new DomainError(
    "EVIDENCE_NOT_FOUND",
    worded("error.is-neither-in-strand-nor-in-the-loaded-law", { evidenceId, strandId }),
    { evidence_id: evidenceId, strand_id: strandId },
  );
};

/** Whether a choice is one of words: a sentence of a bound paper, where quotes are put forward, other than what is quoted already. */
export const choosesWords = async (runs: Runs, { runId, choice }: ChooseEvidenceRequest): Promise<boolean> => {
  if (choice.case !== "binding") return false;
  const run = await runs.load(runId);
  return wordsAreOpen(run.snapshot) && !choiceKept(await runs.input(run, runs.user), choice.value);
};

/**
 * Chooses a sentence of a bound paper in SPAN_RESOLUTION, as a short turn of its own: the source is asked first, by a recorded call in
 * the person's name, and the choice is recorded with the quote that it comes to, or not at all. Errors: those of `chosen`, and
 * PROPOSAL_INVALID where the source does not have the words.
 */
export const chooseWords = (
  { runs, commands, tools, turns }: ToolCommandParts,
  call: TurnCall,
  request: ChooseEvidenceRequest,
): Promise<ChooseEvidenceResponse> => {
  const begin = (signal: AbortSignal) =>
    beginTurn(runs, call, signal, async (input) => {
      // What the kernel would refuse is refused before anything is asked for it.
      await chosen({ runs, tools }, input, request, signal);
      const draft = new EventDraft(input);
      if (request.choice.case === "binding")
        draft.record(BindingProposalSchema, request.choice.value, givenChoiceRole, []);
      return { decision: new Decision(input), draft, about: {} };
    });
  const work = async (turn: OpenTurn): Promise<ChooseEvidenceResponse> => {
    const asked = asQuote(await runs.input(await runs.load(turn.runId), runs.user), request);
    const { proposal } = await resolved(runs, tools, turn, asked);
    const recorded = await loadRecorded(runs, tools, turn.runId, proposal);
    return closeTurn(runs, turn, runs.user, async (input) => {
      const decision = await chosen({ runs, tools }, input, request, turn.signal);
      decision.append(decidePropose(decision.input, proposal, { confirm: false, merge: true, recorded }));
      turnEnded(decision, new EventDraft(decision.input), turn.turnId, "completed");
      return {
        decision,
        ...answered(ChooseEvidenceResponseSchema, (after) =>
          create(ChooseEvidenceResponseSchema, standingAfter(runs, after, decision.input)),
        ),
      };
    });
  };
  return commands.once(call.key, ChooseEvidenceResponseSchema, () => turns.run(call, begin, work));
};

/** The choice as the quote that its source is to resolve. */
const asQuote = (input: DecisionInput, { slotId, choice }: ChooseEvidenceRequest) => {
  const binding = choice.case === "binding" ? choice.value : undefined;
  const ref = binding?.evidence?.evidence;
  const evidenceId = ref?.case === "document" ? ref.value.evidenceId : undefined;
  const bound = papersToQuote(input, slotId).find((one) => paperOf(one) === evidenceId);
  if (!bound || !binding?.locator) throw new Error("a choice of words was refused where it names none");
  const spans = [{ bindingId: bound.bindingId, span: { case: "locator" as const, value: binding.locator } }];
  return create(StageProposalSchema, { proposal: { case: "citationLedger", value: { spans } } });
};
