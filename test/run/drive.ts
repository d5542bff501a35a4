import type { DraftTextProposal } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer, NextAction_Kind, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { leavingOpen, lettingGo } from "../../src/client/settle-draft.ts";
import { placedSlots } from "../../src/run/build/needs.ts";
import { missingInputs } from "../../src/run/missing-inputs.ts";
import { nextAction } from "../../src/run/next-action.ts";
import { lawCandidate, letterCandidate, letters, ownStatement, sampleOutline, spanOf } from "./sample-content.ts";
import { type ProposalInit, TestRun } from "./support.ts";

const S = OrchestratorState;

/** The six stages, first to last. */
export const allStates = [
  S.INTENT_SEED,
  S.SKELETON,
  S.EVIDENCE_NEEDS,
  S.EVIDENCE_BINDING,
  S.SPAN_RESOLUTION,
  S.DRAFT,
] as const;

export const intentProposal = (goal = "Betaling van de opleiding krijgen", tone = ""): ProposalInit => ({
  case: "intentSeed",
  value: { goal, tone },
});

export const outlineProposal = (): ProposalInit => ({
  case: "skeleton",
  value: { sections: sampleOutline.map(({ title, claims }) => ({ title, claims: [...claims] })) },
});

/** Evidence for a slot, of its kind. `choice` picks among what would serve. */
export const bindingFor = (run: TestRun, slotId: string, choice = 0) => {
  const slot = slotOf(run, slotId);
  switch (slot.kind) {
    case SlotKind.OWN_STATEMENT:
      return { slotId, evidence: { evidence: { case: "statement", value: { text: ownStatement } } } } as const;
    case SlotKind.ABSENCE: {
      const toolResultId = slot.searchResultIds.at(-1) ?? "";
      return { slotId, evidence: { evidence: { case: "search", value: { toolResultId } } } } as const;
    }
    default: {
      const id = slot.candidates[choice % slot.candidates.length]?.evidenceId ?? "";
      const ref = id.startsWith("law:") ? "law" : "document";
      return { slotId, evidence: { evidence: { case: ref, value: { evidenceId: id } } } } as const;
    }
  }
};

export const slotOf = (run: TestRun, slotId: string) => {
  const found = placedSlots(run.material.needs).find((one) => one.slot.slotId === slotId)?.slot;
  if (!found) throw new Error(`no ${slotId}`);
  return found;
};

/** A quote for a binding, resolved by a recorded tool run. */
export const quoteFor = (run: TestRun, bindingId: string, choice = 0) => {
  const evidence = run.material.needMap?.bindings.find((one) => one.bindingId === bindingId)?.evidence?.evidence;
  const letter = letters.find((one) => evidence?.case === "document" && evidence.value.evidenceId.endsWith(one.docUid));
  const quote = letter?.quotes[choice % letter.quotes.length];
  if (!letter || !quote) throw new Error(`${bindingId} has nothing to quote`);
  const toolResultId = run.getSpans([spanOf(letter, quote)]);
  return { bindingId, span: { case: "resolved", value: { toolResultId, answerIndex: 0, spanIndex: 0 } } } as const;
};

/** A memo that makes every claim from its entries, one sentence each. */
export const draftProposal = (run: TestRun, extra: Readonly<Record<string, string>> = {}): ProposalInit => {
  const entries = run.material.ledger?.entries ?? [];
  const sections = (run.material.skeleton?.sections ?? []).map((section) => ({
    sectionId: section.sectionId,
    sentences: section.claims.map((claim) => {
      const mine = entries.filter((entry) => entry.claimId === claim.claimId);
      return {
        ...sentenceFor(claim.claimKind, mine[0]?.span?.excerpt ?? "", extra[claim.claimId] ?? ""),
        claimId: claim.claimId,
        entryIds: mine.map((entry) => entry.entryId),
      };
    }),
  }));
  // A sentence that makes no claim rests on its heading alone.
  const closing = { text: "Graag verneem ik uw reactie.", kind: SentenceKind.CONNECTIVE };
  const closed = sections.map((section, at) =>
    at < sections.length - 1 ? section : { ...section, sentences: [...section.sentences, closing] },
  );
  return { case: "draftText", value: { sections: closed } as unknown as DraftTextProposal };
};

const sentenceFor = (claimKind: string, excerpt: string, extra: string) => {
  if (claimKind === "basis")
    return { text: `Goed werkgeverschap verplicht daartoe volgens art. 7:611 BW.${extra}`, kind: SentenceKind.LAW };
  if (claimKind === "own") return { text: `Ik heb mij altijd ingezet.${extra}`, kind: SentenceKind.OWN_STATEMENT };
  if (claimKind === "absence")
    return {
      text: `In de stukken is niet aangetroffen dat er nooit is gewaarschuwd.${extra}`,
      kind: SentenceKind.FACT,
    };
  return { text: `De werkgever heeft een opleiding toegezegd: “${excerpt}”.${extra}`, kind: SentenceKind.FACT };
};

/** Looks for evidence for every slot that has none, each with a search of its own. */
export const findEvidence = (run: TestRun): TestRun => {
  for (const { subjectId } of missingInputs(run.snapshot).filter((one) => one.subjectId.startsWith("slot:"))) {
    const slot = slotOf(run, subjectId);
    if (slot.candidates.length + slot.searchResultIds.length > 0) continue;
    if (slot.kind === SlotKind.ABSENCE) run.search(subjectId, []);
    else if (slot.source === "law") run.search(subjectId, [lawCandidate(), lawCandidate("655")], "lawbot.search");
    else if (slot.kind === SlotKind.QUOTE) run.search(subjectId, letters.map(letterCandidate));
  }
  return run;
};

/** Puts forward what the current stage misses. */
export const proposeMissing = (run: TestRun): TestRun => {
  const subjects = missingInputs(run.snapshot).map((one) => one.subjectId);
  switch (run.snapshot.state) {
    case S.INTENT_SEED:
      return run.propose(intentProposal());
    case S.SKELETON:
      return run.propose(outlineProposal());
    case S.EVIDENCE_NEEDS:
      return findEvidence(run);
    case S.EVIDENCE_BINDING: {
      const unbound = run.snapshot.slots.filter((slot) => slot.required).map((slot) => slot.slotId);
      const named = subjects.some((id) => id !== "") ? unbound.filter((id) => subjects.includes(id)) : unbound;
      return run.propose({ case: "needMap", value: { bindings: named.map((id) => bindingFor(run, id)) } });
    }
    case S.SPAN_RESOLUTION: {
      const bare = (run.material.needMap?.bindings ?? []).filter(
        (one) => one.slotKind === SlotKind.QUOTE && (subjects.includes(one.slotId) || subjects.includes("")),
      );
      return run.propose({ case: "citationLedger", value: { spans: bare.map((one) => quoteFor(run, one.bindingId)) } });
    }
    default:
      return letGo(run) ?? run.propose(draftProposal(run));
  }
};

/** The person of these runs sees what a sentence does not say of its claim, and what of the letter nobody answers, and lets it be. */
const letGo = (run: TestRun): TestRun | undefined => {
  const missing = missingInputs(run.snapshot);
  const letGo = lettingGo(missing, run.material.skeleton);
  const left = leavingOpen(missing, AssertionAnswer.LEFT_OPEN);
  const value = { sections: [], letGo, left } as unknown as DraftTextProposal;
  return letGo.length + left.length === 0 ? undefined : run.propose({ case: "draftText", value });
};

/** Does what the next action says until Advance is what it says (or the run is done): a client that knows nothing else. */
export const settle = (run: TestRun): TestRun => {
  for (let step = 0; step < 12; step++) {
    const { kind } = nextAction(run.snapshot);
    if (kind === NextAction_Kind.ADVANCE || kind === NextAction_Kind.DONE) return run;
    if (kind === NextAction_Kind.CONFIRM) run.confirmAll();
    else proposeMissing(run);
  }
  throw new Error(`${run.snapshot.state} does not settle: ${missingInputs(run.snapshot).map((m) => m.description)}`);
};

/** A run on its way: settled in every stage before `state`, and just arrived there. */
export const runAt = (state: OrchestratorState, run = new TestRun()): TestRun => {
  while (run.snapshot.state < state) settle(run).advance();
  return run;
};

/** On to the end. */
export const finish = (run: TestRun): TestRun => {
  while (run.snapshot.lifecycle !== RunLifecycle.FINALISED) settle(run).advance();
  return run;
};
