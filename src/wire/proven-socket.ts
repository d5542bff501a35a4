import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Code, ConnectError } from "@connectrpc/connect";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { domainToConnectError } from "./error.ts";
import { limits } from "./limits.ts";
import { addressesOf, beginningOf, isProof, proofLine, theirAddress } from "./server-proof.ts";

/** Opens a connection to where a URL of this machine leads. Errors: ConnectError UNAVAILABLE, as of a call that could not be made. */
export const plainSocket = async (url: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname.replace(/^\[|\]$/gu, ""), port: Number(port || 80), noDelay: true });
  try {
    await once(socket, "connect");
    return socket;
  } catch (cause) {
    throw new ConnectError((cause as Error).message, Code.Unavailable, undefined, undefined, cause);
  }
};

/**
 * A connection on which the server has shown that it knows the account's token, before a word of a call was sent (ADR 41). `key`: SHA-256
 * of the token; `forwardedTo`: where the server listens, as it names it itself, where the port is forwarded. Errors: ConnectError
 * UNAVAILABLE; UPSTREAM_UNAVAILABLE where something else listens there.
 */
export const provenSocket = async (url: string, key: Uint8Array, forwardedTo?: string): Promise<Socket> => {
  const socket = await plainSocket(url);
  const word = randomBytes(32);
  const addresses = forwardedTo ? addressesOf(forwardedTo) : [theirAddress(socket)];
  socket.write(proofLine(word));
  const answer = await firstBytes(socket, proofLine(word).length);
  if (addresses.some((address) => isProof(answer, key, word.toString("base64url"), address))) return socket;
  socket.destroy();
  throw domainToConnectError(
    new DomainError("UPSTREAM_UNAVAILABLE", worded("error.what-listens-there-is-no-server-of-this-account", { url }), {
      url,
    }),
  );
};

/** The first so many bytes as text; fewer where they begin as no proof does, or the connection ends, breaks or stays silent before. */
const firstBytes = async (socket: Socket, count: number): Promise<string> => {
  let head = Buffer.alloc(0);
  const silent = setTimeout(() => socket.destroy(), limits.sniffTimeoutMs);
  try {
    while (head.length < count) {
      const chunk: Buffer | null = socket.read(count - head.length) ?? socket.read();
      if (chunk) head = Buffer.concat([head, chunk]);
      if (head.length > 0 && beginningOf(head) === "other") break;
      if (chunk) continue;
      if (socket.destroyed || socket.readableEnded) break;
      await Promise.race([once(socket, "readable"), once(socket, "close"), once(socket, "end")]);
    }
  } catch {
    // Broken: what came is not enough.
  } finally {
    clearTimeout(silent);
  }
  return head.toString("latin1");
};
