import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemKind } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** The fixed facts of one stage. */
export interface Stage {
  readonly state: OrchestratorState;
  /** Name of the stage as the RFC and the drawing write it. */
  readonly name: string;
  /** Role of the stage's artifact in RunContext.current. */
  readonly role: string;
  readonly itemKind: ItemKind;
  /** The RFC's literal labels (section 3): first the confirmation, then the way on. */
  readonly confirmLabel: string;
  readonly advanceLabel: string;
  /** What the guide is asked for while there is nothing to confirm, in the words of a person: the RFC has none for it. */
  readonly guideLabel: string;
  readonly dutch: { readonly confirmLabel: string; readonly advanceLabel: string; readonly guideLabel: string };
}

/** The six stages in order. Labels are literal: clients and tests compare them. */
export const stages: readonly Stage[] = [
  {
    state: OrchestratorState.INTENT_SEED,
    name: "INTENT_SEED",
    role: "intent_seed",
    itemKind: ItemKind.INTENT,
    confirmLabel: "Save intent",
    advanceLabel: "Advance to skeleton",
    guideLabel: "Save intent",
    dutch: { confirmLabel: "Bewaar het doel", advanceLabel: "Verder naar de opzet", guideLabel: "Bewaar het doel" },
  },
  {
    state: OrchestratorState.SKELETON,
    name: "SKELETON",
    role: "skeleton",
    itemKind: ItemKind.CLAIM,
    confirmLabel: "Approve skeleton",
    advanceLabel: "Advance to evidence needs",
    guideLabel: "Have the guide make an outline",
    dutch: {
      confirmLabel: "Keur de opzet goed",
      advanceLabel: "Verder naar het benodigde bewijs",
      guideLabel: "Laat de gids een opzet maken",
    },
  },
  {
    state: OrchestratorState.EVIDENCE_NEEDS,
    name: "EVIDENCE_NEEDS",
    role: "evidence_needs",
    itemKind: ItemKind.SLOT,
    confirmLabel: "Review evidence checklist",
    advanceLabel: "Advance to binding",
    guideLabel: "Have the guide search for evidence",
    dutch: {
      confirmLabel: "Beoordeel de bewijslijst",
      advanceLabel: "Verder naar het koppelen",
      guideLabel: "Laat de gids bewijs zoeken",
    },
  },
  {
    state: OrchestratorState.EVIDENCE_BINDING,
    name: "EVIDENCE_BINDING",
    role: "need_map",
    itemKind: ItemKind.BINDING,
    confirmLabel: "Confirm bindings",
    advanceLabel: "Advance to span resolution",
    guideLabel: "Have the guide bind evidence",
    dutch: {
      confirmLabel: "Bevestig de koppelingen",
      advanceLabel: "Verder naar de citaten",
      guideLabel: "Laat de gids bewijs koppelen",
    },
  },
  {
    state: OrchestratorState.SPAN_RESOLUTION,
    name: "SPAN_RESOLUTION",
    role: "citation_ledger",
    itemKind: ItemKind.LEDGER_ENTRY,
    confirmLabel: "Confirm quotes",
    advanceLabel: "Advance to draft",
    guideLabel: "Have the guide choose quotes",
    dutch: {
      confirmLabel: "Bevestig de citaten",
      advanceLabel: "Verder naar het concept",
      guideLabel: "Laat de gids citaten kiezen",
    },
  },
  {
    state: OrchestratorState.DRAFT,
    name: "DRAFT",
    role: "draft_text",
    itemKind: ItemKind.SENTENCE,
    confirmLabel: "Finalize draft",
    advanceLabel: "Finalize draft",
    guideLabel: "Have the guide write the text",
    dutch: {
      confirmLabel: "Maak het concept definitief",
      advanceLabel: "Maak het concept definitief",
      guideLabel: "Laat de gids de tekst schrijven",
    },
  },
];

/** Finds the stage of a state. Throws for a state outside the six, which is a broken invariant. */
export const stageOf = (state: OrchestratorState): Stage => {
  const stage = stages[state - 1];
  if (!stage) throw new Error(`no stage ${state}`);
  return stage;
};

/** Tells whether `a` comes before `b`. */
export const isEarlier = (a: OrchestratorState, b: OrchestratorState): boolean => a < b;
