import { create } from "@bufbuild/protobuf";
import {
  type PrepareActResponse,
  PrepareActResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { ActSignature, SignedAct } from "../../../gen/pincite/run/v1/signed_act_pb.ts";
import { DomainError } from "../../error.ts";
import { type Said, worded } from "../../messages/said.ts";
import type { Decision } from "../../run/decide.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { actBytes, signedActOf } from "../../run/signed-act.ts";
import type { LoadedRun } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";

/** What was decided, on which run. */
interface Decided {
  readonly input: DecisionInput;
  readonly before: LoadedRun;
  readonly decision: Decision;
}

/** The input with the signature that the event of the act is to hold. */
export const signed = (input: DecisionInput, signature: ActSignature | undefined): DecisionInput =>
  signature ? { ...input, signature } : input;

/** What is signed of what was decided; undefined where it comes to no event that is. */
const actOf = ({ input, before, decision }: Decided): SignedAct | undefined => {
  const event = decision.changes.events.find(
    ({ event: { case: is } }) => is === "itemsDecided" || is === "runFinalised",
  );
  return event && signedActOf(input.snapshot, before.head, event);
};

/**
 * Refuses a signature that is not the actor's of this very act: the bytes are those that the run itself comes to, whatever the client says
 * was signed. Errors: SIGNATURE_INVALID.
 */
export const refuseSignature = (runs: Runs, decided: Decided, signature: ActSignature | undefined): void => {
  if (!signature) return;
  const { input, decision } = decided;
  if (input.begun) throw invalid(worded("signature-error.taken-over"));
  const act = actOf(decided);
  if (!act && decision.changes.events.some(({ event }) => event.case === "stageAdvanced"))
    throw invalid(worded("signature-error.only-finalising"));
  // Who signs wants it to stand: that it comes to nothing new is no yes. Changed documents are recorded, and the run has not gone on.
  if (!act && decision.changes.events.length === 0) throw invalid(worded("signature-error.nothing-decided"));
  if (!act) return;
  const { checkAct, clock } = runs.parts;
  const problem = checkAct
    ? checkAct(signature, actBytes(act), input.actor, clock.now())
    : worded("signature-error.no-signers");
  if (problem) throw invalid(problem);
};

/** The bytes of what was decided, to be signed. Errors: STAGE_FORBIDS where it comes to no act. */
export const preparedAct = (decided: Decided): PrepareActResponse => {
  const act = actOf(decided);
  if (act) return create(PrepareActResponseSchema, { act: actBytes(act), version: act.version });
  if (decided.decision.changes.events.length > 0) throw nothingToFinalise();
  throw new DomainError("STAGE_FORBIDS", worded("signature-error.nothing-decided"));
};

export const nothingToFinalise = (): DomainError =>
  new DomainError("STAGE_FORBIDS", worded("signature-error.not-to-finalise"));

const invalid = (problem: Said): DomainError => new DomainError("SIGNATURE_INVALID", problem);
