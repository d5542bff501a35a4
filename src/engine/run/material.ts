import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { EvidenceSet } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunSnapshot } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { CitationLedgerSchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftJudgementSchema } from "../../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import { DraftTextSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { IntentSeedSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { AnsweredTextSchema, LetterReadingSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import {
  type EvidenceChoice,
  EvidenceChoiceSchema,
  EvidenceNeedMapSchema,
} from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type Words, WordsSchema } from "../../../gen/pincite/memo/v1/words_pb.ts";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { completedProfile } from "../../profile/shipped.ts";
import { stageRecord } from "../../run/fold.ts";
import type { Material } from "../../run/kernel.ts";
import type { ArtifactReader } from "./artifact-reader.ts";

/** Loads what the snapshot names, so that the core decides without I/O; what is in memory is taken without waiting. */
export const loadMaterial = async (reader: ArtifactReader, run: RunSnapshot): Promise<Material> => {
  const read: Read = new Map();
  const missing: Promise<void>[] = [];
  for (const { schema, ref } of namedBy(run)) {
    const known = reader.known(schema, ref);
    if (known) read.set(ref.digest, known);
    else missing.push(reader.read(schema, ref).then((message) => void read.set(ref.digest, message)));
  }
  if (missing.length > 0) await Promise.all(missing);
  return withReading(reader, materialOf(run, read, await reader.evidence.of(run)));
};

/** With the reading of the letter, which the intent names and not the run: the one under review before the confirmed one. */
const withReading = async (reader: ArtifactReader, material: Material): Promise<Material> => {
  const ref = (material.proposals.intent ?? material.intent)?.letterReading;
  return ref ? { ...material, letterReading: await reader.read(LetterReadingSchema, ref) } : material;
};

/** The run's title: as an artifact since rules 2, in its first event before; empty where it has none. */
export const titleOf = async (reader: ArtifactReader, run: RunSnapshot): Promise<string> =>
  run.titleWords ? (await reader.read(WordsSchema, run.titleWords)).text : run.title;

/** The profile as it is recorded, with what its rules knew without it. */
const wholeProfile = (recorded: MessageShape<DescMessage> | undefined): WorkflowProfile | undefined =>
  recorded && completedProfile(recorded as WorkflowProfile);

/** What was read, by digest. */
type Read = Map<string, MessageShape<DescMessage>>;

interface Named {
  readonly schema: DescMessage;
  readonly ref: ArtifactRef;
}

const namedBy = (run: RunSnapshot): Named[] => {
  const named: Named[] = [];
  const add = (schema: DescMessage, ref: ArtifactRef | undefined): void => {
    if (ref) named.push({ schema, ref });
  };
  if (!run.profile) throw new Error("a run without a profile");
  add(WorkflowProfileSchema, run.profile);
  add(WordsSchema, run.titleWords);
  add(EvidenceNeedsSchema, run.needs);
  add(AnsweredTextSchema, run.answeredText);
  add(DraftJudgementSchema, run.judgement);
  for (const { choice } of run.choices) add(EvidenceChoiceSchema, choice);
  for (const record of run.stages) {
    const schema = stageSchemas[record.state];
    if (!schema) continue;
    add(schema, record.accepted);
    // A former proposal of an intent says nothing once the stage is left.
    if (schema !== IntentSeedSchema || run.state === State.INTENT_SEED) add(schema, record.proposal);
  }
  return named;
};

/** Stage artifacts; needs are current in every stage and named by the run itself. */
const stageSchemas: Readonly<Partial<Record<State, DescMessage>>> = {
  [State.INTENT_SEED]: IntentSeedSchema,
  [State.SKELETON]: MessageSkeletonSchema,
  [State.EVIDENCE_BINDING]: EvidenceNeedMapSchema,
  [State.SPAN_RESOLUTION]: CitationLedgerSchema,
  [State.DRAFT]: DraftTextSchema,
};

const materialOf = (run: RunSnapshot, read: Read, evidenceSet: EvidenceSet | undefined): Material => {
  const message = (ref: ArtifactRef | undefined) => ref && read.get(ref.digest);
  const accepted = (state: State) => message(stageRecord(run, state)?.accepted);
  const proposal = (state: State) => message(stageRecord(run, state)?.proposal);
  const { profile, needs, answeredText } = run;
  const title = run.titleWords ? (message(run.titleWords) as Words | undefined)?.text : run.title;
  return present({
    profile: wholeProfile(message(profile)),
    title: title || undefined,
    intent: accepted(State.INTENT_SEED),
    skeleton: accepted(State.SKELETON),
    needs: message(needs),
    evidenceSet,
    answeredText: message(answeredText),
    choices: run.choices.length === 0 ? undefined : chosenIn(run, read),
    needMap: accepted(State.EVIDENCE_BINDING),
    ledger: accepted(State.SPAN_RESOLUTION),
    draft: accepted(State.DRAFT),
    judgement: message(run.judgement),
    proposals: present({
      intent: run.state === State.INTENT_SEED ? proposal(State.INTENT_SEED) : undefined,
      skeleton: proposal(State.SKELETON),
      needMap: proposal(State.EVIDENCE_BINDING),
      ledger: proposal(State.SPAN_RESOLUTION),
      draft: proposal(State.DRAFT),
    }),
  }) as unknown as Material;
};

/** The bindings that were chosen, by slot. */
const chosenIn = ({ choices }: RunSnapshot, read: Read) =>
  new Map(
    choices.flatMap(({ slotId, choice }) => {
      const chosen = choice && (read.get(choice.digest) as EvidenceChoice | undefined);
      return chosen?.binding ? [[slotId, chosen.binding] as const] : [];
    }),
  );

/** Without what is not there: `undefined` and absent are two things to whoever spreads it. */
const present = (all: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const made: Record<string, unknown> = {};
  for (const name in all) if (all[name] !== undefined) made[name] = all[name];
  return made;
};
