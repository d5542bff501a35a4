import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { EntryChange, RecordChange } from "../../store/store.ts";
import { pendingList } from "./decision-spaces.ts";
import { accessCountSpace, erasedSpace, openErasureList } from "./erased.ts";
import type { DerivedList, DerivedSpace, IndexList, Space } from "./index-space.ts";
import {
  answerSpace,
  indexStateSpace,
  openToolList,
  openTurnList,
  quotaHoldSpace,
  quotaOpenRunSpace,
  quotaRunSpace,
  snapshotSpace,
  telemetrySpace,
  usageSpace,
} from "./kept-spaces.ts";
import { receiptSpace, requestSpace, resultSpace, runList } from "./run-spaces.ts";

/** Raised when a space or list below changes: a store of another version is built anew from its journal. */
export const indexVersion = 4;

/** Every space that follows from the journal: what a commit writes, what a rebuild derives again. */
export const derivedSpaces = [
  requestSpace,
  resultSpace,
  receiptSpace,
  erasedSpace,
  accessCountSpace,
] as readonly DerivedSpace<unknown>[];

/** Every list that follows from the journal. */
export const derivedLists = [runList, pendingList] as readonly DerivedList<unknown>[];

/** Every space that commands write beside the journal: a rebuild leaves it alone. */
export const keptSpaces = [
  snapshotSpace,
  telemetrySpace,
  usageSpace,
  quotaHoldSpace,
  quotaRunSpace,
  quotaOpenRunSpace,
  answerSpace,
  indexStateSpace,
] as readonly Space<unknown>[];

/** Every list that commands write beside the journal. */
export const keptLists = [openTurnList, openToolList, openErasureList] as readonly IndexList<unknown>[];

/** The records an event brings: written in its own batch, and the same whenever they are derived again. */
export const indexRecords = (runId: string, seq: number, event: RunEvent): RecordChange[] =>
  derivedSpaces.flatMap((space) => space.derive({ runId, seq, event }));

/** The entries of lists that it brings. */
export const indexEntries = (runId: string, seq: number, event: RunEvent): EntryChange[] =>
  derivedLists.flatMap((list) => list.derive({ runId, seq, event }));
