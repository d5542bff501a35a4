import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/** Returns the context that the protocol promises. Errors: INTERNAL where the server left it out. */
export const contextOf = (context: RunContext | undefined): RunContext => {
  if (context === undefined)
    throw new DomainError("INTERNAL", worded("command-error.the-server-answered-without-telling-where-the"));
  return context;
};
