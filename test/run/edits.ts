import type { DraftTextProposal } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { bindingFor, draftProposal, intentProposal, quoteFor } from "./drive.ts";
import type { TestRun } from "./support.ts";

/** One thing a person may change after a rewind, and how the path of what became stale begins. */
export interface Edit {
  readonly name: string;
  readonly state: S;
  /** Makes the edit with the current content; gives the beginning that every stale path must have. */
  readonly make: (run: TestRun, choice: number) => RegExp;
}

const change = (run: TestRun, claimId: string, to: { text?: string; heading?: string }) => ({
  case: "skeleton" as const,
  value: {
    sections: (run.material.skeleton?.sections ?? []).map(({ sectionId, title, claims }) => ({
      sectionId,
      title: to.heading !== undefined && claims.some((one) => one.claimId === claimId) ? to.heading : title,
      claims: claims.map((one) => ({
        claimId: one.claimId,
        text: one.claimId === claimId && to.text !== undefined ? to.text : one.text,
        claimKind: one.claimKind,
        optional: !one.required,
      })),
    })),
  },
});

const claimAt = (run: TestRun, choice: number) => {
  const claims = (run.material.skeleton?.sections ?? []).flatMap((section) => section.claims);
  return claims[choice % claims.length]?.claimId ?? "";
};

/** Words to choose from; few, so that an edit is often taken back by a later one. */
const word = (choice: number): string => ["een", "twee", "drie"][choice % 3] ?? "";

const quoteBinding = (run: TestRun) => {
  const binding = run.material.needMap?.bindings.find((one) => one.slotKind === SlotKind.QUOTE);
  if (!binding) throw new Error("no binding to quote from");
  return binding;
};

export const edits: readonly Edit[] = [
  {
    name: "goal",
    state: S.INTENT_SEED,
    make: (run, choice) => {
      run.propose(intentProposal(`Doel ${word(choice)}`, run.material.intent?.tone));
      return /^(intent|claim:\d+)\/goal$/;
    },
  },
  {
    name: "tone",
    state: S.INTENT_SEED,
    make: (run, choice) => {
      run.propose(intentProposal(run.material.intent?.goal, word(choice)));
      return /^(intent|sentence:\d+)\/tone$/;
    },
  },
  {
    name: "claim text",
    state: S.SKELETON,
    make: (run, choice) => {
      const claimId = claimAt(run, choice);
      run.propose(change(run, claimId, { text: `Stelling ${word(choice >> 2)}.` }));
      return new RegExp(`^${claimId}/text$`);
    },
  },
  {
    name: "section title",
    state: S.SKELETON,
    make: (run, choice) => {
      run.propose(change(run, claimAt(run, choice), { heading: `Kop ${word(choice >> 2)}` }));
      return /^(claim|sentence):\d+\/section$/;
    },
  },
  {
    name: "slot description",
    state: S.EVIDENCE_NEEDS,
    make: (run, choice) => {
      const { slotId, claimId } = run.snapshot.slots.find((one) => one.kind === SlotKind.QUOTE && one.required)!;
      const add = [{ claimId, description: `Gezocht: ${word(choice)}`, kind: SlotKind.QUOTE, source: "vault" }];
      run.propose({ case: "evidenceNeeds", value: { dropSlotIds: [slotId], add } });
      return new RegExp(`^${slotId}/(gone|description)$`);
    },
  },
  {
    name: "binding",
    state: S.EVIDENCE_BINDING,
    make: (run, choice) => {
      const { slotId } = quoteBinding(run);
      run.propose({ case: "needMap", value: { bindings: [bindingFor(run, slotId, choice)] } });
      return new RegExp(`^binding:${slotId.slice(5)}:[0-9a-f]+/(gone|evidence)$`);
    },
  },
  {
    name: "quote",
    state: S.SPAN_RESOLUTION,
    make: (run, choice) => {
      const { bindingId, slotId } = quoteBinding(run);
      run.propose({ case: "citationLedger", value: { spans: [quoteFor(run, bindingId, choice)] } });
      return new RegExp(`^entry:${slotId.slice(5)}:[0-9a-f]+/(gone|span)$`);
    },
  },
  {
    name: "sentence",
    state: S.DRAFT,
    make: (run, choice) => {
      const claimId = claimAt(run, choice);
      const now = (run.material.proposals.draft?.sections ?? []).flatMap((section) => section.sentences);
      const edited = now.find((one) => one.claimId === claimId)?.sentenceId ?? "";
      const proposal = draftProposal(run, { [claimId]: ` En ${word(choice >> 2)}.` });
      // An edit names the sentence it is of: without its id it would be a new one, and the former gone.
      const sentences = (proposal.value as DraftTextProposal).sections.flatMap((section) => section.sentences);
      for (const one of sentences) if (one.claimId === claimId) one.sentenceId = edited;
      run.propose(proposal);
      return /^sentence:\d+\/(text|entry)$/;
    },
  },
];

/** Ids of what is confirmed in a stage. */
export const confirmedIds = (run: TestRun, state: S): string[] =>
  (run.snapshot.stages.find((one) => one.state === state)?.items ?? [])
    .filter((item) => item.decision === ItemDecision.CONFIRM)
    .map((item) => item.itemId);
