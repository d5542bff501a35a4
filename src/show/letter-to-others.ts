import { ReaderKind } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { RunView } from "./run-view.ts";

/** Whether a memo is a letter to somebody else: its reader is not the author's own file or lawyer, whatever the memo looks like. */
export const isLetterToOthers = ({ intent, profile }: Pick<RunView, "intent" | "profile">): boolean =>
  profile?.readers.find(({ name }) => name === intent?.audience)?.kind !== ReaderKind.OWN_FILE;
