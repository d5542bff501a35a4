/**
 * The keys of the database, as the table at the head of record.proto lists them. Every part but the last is escaped, so
 * that `!` only ever separates: no owner, stream or space can spell another's key. Numbers have a fixed width, so that
 * the order of keys is the order of events.
 */
export const eventKey = (owner: string, stream: string, seq: number): string =>
  `${escapeName(owner)}!e!${escapeName(stream)}!${hexadecimal(seq, 8)}`;

export const positionKey = (owner: string, position: bigint): string =>
  `${escapeName(owner)}!g!${hexadecimal(Number(position), 12)}`;

export const headKey = (owner: string, stream: string): string => `${escapeName(owner)}!h!${escapeName(stream)}`;

export const ownerKey = (owner: string): string => `${escapeName(owner)}!o`;

export const blobKey = (owner: string, digest: string): string => `${escapeName(owner)}!b!${shortDigest(digest)}`;

export const blobFileKey = (owner: string, digest: string): string => `${escapeName(owner)}!f!${shortDigest(digest)}`;

export const idempotencyKey = (owner: string, key: string): string => `${escapeName(owner)}!q!${escapeName(key)}`;

export const recordKey = (owner: string, space: string, key: string): string => recordPrefix(owner, space) + key;

/** What all records of a space begin with; the rest of the key is the record's own, unescaped, which keeps its order. */
export const recordPrefix = (owner: string, space: string): string => `${escapeName(owner)}!r!${escapeName(space)}!`;

/** No owner is empty or can hold a bare `!`, so nobody's key begins with one. */
export const stateKey = "!state";

/** RFC 3986 escapes of all but letters, digits and `-_.~*'()`. Two names have the same escape only when they are equal. */
export const escapeName = (name: string): string =>
  plainName.test(name) ? name : encodeURIComponent(name).replaceAll("!", "%21");

const plainName = /^[\w.~-]*$/;

/** A key taken apart; undefined for one that this store cannot have written. */
export const parseKey = (key: string): { owner: string; kind: string; rest: readonly string[] } | undefined => {
  const [owner, kind, ...rest] = key.split("!");
  if (!owner || !kind) return undefined;
  if (kind === "r")
    return { owner: unescapeName(owner), kind, rest: [unescapeName(rest[0] ?? ""), rest.slice(1).join("!")] };
  return { owner: unescapeName(owner), kind, rest: rest.map(unescapeName) };
};

/** The smallest text above all that begin with `prefix`, by UTF-8 bytes; undefined when there is none. */
export const successor = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  // Surrogates are no characters: after U+D7FF comes U+E000.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
};

/** A digest in hexadecimal (64) as base64url (43): keys of blobs are a good part of what a small run costs on disk. */
export const shortDigest = (digest: string): string => Buffer.from(digest, "hex").toString("base64url");

export const longDigest = (short: string): string => Buffer.from(short, "base64url").toString("hex");

const hexadecimal = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

const unescapeName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};
