import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { RecordedEvent } from "./recording.ts";

/**
 * What the journal does not hold the whole of: where a fork begins; and what older servers recorded of a user without what
 * the user had said, proposals and the turns that locators made.
 */
export const isUnrecorded = ({ event: { event, actor } }: RecordedEvent): boolean =>
  event.case === "runCreated" ||
  event.case === "turnStarted" ||
  ((event.case === "proposalRecorded" || event.case === "needsIssued") && actor?.kind === Principal_Kind.USER);

/** Why an event had to be taken as recorded, in words. */
export const whyTaken = ({ event: { event } }: RecordedEvent): string => {
  if (event.case === "runCreated") return "it is a fork, and what was confirmed before it stands in its parent run";
  const what = event.case === "proposalRecorded" || event.case === "needsIssued" ? "what was proposed" : "its command";
  return `${what} was not recorded by the server of that time`;
};
