import { OpenErasureSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { derivedSpace, inOrder, keptList, messageValue, textValue } from "./index-space.ts";

/** The stream in which it is told which runs were erased. Its name is none a run can have. */
export const erasureStream = "erasures";

/** The stream in which it stands which stores a person took although they were behind. */
export const restoreStream = "restores";

/** The stream in which it stands who was let into which run or strand, and who was walled off. */
export const accessStream = "access";

/** A stream in which it stands who made which call, the first of them 1. */
export const accessLogStream = (number: number): string => `${accessLogName}${number}`;
const accessLogName = "access-log-";

/** Whether a stream is one of those that stand beside the runs. */
export const isBesideRuns = (stream: string): boolean =>
  stream === erasureStream || stream === restoreStream || stream === accessStream || stream.startsWith(accessLogName);

/** When a run was erased; nothing for one that is there. */
export const erasedSpace = derivedSpace({
  name: "erased",
  answers: "when a run was erased",
  key: "`<run>`",
  value: textValue("RFC 3339 in UTC"),
  from: "`RunErased`",
  of: ({ event: { event, timeIso } }) => (event.case === "runErased" ? [[event.value.runId, timeIso]] : []),
});

/** How often people were refused what an entry of the log of access says: its first event says only how often until then. */
export const accessCountSpace = derivedSpace({
  name: "access-count",
  answers: "how often somebody was refused something in an hour",
  key: "the number of the entry in the log of access",
  value: textValue("a number"),
  from: "`AccessNoted` that raises a count",
  of: ({ event: { event } }) =>
    event.case === "accessNoted" && event.value.ofEntry > 0
      ? [[inOrder(event.value.ofEntry), String(event.value.deed?.count ?? 0)]]
      : [],
});

/** Erasures under way: what a start goes on with after a crash. */
export const openErasureList = keptList({
  name: "open-erasure",
  answers: "which erasures are under way",
  key: "the key of the call",
  value: messageValue(OpenErasureSchema),
  from: "the commit that begins one; taken out by the one that answers the call",
});

/** What is said of a run that was erased. */
export const runErased = (runId: string, erasedAtIso: string): DomainError =>
  new DomainError(
    "ERASED",
    worded("erasure-error.run-was-erased-on-nothing-of-it-can-be-read", { runId, minuteOf: minuteOf(erasedAtIso) }),
    { run_id: runId, erased_at: erasedAtIso },
  );

/** What is said of a strand that is not there, or that whoever asks may not see. */
export const noSuchStrand = (strandId: string): DomainError =>
  new DomainError("STRAND_NOT_FOUND", worded("keeping-error.there-is-no-strand-of-yours", { strandId }), {
    strand_id: strandId,
  });

/** Whether an error says that a run was erased. */
export const isErased = (error: unknown): boolean => error instanceof DomainError && error.reason === "ERASED";

/** `2026-11-23 02:30 UTC` */
const minuteOf = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
