import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type Rules, rulesOf } from "../../run/rules.ts";
import type { RunRecording } from "./recording.ts";

/**
 * Events that were decided by other rules than these, by sequence number, with the words for it: they are folded as they
 * are and cannot be derived by this program. The event by which a program took the run over is among them, and what it put
 * forward again in the same breath: both rest on what was recorded before.
 */
export const otherRules = ({ events }: RunRecording, own: Rules): ReadonlyMap<number, string> => {
  const others = new Map<number, string>();
  let now = rulesOf({ rulesVersion: 0, registerDigest: "" });
  let takingOver = false;
  for (const { seq, event } of events) {
    const { event: one } = event;
    if (one.case === "runCreated") now = rulesOf(one.value);
    takingOver = one.case === "rulesAdopted" || (takingOver && isPutForwardAgain(event));
    const why = takingOver ? "the run was taken over by newer rules here" : recordedUnder(now, own);
    if (why !== "") others.set(seq, why);
    if (one.case === "rulesAdopted") now = { version: one.value.toVersion, registerDigest: one.value.toRegisterDigest };
  }
  return others;
};

const isPutForwardAgain = ({ actor, event }: RunEvent): boolean =>
  actor?.kind === Principal_Kind.KERNEL && (event.case === "proposalRecorded" || event.case === "needsIssued");

const recordedUnder = (rules: Rules, own: Rules): string => {
  if (rules.version !== own.version) return `recorded under rules ${rules.version}`;
  return rules.registerDigest === own.registerDigest
    ? ""
    : `recorded under rules ${rules.version} with another register of law names`;
};
