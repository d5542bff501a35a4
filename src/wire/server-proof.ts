import { createHmac, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";

/**
 * How a server shows on a connection, before anything else is sent there, that it knows the account's token (ADR 41): the client's
 * first line is a word that it drew, the server's a code over that word and the address and port at which the connection came in. Whoever
 * listens on a port in the server's stead has no code to give; and one that it fetches from the server itself names another port.
 * No HTTP begins like either line.
 */
const mark = "PINCITE-PROOF ";
const wordChars = 43;
const lineBytes = mark.length + wordChars + 1;
const line = new RegExp(`^${mark}([A-Za-z0-9_-]{${wordChars}})\n$`, "u");

/** The line of a word, or of a code, both of 32 bytes. */
export const proofLine = (word: Uint8Array): string => `${mark}${Buffer.from(word).toString("base64url")}\n`;

/** What a connection begins with: such a line, perhaps such a line, or something else. */
export type Beginning = { readonly word: string; readonly rest: Buffer<ArrayBuffer> } | "perhaps" | "other";

/** Reads the beginning of what came. */
export const beginningOf = (head: Buffer<ArrayBuffer>): Beginning => {
  const said = head.subarray(0, lineBytes).toString("latin1");
  if (said.slice(0, mark.length) !== mark.slice(0, said.length)) return "other";
  if (said.length < lineBytes) return "perhaps";
  const [, word] = line.exec(said) ?? [];
  return word === undefined ? "other" : { word, rest: head.subarray(lineBytes) };
};

/** The code of a server that knows the key, for a connection that came in there. `key`: SHA-256 of the token. */
export const proofCode = (key: Uint8Array, word: string, address: string): Uint8Array =>
  createHmac("sha256", key).update(`${mark}${word} ${address}`).digest();

/** Whether the line is the one that a server of this key gives at this address. */
export const isProof = (given: string, key: Uint8Array, word: string, address: string): boolean => {
  const asked = Buffer.from(proofLine(proofCode(key, word, address)));
  const said = Buffer.from(given);
  return said.length === asked.length && timingSafeEqual(said, asked);
};

/** Where a connection came in, as the server sees it. */
export const ownAddress = ({ localAddress, localPort }: Pick<Socket, "localAddress" | "localPort">): string =>
  `${localAddress} ${localPort}`;

/** The same, as the client sees it. */
export const theirAddress = ({ remoteAddress, remotePort }: Pick<Socket, "remoteAddress" | "remotePort">): string =>
  `${remoteAddress} ${remotePort}`;

/** Where a server that names itself by a URL sees connections come in. */
export const addressesOf = (url: string): string[] => {
  const { hostname, port } = new URL(url);
  const hosts = hostname === "localhost" ? ["127.0.0.1", "::1"] : [hostname.replace(/^\[|\]$/gu, "")];
  return hosts.map((host) => `${host} ${port || 80}`);
};
