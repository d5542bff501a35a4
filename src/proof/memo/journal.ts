import { base64Encode } from "@bufbuild/protobuf/wire";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { toHex } from "#kit/hex.ts";
import { EventRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { type RunEvent, RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { MemoProof, ProofMaker } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { RunLifecycle } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { decidesNothing, emptySnapshot, stageRecord } from "../../run/fold.ts";
import { rulesOf } from "../../run/rules.ts";
import { take } from "../../run/take.ts";
import { treeHead } from "../merkle.ts";
import { strictDecode } from "../strict-decode.ts";
import { must } from "./broken.ts";
import type { Checkpoint } from "./checkpoint.ts";

/** An event of the file, read. */
export interface ProvenEvent {
  readonly seq: number;
  /** SHA-256 of its record, 64 hex. */
  readonly hash: string;
  readonly body: Uint8Array;
  readonly event: RunEvent;
}

/** The run's journal as the file holds it. */
export interface Journal {
  readonly runId: string;
  readonly owner: string;
  readonly events: readonly ProvenEvent[];
}

/** Holds the tree over the events against the one that was signed. */
export const checkTree = ({ events }: MemoProof, { size, root }: Checkpoint, sha256: Sha256): void => {
  must(String(events.length) === size, `it has ${events.length} events, and ${size} were signed`);
  must(base64Encode(treeHead(events, sha256)) === root, "its events are not those that were signed");
};

/** Reads the events and follows their chain. */
export const readJournal = ({ events, runId }: MemoProof, sha256: Sha256): Journal => {
  let owner: string | undefined;
  let before = "0".repeat(64);
  const read = events.map((bytes, at): ProvenEvent => {
    const seq = at + 1;
    const record = strictDecode(EventRecordSchema, bytes);
    must(record, `event ${seq} is no record of an event`);
    must(record.owner !== "", `event ${seq} is nobody's`);
    owner ??= record.owner;
    must(record.stream === runId && record.owner === owner, `event ${seq} is of another run`);
    must(record.seq === seq, `event ${record.seq} stands in place ${seq}`);
    must(toHex(record.prevHash) === before, `event ${seq} does not name the event before it`);
    const event = strictDecode(RunEventSchema, record.body);
    must(event?.event.case === record.type, `event ${seq} cannot be read`);
    before = digestOf(bytes, sha256);
    return { seq, hash: before, body: record.body, event };
  });
  return { runId, owner: owner ?? "", events: read };
};

/** What a run came to, with every event that led there held against the machine and the events before it. */
export const checkSteps = (
  { events, runId }: Journal,
  { draft, ledger }: Checkpoint,
  maker: ProofMaker,
): RunSnapshot => {
  let run = emptySnapshot();
  for (const { seq, event } of events) {
    checkHeld(run, seq, event);
    const next = take(run, event);
    must(next, `the machine of a run does not take event ${seq} (${event.event.case}) where it stands`);
    run = next;
  }
  must(run.runId === runId, "its first event is of another run");
  checkMaker(run, maker);
  must(run.lifecycle === RunLifecycle.FINALISED, "its run is not finalised");
  const last = events.findLast(({ event }) => event.event.case === "runFinalised")?.event.event;
  const finalised = last?.case === "runFinalised" ? last.value : undefined;
  must(finalised?.draft?.digest === draft, "the draft that was finalised is not the one that was signed");
  must(finalised.ledger?.digest === ledger, "the ledger that was finalised is not the one that was signed");
  return run;
};

/** Events of earlier rules say less of what they take the place of. */
const saidSince = 3;

/**
 * Holds what an event says of the run before it against the run that the events before it came to: the rules and the day that it takes
 * the place of, and that a decision decides something.
 */
const checkHeld = (run: RunSnapshot, seq: number, { event }: RunEvent): void => {
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
const checkMaker = (run: RunSnapshot, { rulesVersion, registerDigest }: ProofMaker): void => {
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
