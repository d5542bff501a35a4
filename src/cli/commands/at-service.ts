import type { ConnectError } from "@connectrpc/connect";
import type { Command } from "commander";
import type { Connection } from "../../client/connection.ts";
import { DomainError } from "../../error.ts";
import type { Shell } from "../shell.ts";

type AtService = <T>(shell: Shell, command: Command, body: (connection: Connection) => Promise<T>) => Promise<T>;

/**
 * Runs with a connection to the server of --url, as every command does. A server whose Vault or LawBot is elsewhere answers
 * calls to it with nothing but HTTP 404; that is told as what it is, in the words of `told`. Errors: those of `body`,
 * UNSUPPORTED.
 */
const atService =
  (told: (url: string) => string): AtService =>
  (shell, command, body) =>
    shell.connected(command, (connection) => tellingElsewhere(connection, told, () => body(connection)));

const tellingElsewhere = async <T>(
  { url }: Pick<Connection, "url">,
  told: (url: string) => string,
  body: () => Promise<T>,
): Promise<T> => {
  try {
    return await body();
  } catch (error) {
    throw isElsewhere(error) ? new DomainError("UNSUPPORTED", told(url), { url }, { cause: error }) : error;
  }
};

/** Runs at the server that holds the law. */
export const atLawBot: AtService = atService(
  (url) =>
    `the server at ${url} holds no law itself: its LawBot is another server (PINCITE_LAWBOT_URL), whose address --url takes`,
);

/** Runs at the server that holds the documents. */
export const atVault: AtService = atService((url) => vaultElsewhere(url));

/** Does something with the documents over a connection that is open. Errors: those of `body`, UNSUPPORTED where they are elsewhere. */
export const withVault = <T>(connection: Connection, body: () => Promise<T>): Promise<T> =>
  tellingElsewhere(connection, vaultElsewhere, body);

const vaultElsewhere = (url: string): string =>
  `the server at ${url} holds no documents itself: its Vault is another server (PINCITE_VAULT_URL), whose address --url takes`;

/** 12 is gRPC's UNIMPLEMENTED. A service that is there answers in a sentence of its own, also where it does not do what was asked. */
export const isElsewhere = (error: unknown): error is ConnectError =>
  error instanceof Error &&
  error.name === "ConnectError" &&
  (error as ConnectError).code === 12 &&
  (error as ConnectError).rawMessage === "HTTP 404";
