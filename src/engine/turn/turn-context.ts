import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { type ConversationEntry, ConversationEntrySchema } from "../../../gen/pincite/memo/v1/conversation_pb.ts";
import { type ToolContext, type TurnContext, TurnContextSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { toAnsweredContext } from "../../model/answered-context.ts";
import type { ShownArtifact } from "../../model/request.ts";
import { retrievalSeed } from "../../model/retrieval-seed.ts";
import { stageRecord } from "../../run/fold.ts";
import type { Material } from "../../run/kernel.ts";
import { unnamedSet } from "../../run/name-evidence.ts";
import { sha256 } from "../../sha256.ts";
import type { LoadedRun } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";

/** The last entries of the conversation that a model sees. */
const conversationMax = 10;

/** What the model is shown in one step, and the artifacts that is. It never reads a source (invariant 2). */
export const turnContext = async (
  runs: Runs,
  run: LoadedRun,
  material: Material,
  step: {
    readonly userPrompt: string;
    readonly promptRef: ArtifactRef;
    readonly toolContexts: readonly ToolContext[];
    readonly allowedTools: readonly string[];
    readonly finalOnly: boolean;
    readonly requireTool: boolean;
    readonly earlierResults: readonly ToolContext[];
    /** Characters of the letter that is answered that may be shown: no tool runs where it is. */
    readonly letterChars: number;
  },
): Promise<{ context: TurnContext; shown: ShownArtifact[] }> => {
  const { snapshot } = run;
  const conversation = await recentConversation(runs, snapshot.runId);
  const earlierTalk = conversation.map((one) => one.entry);
  const skeleton = material.skeleton ?? (snapshot.state === State.SKELETON ? material.proposals.skeleton : undefined);
  const evidenceSet = snapshot.evidenceSet ?? unnamedSet({ snapshot, material, sha256 })?.ref;
  const letter = letterParts(snapshot, material, step.letterChars);
  const context = create(TurnContextSchema, {
    state: snapshot.state,
    run: runs.contextFor(run, material),
    userPrompt: step.userPrompt,
    profile: material.profile,
    ...(material.intent ? { intent: material.intent } : {}),
    ...(skeleton ? { skeleton } : {}),
    ...(material.needs ? { needs: material.needs } : {}),
    ...(needMapOf(material, snapshot.state) ?? {}),
    ...(material.ledger ? { ledger: material.ledger } : {}),
    ...(material.proposals.draft ? { draft: material.proposals.draft } : {}),
    ...(material.evidenceSet ? { evidenceSet: material.evidenceSet } : {}),
    toolContexts: [...step.toolContexts],
    conversation: conversation.map((one) => one.entry),
    allowedTools: [...step.allowedTools],
    finalOnly: step.finalOnly,
    requireTool: step.requireTool,
    earlierResults: [...step.earlierResults],
    retrievalSeed: retrievalSeed(step.userPrompt, earlierTalk),
    ...letter.parts,
  });
  const shown: ShownArtifact[] = [
    ...whole(step.promptRef, "user-prompt"),
    ...whole(snapshot.profile, "profile"),
    ...whole(stageRecord(snapshot, State.INTENT_SEED)?.accepted, "intent"),
    ...whole(skeletonRef(snapshot), "outline"),
    ...letter.shown,
    ...whole(snapshot.needs, "needs"),
    ...whole(evidenceSet, "needs"),
    ...whole(needMapRef(snapshot), "bound-evidence"),
    ...whole(stageRecord(snapshot, State.SPAN_RESOLUTION)?.accepted, "bound-evidence"),
    ...whole(stageRecord(snapshot, State.DRAFT)?.proposal, "outline"),
    ...conversation.flatMap((one) => whole(one.ref, "conversation")),
  ];
  return { context, shown };
};

/** In EVIDENCE_BINDING the last proposal, so that what is unbound can be seen; later only what was confirmed. */
const needMapOf = (material: Material, state: State) => {
  const needMap = state === State.EVIDENCE_BINDING ? material.proposals.needMap : material.needMap;
  return needMap ? { needMap } : undefined;
};

/** The reference of what `needMapOf` shows. */
const needMapRef = (snapshot: LoadedRun["snapshot"]): ArtifactRef | undefined => {
  const record = stageRecord(snapshot, State.EVIDENCE_BINDING);
  return snapshot.state === State.EVIDENCE_BINDING ? record?.proposal : record?.accepted;
};

/** An outline under review stands for the confirmed one as long as there is none: what a person answered must be seen. */
const skeletonRef = (snapshot: LoadedRun["snapshot"]): ArtifactRef | undefined => {
  const record = stageRecord(snapshot, State.SKELETON);
  return record?.accepted ?? (snapshot.state === State.SKELETON ? record?.proposal : undefined);
};

/**
 * The letter that is answered: where the intent and the outline are made, the artifact as it was pinned and its reading; where quotes are
 * bound and the draft is written, its reading alone.
 */
const letterParts = (snapshot: LoadedRun["snapshot"], { answeredText, letterReading }: Material, chars: number) => {
  const ref = snapshot.answeredText;
  const isOfIt = ref !== undefined && letterReading?.answeredText?.digest === ref.digest;
  // What was taken out of it is quoted as it was taken out.
  if (quoting.has(snapshot.state)) return { parts: isOfIt ? { letterReading } : {}, shown: [] };
  if ((snapshot.state !== State.INTENT_SEED && snapshot.state !== State.SKELETON) || !ref || !answeredText)
    return { parts: {}, shown: [] };
  const { context: answered, shownChars } = toAnsweredContext(answeredText, ref, chars);
  return {
    parts: { answered, ...(isOfIt ? { letterReading } : {}) },
    shown: [{ ref, reason: "answered-letter", shownChars }],
  };
};

/** Stages that quote: passages, and in the draft the question that a sentence answers. */
const quoting: ReadonlySet<State> = new Set([State.EVIDENCE_BINDING, State.SPAN_RESOLUTION, State.DRAFT]);

const whole = (ref: ArtifactRef | undefined, reason: string): ShownArtifact[] =>
  ref ? [{ ref, reason, shownChars: Number(ref.sizeBytes) }] : [];

const recentConversation = async (
  runs: Runs,
  runId: string,
): Promise<{ ref: ArtifactRef; entry: ConversationEntry }[]> => {
  const found: { ref: ArtifactRef; entry: ConversationEntry }[] = [];
  const { said } = (await runs.recorded.of(runId)).lists;
  for (const ref of said.slice(-conversationMax))
    found.push({ ref, entry: await runs.reader.read(ConversationEntrySchema, ref) });
  return found;
};
