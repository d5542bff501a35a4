import { create, toBinary } from "@bufbuild/protobuf";
import type { Principal } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type SignedAct, SignedActSchema, SignedItemSchema } from "../../gen/pincite/run/v1/signed_act_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { stageRecord } from "./fold.ts";
import type { DecisionInput } from "./kernel.ts";

/** The role in which a person's signature stands in the event of the act. */
export const signatureRole = "act_signature";

/** The last event of a run before an act. */
export interface ActHead {
  readonly seq: number;
  /** SHA-256 of its record, 64 hex. */
  readonly hash: string;
}

/** What a person signs of an event: the decisions about items, or the finalising; undefined for an event of another kind. */
export const signedActOf = (
  { runId, stages, state }: Pick<RunSnapshot, "runId" | "stages" | "state">,
  { hash, seq }: ActHead,
  { event, actor }: Pick<RunEvent, "event" | "actor">,
): SignedAct | undefined => {
  const act = {
    runId,
    version: `${seq}-${hash.slice(0, 16)}`,
    headSha256: hash,
    stage: state,
    ...personOf(actor),
  };
  if (event.case === "runFinalised") {
    const { draft, ledger } = event.value;
    const finalising = { draftDigest: draft?.digest ?? "", ledgerDigest: ledger?.digest ?? "" };
    return create(SignedActSchema, { ...act, finalising });
  }
  if (event.case !== "itemsDecided") return undefined;
  const there = new Map(stages.find((one) => one.state === state)?.items.map((item) => [item.itemId, item]));
  const items = event.value.items.map(({ itemId, decision, lookFingerprints, shownDigests }) =>
    create(SignedItemSchema, {
      itemId,
      fingerprint: there.get(itemId)?.fingerprint ?? "",
      decision,
      lookFingerprints,
      shownDigests,
    }),
  );
  return create(SignedActSchema, { ...act, proposalDigest: event.value.proposalDigest, items });
};

const personOf = (actor: Principal | undefined) => ({ name: actor?.name ?? "", issuer: actor?.issuer ?? "" });

/** The bytes that are signed. */
export const actBytes = (act: SignedAct): Uint8Array => toBinary(SignedActSchema, act);

/** Refuses a finalising without a signature where the kind of memo wants one. Errors: SIGNATURE_NEEDED. */
export const refuseUnsigned = ({ material: { profile }, signature }: DecisionInput): void => {
  if (profile.signatureAtFinalising && !signature)
    throw new DomainError("SIGNATURE_NEEDED", worded("signature-error.wanted"));
};

/** Whether nothing is missing but the signature of whoever finalises. */
export const awaitsSignature = (
  run: RunSnapshot,
  profile: Pick<WorkflowProfile, "signatureAtFinalising"> | undefined,
  isReady: boolean,
): boolean =>
  isReady &&
  profile?.signatureAtFinalising === true &&
  run.state === OrchestratorState.DRAFT &&
  run.lifecycle !== RunLifecycle.FINALISED &&
  stageRecord(run, run.state)?.accepted !== undefined;
