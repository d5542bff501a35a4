/**
 * The keys of the database, as the table at the head of record.proto lists them. Every part but the last is escaped, so
 * that `!` only ever separates: no owner, stream or space can spell another's key. Numbers have a fixed width, so that
 * the order of keys is the order of events.
 */
/** A record of a scope; the empty scope is the owner's own. */
export const commitKey = (owner: string, scope: string, number: number): string =>
  `${escapeName(owner)}!c!${escapeName(scope)}!${hexadecimal(number, 8)}`;

/** The number in a key of `commitKey` or `listKey`. */
export const numberIn = (key: string): number => Number.parseInt(key.slice(-8), 16);

export const positionKey = (owner: string, position: bigint): string =>
  `${escapeName(owner)}!g!${hexadecimal(Number(position), 12)}`;

/** The position in a key of `positionKey`. */
export const positionIn = (key: string): bigint => BigInt(`0x${key.slice(-12)}`);

export const headKey = (owner: string, stream: string): string => `${escapeName(owner)}!h!${escapeName(stream)}`;

export const ownerKey = (owner: string): string => `${escapeName(owner)}!o`;

/** The prefix of all keys of an owner that have this letter. */
export const keysOfKind = (owner: string, kind: string): string => `${escapeName(owner)}!${kind}!`;

/** The prefix of the locators of an artifact; the rest of the key is the scope. */
export const locatorPrefix = (owner: string, digest: string): string =>
  `${escapeName(owner)}!l!${shortDigest(digest)}!`;

export const locatorKey = (owner: string, digest: string, scope: string): string =>
  locatorPrefix(owner, digest) + escapeName(scope);

/** An artifact that stands by itself: with the others of its scope. */
export const artifactKey = (owner: string, digest: string, scope: string): string =>
  `${escapeName(owner)}!b!${escapeName(scope)}!${shortDigest(digest)}`;

/** Where a scope stands that is neither a stream nor the owner's own. */
export const scopeKey = (owner: string, scope: string): string => `${escapeName(owner)}!s!${escapeName(scope)}`;

/** That a scope was erased. */
export const erasedKey = (owner: string, scope: string): string => `${escapeName(owner)}!x!${escapeName(scope)}`;

/** Which key a scope has. */
export const secretKey = (owner: string, scope: string): string => `${escapeName(owner)}!y!${escapeName(scope)}`;

/** Which records of a scope were packed. */
export const packKey = (owner: string, scope: string): string => `${escapeName(owner)}!p!${escapeName(scope)}`;

/** The key of a number in a list. */
export const listKey = (owner: string, list: string, number: number): string =>
  `${escapeName(owner)}!n!${escapeName(list)}!${hexadecimal(number, 8)}`;

/** An entry of a list by its key. */
export const entryKey = (owner: string, list: string, key: string): string => entryPrefix(owner, list) + key;

/** The prefix of all entries of a list; the rest of the key is the entry's own, unescaped. */
export const entryPrefix = (owner: string, list: string): string => `${escapeName(owner)}!k!${escapeName(list)}!`;

export const idempotencyKey = (owner: string, key: string): string => `${escapeName(owner)}!q!${escapeName(key)}`;

export const recordKey = (owner: string, space: string, key: string): string => recordPrefix(owner, space) + key;

/** The prefix of all records of a space; the rest of the key is the record's own, unescaped, which keeps its order. */
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
  if (kind === "r" || kind === "k")
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

/** A digest in hexadecimal (64) as base64url (43): keys of locators are a good part of what a small run costs on disk. */
export const shortDigest = (digest: string): string => Buffer.from(digest, "hex").toString("base64url");

export const longDigest = (short: string): string => Buffer.from(short, "base64url").toString("hex");

const hexadecimal = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

export const unescapeName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};
