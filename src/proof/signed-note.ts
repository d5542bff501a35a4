import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";
import type { Sha256 } from "#kit/digest.ts";
import type { StatementSigner } from "./statement.ts";
import { type Crypto, isEd25519, isKeyIdOf, type StatementKey } from "./verify-statement.ts";

/** A text with the signatures under it, as C2SP's signed-note writes it. */
export interface SignedNote {
  /** The signed text; ends with a newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly name: string;
  /** First four bytes of a hash over name and key: which key is meant, not that it is. */
  readonly hint: Uint8Array;
  readonly signature: Uint8Array;
}

/** The owner of the keys of a note: a server, or a person. */
export type NoteRoom = "pincite" | "person";

/** A key's name in notes. */
export const noteName = (keyId: string, room: NoteRoom): string => `${room}/${keyId}`;

/** Signs a text, which must end with a newline. */
export const signNote = (
  text: string,
  signer: StatementSigner & StatementKey,
  sha256: Sha256,
  room: NoteRoom = "pincite",
): string => {
  const signed = signer.sign(utf8(text));
  const hinted = new Uint8Array(4 + signed.length);
  hinted.set(hintOf(signer, sha256, room));
  hinted.set(signed, 4);
  return `${text}\n— ${noteName(signer.keyId, room)} ${base64Encode(hinted)}\n`;
};

/** Reads a note; undefined for what has not exactly its form. The text is what stands before the last empty line. */
export const readNote = (note: string): SignedNote | undefined => {
  const cut = note.lastIndexOf("\n\n");
  if (cut < 0 || !note.endsWith("\n")) return undefined;
  const signatures = note
    .slice(cut + 2, -1)
    .split("\n")
    .map(readSignature);
  return signatures.every((one) => one !== undefined) ? { text: note.slice(0, cut + 1), signatures } : undefined;
};

const readSignature = (line: string): NoteSignature | undefined => {
  const [, name, encoded] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
  if (name === undefined || encoded === undefined) return undefined;
  const bytes = decoded(encoded);
  return bytes && bytes.length > 4 ? { name, hint: bytes.subarray(0, 4), signature: bytes.subarray(4) } : undefined;
};

/** Only the one spelling that an encoder gives: two that decode alike would be two files. */
const decoded = (text: string): Uint8Array | undefined => {
  try {
    const bytes = base64Decode(text);
    return base64Encode(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
};

/** The fault of a note that one key must have signed, and nobody else; undefined: none. */
export const noteProblem = (
  note: SignedNote,
  key: StatementKey,
  crypto: Crypto,
  room: NoteRoom = "pincite",
): string | undefined => {
  const [only, ...more] = note.signatures;
  if (!only || more.length > 0) return `it has ${note.signatures.length} signatures, where one is expected`;
  if (!isEd25519(key.spki) || !isKeyIdOf(key.keyId, key.spki, crypto.sha256)) return "its key is no Ed25519 key";
  const hint = hintOf(key, crypto.sha256, room);
  if (only.name !== noteName(key.keyId, room) || only.hint.some((byte, at) => byte !== hint[at]))
    return `it is not signed by key ${key.keyId}`;
  return crypto.verify(key.spki, utf8(note.text), only.signature)
    ? undefined
    : `the signature by key ${key.keyId} does not hold`;
};

/** The mark of Ed25519 in the hint, as signed-note assigns it. */
const ed25519 = 1;

const hintOf = ({ keyId, spki }: StatementKey, sha256: Sha256, room: NoteRoom): Uint8Array => {
  const name = utf8(`${noteName(keyId, room)}\n`);
  const key = spki.subarray(spki.length - 32);
  const named = new Uint8Array(name.length + 1 + key.length);
  named.set(name);
  named[name.length] = ed25519;
  named.set(key, name.length + 1);
  return sha256(named).subarray(0, 4);
};

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
