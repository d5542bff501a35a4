import { waysIn } from "../../src/main/admit.ts";
import { silentLog } from "../../src/wire/log.ts";
import { type RunningServer, type ServerOptions, startServer } from "../../src/wire/server.ts";

/**
 * A server of parts that a test puts together, on a free port of this machine and with nothing in a log. Like every server of this account
 * it listens at a Unix socket as well, by which the command line calls it (ADR 42).
 */
export const startOwnServer = (options: Omit<ServerOptions, "host" | "port" | "log">): Promise<RunningServer> =>
  startServer({
    host: "127.0.0.1",
    port: 0,
    log: silentLog,
    ...waysIn(process.env),
    ...options,
  });
