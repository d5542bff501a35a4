import { lstatSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { DomainError } from "./error.ts";
import type { ReceiptKey } from "./proof/key-manifest.ts";
import { newPem, readKey } from "./receipt-keys.ts";
import { writeSecretOnce } from "./secret-file.ts";

/**
 * The file of a person's own key: beside the account's token and outside every data folder, because a server must not be able to
 * sign for the person. `PINCITE_PERSON_KEY` names another place.
 */
export const personKeyFile = (env: Readonly<Record<string, string | undefined>>): string =>
  env.PINCITE_PERSON_KEY
    ? resolve(env.PINCITE_PERSON_KEY)
    : join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "pincite", "person-key.pem");

/** The key in the file, which is made where it is absent. Errors: REQUEST_INVALID where it is damaged or others can read it. */
export const openPersonKey = (file: string): ReceiptKey => {
  if (!lstatSync(file, { throwIfNoEntry: false })) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeSecretOnce(file, newPem());
  }
  const found = lstatSync(file);
  if (!found.isFile()) throw unfit(file, `${file} is no plain file: put it right, or remove it and a new key is made`);
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0)
    throw unfit(
      file,
      `${file} can be read by others, who may have signed with it: put it right, or remove it and a new key is made`,
    );
  try {
    return readKey(readFileSync(file, "utf8"));
  } catch {
    // The cause is left out: what a parser says of a damaged key may quote it.
    throw unfit(file, `${file} holds no Ed25519 key: put it right, or remove it and a new key is made`);
  }
};

const unfit = (file: string, sentence: string): DomainError => new DomainError("REQUEST_INVALID", sentence, { file });
