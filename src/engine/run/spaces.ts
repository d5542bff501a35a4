import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RecordChange } from "../../store/store.ts";
import { decidedSpace, grantedSpace, pendingSpace } from "./decision-spaces.ts";
import type { DerivedSpace, Space } from "./index-space.ts";
import { indexStateSpace, openToolSpace, openTurnSpace, snapshotSpace, telemetrySpace } from "./kept-spaces.ts";
import {
  artifactSpace,
  receiptSpace,
  requestSpace,
  resultSpace,
  runCallSpace,
  runReceiptSpace,
  runSpace,
  talkSpace,
} from "./run-spaces.ts";

/**
 * Raised whenever a space below is added, left out or derived otherwise: a store with another version is then built anew
 * from its journal when it is opened. 1 is that of 0.1.0.
 */
export const indexVersion = 2;

/** Every space that follows from the journal: what a commit writes, what a rebuild derives again. */
export const derivedSpaces: readonly DerivedSpace<unknown>[] = [
  ...[runSpace, artifactSpace, talkSpace, runCallSpace, requestSpace, resultSpace, receiptSpace, runReceiptSpace],
  ...[pendingSpace, decidedSpace, grantedSpace],
] as readonly DerivedSpace<unknown>[];

/** Every space that commands write beside the journal: a rebuild leaves it alone. */
export const keptSpaces: readonly Space<unknown>[] = [
  ...[openTurnSpace, openToolSpace, snapshotSpace, telemetrySpace, indexStateSpace],
] as readonly Space<unknown>[];

/**
 * Names of spaces that older versions derived. A rebuild empties them; a record in one says that an older program has
 * written to the store since it was built.
 */
export const retiredSpaces: readonly string[] = ["run-art", "kid", "par"];

/** The records an event brings: written in its own batch, and the same whenever they are derived again. */
export const indexRecords = (runId: string, seq: number, event: RunEvent): RecordChange[] =>
  derivedSpaces.flatMap((space) => space.derive({ runId, seq, event }));
