import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { BlockCipher } from "../block-cipher.ts";
import { checked, checkOf, keyCheck, withCheck } from "./postings/checks.ts";

/** All settings of an index in one row, so that none can be gone alone. */
export const settingSchema = "CREATE TABLE setting (number INTEGER PRIMARY KEY, settings BLOB NOT NULL);";

/**
 * What an index says of itself. `watermark`: the state it was built up to; `next`: the number after the highest ever given; `gone`: removed
 * entries whose postings are there; `written`: the last document whose words are; `writing`: 1 while more are written; `entries`,
 * `postings`: what the checks of these tables come to.
 */
export type SettingName = "watermark" | "next" | "gone" | "written" | "writing" | "entries" | "postings";

const key = keyCheck("settings");

export class Settings {
  readonly #cipher: BlockCipher;
  readonly #get: StatementSync;
  readonly #set: StatementSync;

  constructor(db: DatabaseSync, cipher: BlockCipher) {
    this.#cipher = cipher;
    this.#get = db.prepare("SELECT settings FROM setting WHERE number = 1");
    this.#set = db.prepare("INSERT OR REPLACE INTO setting (number, settings) VALUES (1, ?)");
  }

  /** Empty for one that was never set. Errors: `TornBlockError`. */
  get(name: SettingName): string {
    return this.#all()[name] ?? "";
  }

  set(name: SettingName, value: string): void {
    const all = this.#all();
    if (all[name] === value) return;
    const bytes = Buffer.from(JSON.stringify({ ...all, [name]: value }));
    this.#set.run(this.#cipher.seal(withCheck(bytes, checkOf(key, 1, bytes))));
  }

  #all(): Partial<Record<SettingName, string>> {
    const row = this.#get.get();
    if (row === undefined) return {};
    return JSON.parse(Buffer.from(checked(key, 1, this.#cipher.open(row.settings))).toString());
  }
}
