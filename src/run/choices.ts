import { create } from "@bufbuild/protobuf";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { Binding } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { type SlotChoice, SlotChoiceSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { DecisionInput } from "./kernel.ts";

/** Roles under which an event records a choice, and what a person gave for it, word for word. */
export const choiceRole = "evidence_choice";
export const givenChoiceRole = "user_choice";

/** What persons chose, each with whether it holds: its slot is the one it was chosen for. */
export const choicesNow = ({ choices, slots }: RunSnapshot): SlotChoice[] => {
  if (choices.length === 0) return [];
  const fingerprints = new Map(slots.map(({ slotId, fingerprint }) => [slotId, fingerprint]));
  return choices.map((choice) =>
    create(SlotChoiceSchema, { ...choice, holds: fingerprints.get(choice.slotId) === choice.slotFingerprint }),
  );
};

/** The bindings that persons chose and that hold. */
export const chosenBindings = ({ snapshot, material }: Pick<DecisionInput, "snapshot" | "material">): Binding[] =>
  choicesNow(snapshot).flatMap(({ slotId, holds }) => {
    const binding = holds ? material.choices?.get(slotId) : undefined;
    return binding ? [binding] : [];
  });
