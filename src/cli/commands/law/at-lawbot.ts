import { Code, ConnectError } from "@connectrpc/connect";
import type { Command } from "commander";
import type { Connection } from "../../../client/connection.ts";
import { DomainError } from "../../../error.ts";
import type { Shell } from "../../shell.ts";

/**
 * Runs with a connection to the server of --url, as every command does. A server whose LawBot is elsewhere answers calls to
 * it with nothing but HTTP 404; that is told as what it is. Errors: those of `body`, UNSUPPORTED.
 */
export const atLawBot = <T>(shell: Shell, command: Command, body: (connection: Connection) => Promise<T>): Promise<T> =>
  shell.connected(command, async (connection) => {
    try {
      return await body(connection);
    } catch (error) {
      throw isElsewhere(error) ? notHere(connection.url, error) : error;
    }
  });

/** A LawBot that has the service answers in a sentence of its own, also where it does not do what was asked. */
const isElsewhere = (error: unknown): boolean =>
  error instanceof ConnectError && error.code === Code.Unimplemented && error.rawMessage === "HTTP 404";

const notHere = (url: string, cause: unknown): DomainError =>
  new DomainError(
    "UNSUPPORTED",
    `the server at ${url} holds no law itself: its LawBot is another server (PINCITE_LAWBOT_URL), whose address --url takes`,
    { url },
    { cause },
  );
