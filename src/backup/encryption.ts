import { createHash, createHmac, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { DomainError } from "../error.ts";
import { type Said, worded } from "../messages/said.ts";
import { writeSecretOnce } from "../secret-file.ts";

/** Encrypts to the recipients of a backup, in the age format: whoever takes a backup need not be able to read it. */
export interface Sealer {
  seal(bytes: Uint8Array): Promise<Uint8Array>;
  sealed(pieces: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>>;
}

/** Opens what is encrypted to an identity that is held. Errors: DATA_LOSS, REQUEST_INVALID where no identity fits. */
export interface Opener {
  open(bytes: Uint8Array): Promise<Uint8Array>;
  opened(pieces: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>>;
}

/** Whoever is to be able to open a backup, each as `age1…`. Errors: REQUEST_INVALID. */
export const sealerTo = (recipients: readonly string[]): Sealer => {
  const encrypter = new Encrypter();
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      const said = worded("keeping-error.is-no-age-recipient", { recipient });
      throw new DomainError("REQUEST_INVALID", said, { field: "recipient" }, { cause });
    }
  return { seal: (bytes) => encrypter.encrypt(bytes), sealed: (pieces) => encrypter.encrypt(pieces) };
};

/** Identities of a file as `age-keygen` writes it: one a line, comments behind `#`. Errors: REQUEST_INVALID. */
export const openerWith = (identityFile: string): Opener => {
  const lines = identityFile.split(/\r?\n/).map((line) => line.trim());
  const identities = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch (cause) {
    throw noIdentity(worded("keeping-error.no-age-identities-in-the-file"), cause);
  }
  if (identities.length === 0) throw noIdentity(worded("keeping-error.no-age-identities-in-the-file"));
  return {
    open: (bytes) => decrypter.decrypt(bytes).catch(refusedToOpen),
    opened: (pieces) => decrypter.decrypt(pieces).catch(refusedToOpen),
  };
};

/** Makes an identity in a file for its owner alone, and gives what is encrypted to it. Errors: ALREADY_EXISTS. */
export const writeIdentity = async (path: string): Promise<string> => {
  if (existsSync(path))
    throw new DomainError("ALREADY_EXISTS", worded("keeping-error.there-is-a-file-already", { path }), { path });
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  writeSecretOnce(path, `# public key: ${recipient}\n${identity}\n`);
  return recipient;
};

/**
 * The key under which the artifacts of an encrypted backup are named, so that the next one into the same folder finds them without
 * opening any, and a name tells nobody who has the very file that it is there. Made of the server's private keys, which whoever
 * takes a backup is given and which stand in it encrypted; a server without keys gets another one each time, and all comes anew.
 */
export const nameKeyOf = (files: readonly { readonly path: string; readonly content: Uint8Array }[]): Uint8Array => {
  const keys = files.filter(({ path }) => path.startsWith("keys/")).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  if (keys.length === 0) return randomBytes(32);
  const hash = createHash("sha256").update("pincite names of a backup\n");
  for (const { path, content } of keys) hash.update(`${path} ${content.length}\n`).update(content);
  return hash.digest();
};

/** The name of an artifact under such a key. */
export const keyedName = (nameKey: Uint8Array, digest: string): string =>
  createHmac("sha256", nameKey).update(digest, "hex").digest("hex");

const noIdentity = (said: Said, cause?: unknown): DomainError =>
  new DomainError("REQUEST_INVALID", said, { field: "identity" }, { cause });

/** The library has sentences, no reasons; this one is of a file that is sound and for somebody else. */
const refusedToOpen = (cause: unknown): never => {
  if (cause instanceof Error && cause.message.includes("no identity matched"))
    throw noIdentity(worded("keeping-error.the-backup-is-encrypted-to-others"), cause);
  const what = "what is encrypted is damaged";
  const said = worded("keeping-error.the-backup-is-not-whole-take-another-one-into", { what });
  throw new DomainError("DATA_LOSS", said, {}, { cause });
};
