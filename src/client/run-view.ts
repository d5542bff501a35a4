import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { type EvidenceSet, EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type CitationLedger, CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { type DraftText, DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type EvidenceNeeds, EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { type IntentSeed, IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import {
  type AnsweredText,
  AnsweredTextSchema,
  type LetterReading,
  LetterReadingSchema,
} from "../../gen/pincite/memo/v1/letter_pb.ts";
import {
  type Binding,
  EvidenceChoiceSchema,
  type EvidenceNeedMap,
  EvidenceNeedMapSchema,
} from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { type MessageSkeleton, MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { completedProfile } from "../profile/shipped.ts";
import { fetchAll } from "./artifact-store.ts";
import type { Connection } from "./connection.ts";
import { unnamedEvidence } from "./unnamed-evidence.ts";

/** A run with its current artifacts, decoded. An artifact under review takes the place of the artifact that it would replace. */
export interface RunView {
  readonly context: RunContext;
  readonly intent: IntentSeed | undefined;
  /** The words of the letter that is answered, and that letter taken apart. */
  readonly answeredText: AnsweredText | undefined;
  readonly letterReading: LetterReading | undefined;
  readonly skeleton: MessageSkeleton | undefined;
  readonly needs: EvidenceNeeds | undefined;
  readonly evidence: EvidenceSet | undefined;
  readonly needMap: EvidenceNeedMap | undefined;
  readonly ledger: CitationLedger | undefined;
  readonly draft: DraftText | undefined;
  /** What persons chose for slots, by slot_id. */
  readonly choices: ReadonlyMap<string, Binding>;
  /** What kinds of claims are called, in each language. */
  readonly profile?: WorkflowProfile | undefined;
}

/** Fetches the current artifacts of a run. Errors: RUN_NOT_FOUND, DATA_LOSS when bytes do not match their digest. */
export const loadRunView = async (connection: Connection, context: RunContext): Promise<RunView> => {
  const refs = [...context.current.map(({ ref }) => ref), context.profile, ...choiceRefs(context)].filter(
    (ref) => ref !== undefined,
  );
  const [contents, unnamed] = await Promise.all([
    fetchAll(connection, refs),
    unnamedEvidence(connection.orchestrator, context),
  ]);
  const underReview = context.current.find(({ role }) => role === "proposal")?.ref;
  const read = <Desc extends DescMessage>(schema: Desc): MessageShape<Desc> | undefined => {
    const fits = (ref: ArtifactRef | undefined) => ref?.kind === schema.typeName;
    const ref = fits(underReview) ? underReview : refs.findLast(fits);
    const bytes = ref && contents.get(ref.digest);
    return bytes === undefined ? undefined : fromBinary(schema, bytes);
  };
  const profile = read(WorkflowProfileSchema);
  return {
    context,
    intent: read(IntentSeedSchema),
    answeredText: read(AnsweredTextSchema),
    letterReading: read(LetterReadingSchema),
    skeleton: read(MessageSkeletonSchema),
    needs: read(EvidenceNeedsSchema),
    evidence: read(EvidenceSetSchema) ?? unnamed,
    needMap: read(EvidenceNeedMapSchema),
    ledger: read(CitationLedgerSchema),
    draft: read(DraftTextSchema),
    choices: choicesIn(context, contents),
    ...(profile ? { profile: completedProfile(profile) } : {}),
  };
};

/** Artifacts of what was chosen. */
export const choiceRefs = ({ choices }: RunContext) => choices.map(({ choice }) => choice);

/** What was chosen and holds, by slot. */
export const choicesIn = (
  { choices }: RunContext,
  contents: ReadonlyMap<string, Uint8Array>,
): ReadonlyMap<string, Binding> =>
  new Map(
    choices.flatMap(({ slotId, choice, holds }) => {
      const bytes = holds ? contents.get(choice?.digest ?? "") : undefined;
      const { binding } = bytes ? fromBinary(EvidenceChoiceSchema, bytes) : {};
      return binding ? [[slotId, binding] as const] : [];
    }),
  );

/** Returns the id of the run that an argument names: by its id, or by `latest` for the newest run. Errors: RUN_NOT_FOUND. */
export const runIdOf = async ({ orchestrator }: Connection, named: string): Promise<string> => {
  if (named !== "latest") return named;
  const newest = await newestRun(orchestrator);
  if (newest === undefined)
    throw new DomainError("RUN_NOT_FOUND", worded("command-error.you-have-no-run-yet-pincite-run-new-begins"));
  return newest;
};

/** The id of the newest run that was not erased; undefined: there is none. */
export const newestRun = async (orchestrator: Connection["orchestrator"]): Promise<string | undefined> => {
  for (let pageToken = "", pageSize = 1; ; pageSize = 200) {
    const page = await orchestrator.listRuns({ pageSize, pageToken });
    const found = page.runs.find(({ erasedAtIso }) => erasedAtIso === "");
    if (found || page.nextPageToken === "") return found?.runId;
    pageToken = page.nextPageToken;
  }
};

/** Reads the context of the named run, which says where the run stands. */
export const readRun = async (connection: Connection, named: string): Promise<RunContext> => {
  const { runContext } = await connection.orchestrator.getRun({ runId: await runIdOf(connection, named) });
  return contextOf(runContext);
};

/** Returns the context that the protocol promises. Errors: INTERNAL where the server left it out. */
export const contextOf = (context: RunContext | undefined): RunContext => {
  if (context === undefined)
    throw new DomainError("INTERNAL", worded("command-error.the-server-answered-without-telling-where-the"));
  return context;
};
