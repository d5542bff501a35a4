import { create, type DescMessage, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { type ArtifactRef, ArtifactRefSchema } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  type AuditMeta,
  AuditMetaSchema,
  type Principal,
  Principal_Kind,
} from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { EvidenceSet } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type ArtifactRecorded,
  ArtifactRecordedSchema,
  type IdCounters,
  IdCountersSchema,
  type RunEvent,
  RunEventSchema,
} from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { CitationLedger } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftJudgement } from "../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import type { DraftText } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { EvidenceNeeds } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { IntentSeed } from "../../gen/pincite/memo/v1/intent_pb.ts";
import type { AnsweredText, LetterReading } from "../../gen/pincite/memo/v1/letter_pb.ts";
import type { Binding, EvidenceNeedMap } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import type { MessageSkeleton } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { WordsSchema } from "../../gen/pincite/memo/v1/words_pb.ts";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { ActSignature } from "../../gen/pincite/run/v1/signed_act_pb.ts";
import type { DraftExamination, DraftUnderCheck } from "../grounding/draft-check.ts";
import type { NewArtifact } from "./new-artifact.ts";
import type { MintReceipt } from "./receipt-facts.ts";
import type { Rules } from "./rules.ts";

export type { NewArtifact } from "./new-artifact.ts";

/** The draft check. It is handed in, so that the code that assembles a server can bind the reader of citations to it. */
export type DraftCheck = (input: Omit<DraftUnderCheck, "citations">) => DraftExamination;

/** Contents that the snapshot only names: the messages on which the current stage and the stages before it rest. */
export interface Material {
  readonly profile: WorkflowProfile;
  /** The run's title; absent when the run has none. */
  readonly title?: string;
  readonly intent?: IntentSeed;
  /** The words of the letter pinned as answered; absent when none is. */
  readonly answeredText?: AnsweredText;
  /** The reading of the letter that the intent names: in INTENT_SEED the one under review, later the confirmed one. */
  readonly letterReading?: LetterReading;
  readonly skeleton?: MessageSkeleton;
  readonly needs?: EvidenceNeeds;
  readonly evidenceSet?: EvidenceSet;
  readonly needMap?: EvidenceNeedMap;
  readonly ledger?: CitationLedger;
  readonly draft?: DraftText;
  /** What second readers said last; absent when none was heard. */
  readonly judgement?: DraftJudgement;
  /** What persons chose for slots, by slot_id; absent when nothing was. */
  readonly choices?: ReadonlyMap<string, Binding>;
  /** The last proposal of each stage, confirmed or not, by role. */
  readonly proposals: Proposals;
}

/** The last proposal of each stage. */
export interface Proposals {
  /** Only in INTENT_SEED: later the confirmed one counts. */
  readonly intent?: IntentSeed;
  readonly skeleton?: MessageSkeleton;
  readonly needMap?: EvidenceNeedMap;
  readonly ledger?: CitationLedger;
  readonly draft?: DraftText;
}

/** Everything a decision may depend on besides the run itself. */
export interface DecisionInput {
  readonly snapshot: RunSnapshot;
  readonly material: Material;
  readonly sha256: Sha256;
  readonly checkDraft: DraftCheck;
  /** The rules by which the decision is made. */
  readonly rules: Rules;
  /** Current revision of the run's strand; absent when it was not asked for. */
  readonly corpusRevision?: string;
  /** The time of the decision: RFC 3339, UTC, with milliseconds. */
  readonly nowIso: string;
  readonly actor: Principal;
  /** The person's signature of the act that is decided; who commits it has held it against the act. Absent: it is not signed. */
  readonly signature?: ActSignature;
  /** Mints the receipts of finished tool calls; absent only where nothing is signed, as in tests of the kernel alone. */
  readonly receipt?: MintReceipt;
  /** Events that this commit holds so far; kept by Decision. */
  readonly uncommitted?: readonly RunEvent[];
  /** Events and artifacts that this commit begins with; `snapshot` and `material` hold them. The first Decision takes them. */
  readonly begun?: Changes;
}

/** The result of a command: events to append and artifacts to store with them, all or nothing. */
export interface Changes {
  readonly events: readonly RunEvent[];
  readonly artifacts: readonly NewArtifact[];
}

/** Returns the bytes and reference of a message. The digest is of these bytes; the message is not encoded again to compare. */
export const encodeArtifact = <D extends DescMessage>(
  schema: D,
  message: MessageShape<D>,
  sha256: Sha256,
): NewArtifact => encodedArtifact(schema, message, toBinary(schema, message), sha256);

/** Returns the bytes of a message with their reference, and the message where it is what the bytes decode to. */
export const encodedArtifact = <D extends DescMessage>(
  schema: D,
  message: MessageShape<D>,
  bytes: Uint8Array,
  sha256: Sha256,
): NewArtifact => {
  const artifact = { bytes, ref: artifactRef(schema.typeName, bytes, sha256) };
  return mayHoldReplacement(bytes) ? artifact : { ...artifact, message };
};

/**
 * Tells whether the bytes may hold U+FFFD, the character that is written for half of a character (a lone surrogate). Only
 * such bytes can decode to a message that differs from the message they were made of.
 */
const mayHoldReplacement = (bytes: Uint8Array): boolean => {
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1))
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) return true;
  return false;
};

/** The reference of stored bytes. */
export const artifactRef = (kind: string, bytes: Uint8Array, sha256: Sha256): ArtifactRef =>
  create(ArtifactRefSchema, { kind, version: 1, digest: digestOf(bytes, sha256), sizeBytes: BigInt(bytes.length) });

/** Collects the artifacts that one event makes known. */
export class EventDraft {
  readonly artifacts: NewArtifact[] = [];
  readonly recorded: ArtifactRecorded[] = [];
  readonly #input: DecisionInput;

  constructor(input: DecisionInput) {
    this.#input = input;
  }

  /** Adds an artifact under a role; returns its reference. */
  record<D extends DescMessage>(
    schema: D,
    message: MessageShape<D>,
    role: string,
    parents: readonly (ArtifactRef | undefined)[],
  ): ArtifactRef {
    const artifact = encodeArtifact(schema, message, this.#input.sha256);
    return this.add(artifact, role, parents);
  }

  /** Adds bytes that are encoded already. */
  add(artifact: NewArtifact, role: string, parents: readonly (ArtifactRef | undefined)[]): ArtifactRef {
    this.artifacts.push(artifact);
    this.recorded.push(
      create(ArtifactRecordedSchema, { ref: artifact.ref, role, parents: parents.filter((p) => p !== undefined) }),
    );
    return artifact.ref;
  }

  /** Adds a person's words as an artifact, since an event holds no words; returns undefined when the text is blank. */
  words(text: string): ArtifactRef | undefined {
    return text.trim() === "" ? undefined : this.record(WordsSchema, create(WordsSchema, { text }), "words", []);
  }

  /** The finished event. */
  event(event: RunEvent["event"]): RunEvent {
    const { nowIso, actor } = this.#input;
    return create(RunEventSchema, { timeIso: nowIso, actor, artifacts: [...this.recorded], event });
  }
}

/** Tells whether a proposal replaces what was confirmed for the same thing: a user's proposal does, a model's does not. */
export const replaces = (input: DecisionInput): boolean => input.actor.kind !== Principal_Kind.MODEL;

/** Returns the id counters with some of them changed; absent counters are zero. */
export const withCounters = (before: IdCounters | undefined, change: Partial<CounterValues>): IdCounters => {
  const { sections, claims, slots, needs, sentences, parties, letterParts } = before ?? create(IdCountersSchema);
  return create(IdCountersSchema, { sections, claims, slots, needs, sentences, parties, letterParts, ...change });
};
type CounterValues = Pick<
  IdCounters,
  "sections" | "claims" | "slots" | "needs" | "sentences" | "parties" | "letterParts"
>;

/** The origin written into a stage artifact. */
export const auditMeta = (input: DecisionInput, id: string, parents: readonly (ArtifactRef | undefined)[]): AuditMeta =>
  create(AuditMetaSchema, {
    id,
    runId: input.snapshot.runId,
    createdAtIso: input.nowIso,
    createdBy: input.actor,
    parents: parents.filter((p) => p !== undefined),
  });
