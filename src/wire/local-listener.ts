import { once } from "node:events";
import { rmSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { DomainError } from "../error.ts";
import type { Log } from "./log.ts";
import type { OnePort } from "./one-port.ts";

/** What says where to listen. */
interface LocalOptions {
  readonly log: Log;
  readonly socketAt?: (address: string, port: number) => string;
}

/**
 * Lets a server that has its port listen at its Unix socket too. What a killed server left there is replaced; a socket at which somebody
 * answers is not (a server in another network namespace has the same port). Never rejects: without a socket the server is called by its
 * port alone, by clients that were given the token.
 */
export const listenLocally = async ({ local, tcp }: OnePort, { log, socketAt }: LocalOptions): Promise<void> => {
  const { address, port } = tcp.address() as AddressInfo;
  try {
    const path = socketAt?.(address, port);
    if (path === undefined) return;
    if (await isAnswered(path)) {
      log.warn({}, `another server answers at the Unix socket ${path}: the command line calls that one`);
      return;
    }
    rmSync(path, { force: true });
    local.listen({ path });
    await once(local, "listening");
    // From here on an error is one failed accept (out of descriptors).
    local.on("error", ({ code }: NodeJS.ErrnoException) =>
      log.error({ systemCode: code }, "a connection was not taken"),
    );
  } catch (cause) {
    const why = cause instanceof DomainError ? cause.message : String((cause as NodeJS.ErrnoException).code);
    log.warn({}, `there is no Unix socket, by which the command line calls this server: ${why}`);
  }
};

/** Whether somebody listens at a socket. What cannot be told counts as yes: nothing of another program's is taken away. */
const isAnswered = async (path: string): Promise<boolean> => {
  const probe = connect({ path });
  try {
    await once(probe, "connect");
    return true;
  } catch (error) {
    return !["ENOENT", "ECONNREFUSED"].includes(String((error as NodeJS.ErrnoException).code));
  } finally {
    probe.destroy();
  }
};
