import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { writeSecret, writeSecretOnce } from "../secret-file.ts";
import type { Secret } from "../store/level/secrets/cipher.ts";
import { newWrapKey, Wrapping } from "../store/postgres/wrapping.ts";

const form = /^([0-9a-f]{8}) ([0-9a-f]{64})$/;

/** The file of the keys that wrap: a line each, its name and 32 bytes in hex; the first one wraps. */
const fileOf = (dataDir: string): string => join(dataDir, "keys", "scope-wrap.keys");

/**
 * The keys that wrap the keys of scopes in a shared database: what `PINCITE_WRAP_KEYS_COMMAND` prints, or else the file in the folder `keys`,
 * made where it is absent. The same on every server. Errors: DATA_LOSS for what is no such file.
 */
export const openWrapKeys = (dataDir: string): Wrapping => {
  const { PINCITE_WRAP_KEYS_COMMAND: command } = process.env;
  if (command)
    return parsed(execFileSync("/bin/sh", ["-c", command], { encoding: "utf8" }), "PINCITE_WRAP_KEYS_COMMAND");
  const file = fileOf(dataDir);
  if (!existsSync(file)) {
    mkdirSync(join(dataDir, "keys"), { recursive: true, mode: 0o700 });
    writeSecretOnce(file, linesOf([newWrapKey()]));
  }
  return parsed(readFileSync(file, "utf8"), file);
};

/** Puts a new key before those that are there, and keeps them until `endRotation`. A rotation that was broken off goes on with its own. */
export const beginRotation = (dataDir: string): Wrapping => {
  const now = openWrapKeys(dataDir);
  if (process.env.PINCITE_WRAP_KEYS_COMMAND || now.keys.length > 1) return now;
  const keys = [newWrapKey(), ...now.keys];
  writeSecret(fileOf(dataDir), linesOf(keys));
  return new Wrapping(keys);
};

/** Destroys all but the key that wraps. With a command, whoever keeps the keys does that. */
export const endRotation = (dataDir: string): void => {
  if (process.env.PINCITE_WRAP_KEYS_COMMAND) return;
  writeSecret(fileOf(dataDir), linesOf(openWrapKeys(dataDir).keys.slice(0, 1)));
};

const linesOf = (keys: readonly Secret[]): string =>
  keys.map(({ id, key }) => `${id} ${Buffer.from(key).toString("hex")}\n`).join("");

const parsed = (text: string, from: string): Wrapping => {
  const keys = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, id, hex] = form.exec(line.trim()) ?? [];
      if (id === undefined || hex === undefined)
        throw new DomainError("DATA_LOSS", worded("keeping-error.are-no-keys-that-wrap", { from }), { from });
      return { id, key: new Uint8Array(Buffer.from(hex, "hex")) };
    });
  if (keys.length === 0)
    throw new DomainError("DATA_LOSS", worded("keeping-error.are-no-keys-that-wrap", { from }), { from });
  return new Wrapping(keys);
};
