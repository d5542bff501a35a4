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
import type { LaterOnLetter } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";

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
  /** Where words stand that bindings under review point at, by binding_id, as far as the Vault was asked. */
  readonly pointed?: ReadonlyMap<string, SpanRef>;
  /** Quotes under review against whose paper something is told, as toldAgainst has it. Absent: nobody asked. */
  readonly against?: ReadonlySet<string>;
  /** What the other side wrote later of parts of the letter, as far as that was asked for. */
  readonly letterLater?: readonly LaterOnLetter[];
}

/** The artifacts that a run is drawn with. */
export const shownRefs = (context: RunContext): ArtifactRef[] =>
  [...context.current.map(({ ref }) => ref), context.profile, ...context.choices.map(({ choice }) => choice)].filter(
    (ref) => ref !== undefined,
  );

/** What a run is drawn with besides its artifacts. */
export interface ViewMaterial {
  /** The bytes of an artifact, held against its digest; undefined: not fetched. */
  bytesOf(digest: string): Uint8Array | undefined;
  /** The evidence set as it is now, where no artifact names it whole. */
  readonly unnamed: EvidenceSet | undefined;
  /** A profile of an older run with what its rules knew without it. */
  completed(profile: WorkflowProfile): WorkflowProfile;
}

/** A run as it is drawn, from its context and the bytes of its artifacts. */
export const viewOf = (context: RunContext, { bytesOf, unnamed, completed }: ViewMaterial): RunView => {
  const refs = shownRefs(context);
  const underReview = context.current.find(({ role }) => role === "proposal")?.ref;
  const read = <Desc extends DescMessage>(schema: Desc): MessageShape<Desc> | undefined => {
    const fits = (ref: ArtifactRef | undefined) => ref?.kind === schema.typeName;
    const ref = fits(underReview) ? underReview : refs.findLast(fits);
    const bytes = ref && bytesOf(ref.digest);
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
    choices: choicesIn(context, bytesOf),
    ...(profile ? { profile: completed(profile) } : {}),
  };
};

/** What was chosen and holds, by slot. */
const choicesIn = ({ choices }: RunContext, bytesOf: ViewMaterial["bytesOf"]): ReadonlyMap<string, Binding> =>
  new Map(
    choices.flatMap(({ slotId, choice, holds }) => {
      const bytes = holds ? bytesOf(choice?.digest ?? "") : undefined;
      const { binding } = bytes ? fromBinary(EvidenceChoiceSchema, bytes) : {};
      return binding ? [[slotId, binding] as const] : [];
    }),
  );
