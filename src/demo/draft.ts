import { create } from "@bufbuild/protobuf";
import {
  type DraftTextProposal,
  DraftTextProposalSchema,
  SentenceKind,
} from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunView } from "../client/run-view.ts";
import { type CaseClaim, memoTitle, outline, pilotTexts } from "./case.ts";
import type { DemoRun } from "./demo-run.ts";
import { plannedSlots } from "./plan.ts";
import { proposeOutline } from "./stages.ts";

/** DRAFT: the model writes from what was bound; the person writes it in their own words, with the same citations. */
export const writeDraft = async (run: DemoRun, claims: readonly CaseClaim[], prompt: string): Promise<void> => {
  run.heading("the memo itself");
  if (prompt !== "") await run.guide(prompt);
  const value = draftOf(await run.view(), claims);
  await run.propose(
    create(StageProposalSchema, { proposal: { case: "draftText", value } }),
    "the memo in your own words",
  );
  await run.letGo();
  await run.confirm();
};

/** The case's sentences, each resting on the ledger entries of its slots. */
const draftOf = (view: RunView, claims: readonly CaseClaim[]): DraftTextProposal => {
  const byText = new Map(claims.map((claim) => [claim.text, claim]));
  const templateOf = new Map(plannedSlots(view, claims).map(({ slot }) => [slot.slotId, slot.templateName || "quote"]));
  const entriesOf = (id: string, slots: readonly string[] | undefined) =>
    (view.ledger?.entries ?? [])
      .filter(({ claimId, slotId }) => claimId === id && (slots?.includes(templateOf.get(slotId) ?? "") ?? true))
      .map(({ entryId }) => entryId);
  const sections = (view.skeleton?.sections ?? []).map(({ sectionId, claims: made }) => ({
    sectionId,
    sentences: made.flatMap(({ claimId, text }) => {
      const claim = byText.get(text);
      return (claim?.sentences ?? []).map((sentence) => ({
        text: sentence.text,
        kind: SentenceKind[sentence.kind],
        claimId,
        entryIds: entriesOf(claimId, sentence.slots),
      }));
    }),
  }));
  return create(DraftTextProposalSchema, { title: memoTitle, sections });
};

/**
 * The rewind: one claim says more than its message does, so it is reworded at the outline. On the way forward every stage
 * asks only for what rests on that claim; no search runs again.
 */
export const rewordOneClaim = async (run: DemoRun): Promise<void> => {
  await run.rewind(OrchestratorState.SKELETON, "“een vergissing” staat niet in het bericht van 12 juni");
  const { skeleton } = await run.view();
  const claim = skeleton?.sections.flatMap(({ claims }) => claims).find(({ text }) => text === pilotTexts.first);
  run.heading("one claim reworded");
  await proposeOutline(run, pilotTexts.better, new Map([[pilotTexts.better, claim?.claimId ?? ""]]));
  await again(run);
  for (const state of [
    OrchestratorState.EVIDENCE_NEEDS,
    OrchestratorState.EVIDENCE_BINDING,
    OrchestratorState.SPAN_RESOLUTION,
  ]) {
    if (run.context.state !== state) continue;
    run.heading("what rests on it");
    await again(run);
  }
  const claims = outline(pilotTexts.better).flatMap((section) => section.claims);
  await writeDraft(run, claims, "");
  run.tellStale();
};

/** What a stage asks again after the rewind, and on. */
const again = async (run: DemoRun): Promise<void> => {
  run.tellStale();
  await run.confirm();
  await run.advance();
};
