import { create } from "@bufbuild/protobuf";
import { isDay } from "#kit/day.ts";
import { type IntentSeed, type IntentSeedProposal, IntentSeedSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { intentItem } from "../items.ts";
import { auditMeta, type DecisionInput } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import type { Candidate } from "./candidate.ts";
import { partiesOf } from "./parties.ts";

/** The intent a proposal comes to: what it leaves out is the profile's or the run's. */
export const intentCandidate = (
  input: DecisionInput,
  proposal: IntentSeedProposal,
): Candidate<typeof IntentSeedSchema> => {
  const { snapshot, material } = input;
  const { profile } = material;
  const referenceDate = proposal.referenceDate || snapshot.referenceDate;
  if (!isDay(referenceDate))
    throw invalidProposal("reference_date", `${referenceDate} is no day of the calendar: write it as 2025-12-09.`);
  const { parties, counters } = partiesOf(input, proposal);
  const message = create(IntentSeedSchema, {
    parties,
    meta: auditMeta(input, "intent_seed", [snapshot.profile]),
    goal: proposal.goal.trim(),
    tone: proposal.tone.trim() || profile.defaultTone,
    sections: proposal.sections.map((section) => section.trim()).filter((section) => section !== ""),
    audience: proposal.audience || profile.defaultAudience,
    locale: proposal.locale || snapshot.locale,
    referenceDate,
    ...(snapshot.profile ? { profile: snapshot.profile } : {}),
  });
  if (message.goal === "") throw invalidProposal("goal", "The goal is empty: say what the memo is to reach.");
  return { ...candidateOf(input, message), ...(counters ? { counters } : {}) };
};

const candidateOf = (input: DecisionInput, message: IntentSeed): Candidate<typeof IntentSeedSchema> => ({
  state: OrchestratorState.INTENT_SEED,
  schema: IntentSeedSchema,
  message,
  items: [intentItem(message, input.sha256)],
  parents: [input.snapshot.profile],
  keep: () => message,
  referenceDate: message.referenceDate,
  locale: message.locale,
});
