import { create } from "@bufbuild/protobuf";
import {
  type DraftTextProposal,
  DraftTextProposalSchema,
  type SentenceKind,
  SentenceKindSchema,
} from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunView } from "../run-view.ts";
import { enumValue } from "../text/enum-word.ts";
import { type CaseClaim, memoTitle, outline, pilotTexts, sentencesOf } from "./case.ts";
import type { DemoRun } from "./demo-run.ts";
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
  await run.confirm();
};

/** A sentence for each claim, resting on all ledger entries of that claim. */
const draftOf = (view: RunView, claims: readonly CaseClaim[]): DraftTextProposal => {
  const byText = new Map(claims.map((claim) => [claim.text, claim]));
  const entriesOf = (id: string) =>
    (view.ledger?.entries ?? []).filter(({ claimId }) => claimId === id).map(({ entryId }) => entryId);
  const sections = (view.skeleton?.sections ?? []).map(({ sectionId, claims: made }) => ({
    sectionId,
    sentences: made.flatMap(({ claimId, text }) => {
      const claim = byText.get(text);
      const written = claim === undefined ? [] : sentencesOf(claim);
      return written.map((sentence) => ({
        text: sentence.text,
        kind: (enumValue(SentenceKindSchema, sentence.kind) ?? 0) as SentenceKind,
        claimId,
        entryIds: entriesOf(claimId),
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
