import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { ConnectionLimits } from "./limits.ts";
import type { Principal } from "./principal.ts";
import { type Connection, cameFrom } from "./strangers.ts";

/**
 * Bounds how many connections one caller holds, so that nobody who is let in takes the place of all others. A caller is the session of one
 * browser, or the account's token; the token at the port and at the Unix socket counts apart, so that a program that forgets to close
 * what it opens at the port keeps no person from the command line.
 */
export class Callers {
  readonly #connectionsMax: number;
  readonly #held = new Map<string, Set<Connection>>();

  constructor({ callerConnectionsMax }: Pick<ConnectionLimits, "callerConnectionsMax">) {
    this.#connectionsMax = callerConnectionsMax;
  }

  /** A call of somebody who is known came on a connection: nothing against it, or LIMIT_EXCEEDED where the caller holds too many. */
  admitted(connection: Connection, { by, session }: Principal): DomainError | undefined {
    if (by === "none" || connection.destroyed) return undefined;
    const way = cameFrom(connection).remoteAddress === undefined ? "socket" : "port";
    const caller = session ?? `${by} at the ${way}`;
    const held = this.#held.get(caller) ?? new Set();
    if (held.has(connection)) return undefined;
    if (held.size >= this.#connectionsMax) return tooMany(this.#connectionsMax);
    this.#held.set(caller, held.add(connection));
    connection.once("close", () => {
      held.delete(connection);
      if (held.size === 0 && this.#held.get(caller) === held) this.#held.delete(caller);
    });
    return undefined;
  }
}

const tooMany = (most: number): DomainError =>
  new DomainError("LIMIT_EXCEEDED", worded("error.you-hold-connections-to-this-server-already", { most }), {
    connections_max: String(most),
  });
