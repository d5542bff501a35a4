import {
  IndexStateSchema,
  OpenTurnSchema,
  RecordedAnswerSchema,
} from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { SnapshotRecordSchema } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { TelemetryRecordSchema } from "../../../gen/pincite/receipt/v1/telemetry_record_pb.ts";
import { QuotaHoldSchema, QuotaOpenRunSchema, QuotaRunSchema } from "../../../gen/pincite/usage/v1/quota_record_pb.ts";
import { UsageRecordSchema } from "../../../gen/pincite/usage/v1/usage_record_pb.ts";
import { framed, keptList, keptSpace, messageValue, noValue } from "./index-space.ts";

/** Turns under way: what recovery ends after a crash. */
export const openTurnList = keptList({
  name: "open-turn",
  answers: "which turns are under way, and whose call waits for them",
  key: "`<run>`",
  value: messageValue(OpenTurnSchema),
  from: "the commit that begins or resumes a turn; taken out by the one that ends or suspends it",
});

/** Calls under way that may change something outside: recovery records them as OUTCOME_UNKNOWN; reads run again. */
export const openToolList = keptList({
  name: "open-tool",
  answers: "which calls are under way that may change something outside the run",
  key: "`<run>/<request>`",
  value: noValue,
  from: "the commit that begins such a call; taken out by the one that ends it",
});

/** The fold of a run as of some event. It says of which: one that does not fit its journal is not used. */
export const snapshotSpace = keptSpace({
  name: "snapshot",
  answers: "where a run stood at some event, so that a load need not fold it from the beginning",
  key: "`<run>`",
  value: framed(messageValue(SnapshotRecordSchema)),
  from: "the 64th event of a run, then every eighth to thirty-second",
});

/** Counts of a run as of some event, likewise. */
export const telemetrySpace = keptSpace({
  name: "telemetry",
  answers: "what models and tools did in a run up to some event",
  key: "`<run>`",
  value: messageValue(TelemetryRecordSchema),
  from: "a question for the counts, once 32 events are new",
});

/** What was used in a run as of some event, likewise. */
export const usageSpace = keptSpace({
  name: "usage",
  answers: "what each person used in a run up to some event, day by day",
  key: "`<run>`",
  value: messageValue(UsageRecordSchema),
  from: "each commit that ends or suspends a turn or ends a call of a tool; a question for what was used, once eight events are new; taken out with the run",
});

/** What was let in under a bound and is not counted yet; only where a sign-in file names bounds. */
export const quotaHoldSpace = keptSpace({
  name: "quota-hold",
  answers: "which turns and calls were let in under a bound and are not counted for it yet",
  key: "`<run>/<ulid>`",
  value: messageValue(QuotaHoldSchema),
  from: "the beginning of a turn or call; taken out when it is counted",
});

/** How much of a run was counted for bounds, likewise. */
export const quotaRunSpace = keptSpace({
  name: "quota-run",
  answers: "how much of what was used in a run is counted for bounds",
  key: "`<run>`",
  value: messageValue(QuotaRunSchema),
  from: "the beginning and end of a turn or call under a bound; taken out with the run",
});

/** Runs that were let in under a bound, likewise. */
export const quotaOpenRunSpace = keptSpace({
  name: "quota-open-run",
  answers: "for whose bounds a run counts as open",
  key: "`<run>`",
  value: messageValue(QuotaOpenRunSchema),
  from: "`CreateRun`, and `Rewind` of a finalised run, under a bound; taken out with the run",
});

/** Answers that were known only after the last commit of their command. What they hold of a run goes with it. */
export const answerSpace = keptSpace({
  name: "answer",
  answers: "what a call was answered whose last commit came before the answer was known",
  key: "`<run>/<command>`",
  value: messageValue(RecordedAnswerSchema),
  from: "the end of `ExecuteToolRequest`, `DecideToolRequest` and `SubmitToolResult`; taken out with the run",
});

/** How far the derived records are. */
export const indexStateSpace = keptSpace({
  name: "index",
  answers: "which version of the derived records there is, or how much of it is built",
  key: "`state`",
  value: messageValue(IndexStateSchema),
  from: "each step of a rebuild",
});
