import { create, fromBinary } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { EvidenceSet } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type ParsedCitation, ParsedCitation_Kind } from "../../gen/pincite/lawbot/v1/citation_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { MemoFrameSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemKind, type RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../error.ts";
import { mayHoldHealth } from "../grounding/health.ts";
import { titleToSay } from "../grounding/title-to-say.ts";
import { worded } from "../messages/said.ts";
import { exhibitsOf } from "./exhibits.ts";
import { answersIn } from "./letter-order.ts";
import type { Memo } from "./memo.ts";
import type { Original } from "./original.ts";

/** Where a memo is read from. */
export interface MemoSource {
  /** Where the run stands. Errors: RUN_NOT_FOUND. */
  context(runId: string): Promise<RunContext>;
  /** The profile that a run was begun with, whole. Errors: ARTIFACT_NOT_FOUND, DATA_LOSS. */
  profile(ref: ArtifactRef): Promise<WorkflowProfile>;
  /** The evidence of the run as it stands; empty where nothing was found or pinned. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  evidence(runId: string): Promise<EvidenceSet>;
  /** The bytes of an artifact, checked against its digest. Errors: ARTIFACT_NOT_FOUND, DATA_LOSS. */
  content(digest: string): Promise<Uint8Array>;
  /** The run's receipts by the tool result they are about. */
  receipts(runId: string): Promise<ReadonlyMap<string, string>>;
  /** Citations of law in a text. Errors: UPSTREAM_UNAVAILABLE. */
  citations(text: string): Promise<readonly ParsedCitation[]>;
  /** Documents that are marked as holding health data, or that nobody can look up. Errors: UPSTREAM_UNAVAILABLE. */
  withHealth(strandId: string, evidenceIds: readonly string[]): Promise<string[]>;
  /** The stored bytes of a document. Errors: UPSTREAM_UNAVAILABLE, DOCUMENT_NOT_FOUND, DATA_LOSS. */
  original(strandId: string, evidenceId: string): Promise<Original>;
}

/** The confirmed draft of a run with all that it rests on. Errors: STAGE_FORBIDS, and those of the source. */
export const readMemo = async (source: MemoSource, context: RunContext): Promise<Memo> => {
  const read = async (ref: ArtifactRef | undefined) => ref && source.content(ref.digest);
  const refOf = (role: string) => context.current.find((each) => each.role === role)?.ref;
  const { draftRef, ledgerRef } = heldDraft(context);
  const intent = await read(refOf("intent_seed"));
  const outline = await read(refOf("skeleton"));
  const profile = context.profile && (await source.profile(context.profile));
  const draft = fromBinary(DraftTextSchema, await source.content(draftRef.digest));
  // Drafts of before the frame was confirmed with them go out with what their intent says; since rules 3 one without is no letter.
  const isAsked =
    context.rulesVersion >= 3 ||
    draft.saidFrameFields.length > 0 ||
    context.items.some(({ kind }) => kind === ItemKind.FRAME);
  const seed = intent && fromBinary(IntentSeedSchema, intent);
  const said = isAsked ? undefined : seed?.frame;
  // The title of the draft was held to its evidence then; the subject was not.
  const frame = draft.frame ?? (said && create(MemoFrameSchema, { ...said, subject: "" }));
  return {
    ...(frame ? { frame } : {}),
    ...(outline ? { answers: answersIn(fromBinary(MessageSkeletonSchema, outline)) } : {}),
    demands: seed?.demands ?? [],
    titleToSay: (title) => titleToSay(title, seed?.unsaid ?? []),
    audience: seed?.audience ?? "",
    mayHoldHealth: profile !== undefined && mayHoldHealth(seed?.audience ?? "", profile),
    frameLines: profile?.frame?.lines ?? [],
    draft,
    ledger: fromBinary(CitationLedgerSchema, await source.content(ledgerRef.digest)),
    evidence: await source.evidence(context.runId),
    proof: {
      runId: context.runId,
      draftDigest: draftRef.digest,
      ledgerDigest: ledgerRef.digest,
      checkpoint: context.version,
      rulesVersion: context.rulesVersion,
      registerDigest: context.registerDigest,
    },
    receipts: await source.receipts(context.runId),
    finalised: context.lifecycle === RunLifecycle.FINALISED,
  };
};

const heldDraft = ({ current }: RunContext): { draftRef: ArtifactRef; ledgerRef: ArtifactRef } => {
  const [draft, ledger] = ["draft_text", "citation_ledger"].map((role) => current.find((each) => each.role === role));
  if (!draft?.ref || !ledger?.ref)
    throw new DomainError("STAGE_FORBIDS", worded("error.the-run-has-no-confirmed-draft-yet-its-next"));
  if (!draft.confirmed)
    throw new DomainError("STAGE_FORBIDS", worded("error.the-draft-no-longer-holds-since-the-run-was"));
  return { draftRef: draft.ref, ledgerRef: ledger.ref };
};

/**
 * Keeps a memo from whoever may not know of somebody's health, where it rests on a document that a person marked so since, or
 * that nobody can look up any more. Errors: STAGE_FORBIDS, UPSTREAM_UNAVAILABLE.
 */
export const refuseHealthIn = async (source: MemoSource, memo: Memo, strandId: string): Promise<void> => {
  if (memo.mayHoldHealth) return;
  const documents = [...exhibitsOf(memo).keys()];
  const [first] = documents.length === 0 ? [] : await source.withHealth(strandId, documents);
  if (first === undefined) return;
  throw new DomainError(
    "STAGE_FORBIDS",
    worded("error.is-marked-as-holding-health-data-and-this", { first, audience: memo.audience || "nobody named" }),
    { evidence_ids: first, audience: memo.audience },
  );
};

/** Originals in one file, at most so many bytes: all of it stands in memory. */
const originalBytesMax = 256 * 1024 * 1024;

/** The stored bytes of every exhibit. Errors: LIMIT_EXCEEDED, and those of the source. */
export const originalsOf = async (
  source: MemoSource,
  memo: Memo,
  strandId: string,
): Promise<Memo["originals"] & {}> => {
  const originals = new Map<string, Original>();
  let sum = 0;
  for (const evidenceId of exhibitsOf(memo).keys()) {
    const original = await source.original(strandId, evidenceId);
    sum += original.bytes.length;
    if (sum > originalBytesMax)
      throw new DomainError("LIMIT_EXCEEDED", worded("error.the-exhibits-are-too-large-for-one-file-fetch"), {
        bytes_max: String(originalBytesMax),
      });
    originals.set(evidenceId, original);
  }
  return originals;
};

/** LawBot's full style for every statute's address of the ledger; rulings, and what it cannot read, stay as they are. */
export const fullCitations = async (source: MemoSource, { ledger }: Memo): Promise<(short: string) => string> => {
  const full = new Map<string, string>();
  const addresses = ledger.entries.flatMap(({ span, evidence }) =>
    evidence?.evidence.case === "law" ? [span?.address || evidence.evidence.value.address] : [],
  );
  for (const address of new Set(addresses)) {
    const [only, another] = await source.citations(address);
    // An address that is not read whole, `Bijlage 5.1 Regeling X`, is no citation of the part that is.
    if (only?.kind === ParsedCitation_Kind.STATUTE && !another && only.raw === address)
      full.set(address, only.renderedFull);
  }
  return (short) => full.get(short) || short;
};
