import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { ProofMaker } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { decidesNothing, stageRecord } from "../../run/fold.ts";
import { rulesOf } from "../../run/rules.ts";
import { must } from "./broken.ts";

/** Events of earlier rules say less of what they take the place of. */
const saidSince = 3;

/**
 * Holds what an event says of the run before it against the run that the events before it came to: the rules and the day that it takes
 * the place of, and that a decision decides something.
 */
export const checkHeld = (run: RunSnapshot, seq: number, { event }: RunEvent): void => {
  const rules = rulesOf(run);
  if (event.case === "rulesAdopted") {
    const { fromVersion, fromRegisterDigest } = event.value;
    must(
      fromVersion === rules.version && fromRegisterDigest === rules.registerDigest,
      `event ${seq} takes the run over from rules that it was not under`,
    );
  }
  if (rules.version < saidSince) return;
  if (event.case === "proposalRecorded") {
    const { referenceDate: day, referenceDateBefore: before } = event.value;
    const had = day === "" || day === run.referenceDate ? "" : run.referenceDate;
    must(before === had, `event ${seq} names another day of the law before it than the run had`);
  }
  if (event.case === "itemsDecided") {
    const record = stageRecord(run, event.value.state);
    must(record && !decidesNothing(record, event.value.items), `event ${seq} decides what was decided so already`);
  }
};

/** Holds what a proof says of the rules at its run's end against its events. */
export const checkMaker = (run: RunSnapshot, { rulesVersion, registerDigest }: ProofMaker): void => {
  const rules = rulesOf(run);
  must(
    rulesVersion === rules.version,
    `its run ended under rules ${rules.version}, and what made it says ${rulesVersion}`,
  );
  must(
    registerDigest === rules.registerDigest,
    "its run ended with another register of law names than what made it says",
  );
};
