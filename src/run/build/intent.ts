import { create } from "@bufbuild/protobuf";
import { isDay } from "#kit/day.ts";
import type { IdCounters } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type IntentSeed, type IntentSeedProposal, IntentSeedSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { type LetterReading, LetterReadingSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { intentItem } from "../items.ts";
import { auditMeta, type DecisionInput, encodeArtifact, withCounters } from "../kernel.ts";
import type { NewArtifact } from "../new-artifact.ts";
import { invalidProposal } from "../refusals.ts";
import type { Candidate } from "./candidate.ts";
import { wishesOf } from "./demands.ts";
import { frameOf } from "./frame.ts";
import { formerIntent, formerReading, readingOf } from "./letter-reading.ts";
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
    throw invalidProposal("reference_date", "error.is-no-day-of-the-calendar-write-it-as-2025-12", {
      day: referenceDate,
    });
  const { parties, counters: withParties } = partiesOf(input, proposal);
  const letter = letterOf(input, proposal, withParties);
  const frame = frameOf(input, proposal);
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
    ...(letter.ref ? { letterReading: letter.ref } : {}),
    ...(frame ? { frame } : {}),
    ...wishesOf(input, proposal, formerIntent(input)),
  });
  if (message.goal === "") throw invalidProposal("goal", "error.the-goal-is-empty-say-what-the-memo-is-to");
  const { counters, beside } = letter;
  return { ...candidateOf(input, message), ...(counters ? { counters } : {}), ...(beside ? { beside } : {}) };
};

/** The reading that an intent names, with what is recorded beside it where it is a new one. */
const letterOf = (input: DecisionInput, proposal: IntentSeedProposal, counters: IdCounters | undefined) => {
  const { snapshot, sha256 } = input;
  if (!proposal.letterReading)
    return { ref: formerReading(input) && formerIntent(input)?.letterReading, counters, beside: undefined };
  const { reading, partsMinted } = readingOf(input, proposal.letterReading);
  const artifact: NewArtifact = encodeArtifact(LetterReadingSchema, reading satisfies LetterReading, sha256);
  const before = counters ?? snapshot.counters;
  return {
    ref: artifact.ref,
    counters:
      partsMinted === (before?.letterParts ?? 0) ? counters : withCounters(before, { letterParts: partsMinted }),
    beside: [{ artifact, role: "letter_reading", parents: [snapshot.answeredText] }],
  };
};

const candidateOf = (input: DecisionInput, message: IntentSeed): Candidate<typeof IntentSeedSchema> => ({
  state: OrchestratorState.INTENT_SEED,
  schema: IntentSeedSchema,
  message,
  items: [intentItem(message, input.sha256)],
  parents: [input.snapshot.profile, message.letterReading],
  keep: () => message,
  referenceDate: message.referenceDate,
  locale: message.locale,
});
