import { accessTokenDigest, accessTokenFile } from "../../src/access-token.ts";
import { silentLog } from "../../src/wire/log.ts";
import { type RunningServer, type ServerOptions, startServer } from "../../src/wire/server.ts";

/**
 * A server of parts that a test puts together, on a free port of this machine and with nothing in a log. Like every server of this account it
 * shows whoever asks that it knows the account's token (ADR 41): without that the command line says nothing to it.
 */
export const startOwnServer = (
  options: Omit<ServerOptions, "host" | "port" | "log" | "proofKey">,
): Promise<RunningServer> =>
  startServer({
    host: "127.0.0.1",
    port: 0,
    log: silentLog,
    proofKey: accessTokenDigest(accessTokenFile(process.env)),
    ...options,
  });
