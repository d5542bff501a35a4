import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { ChosenFile } from "./dropped-files.ts";

/** The server tries so many. */
const passwordsMax = 10;

const isIn = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}!/`);

/** What a password would open in the files of an import, and the passwords that were given: in this page alone, until it is closed. */
export class LockedFiles {
  rows: readonly ImportedItem[] = [];
  passwords: readonly string[] = [];
  readonly #files = new Map<string, ChosenFile>();
  /** Paths that were locked before the last password; none before the first. */
  #asked: readonly string[] = [];

  /** A file is sent. */
  chosen(file: ChosenFile): void {
    this.#files.set(file.path, file);
  }

  /** Takes the locked ones out of rows, and after a password also what was told before. */
  told(rows: readonly ImportedItem[]): ImportedItem[] {
    const news = rows.filter(({ path }) => this.passwords.length === 0 || this.#asked.some((one) => isIn(path, one)));
    this.rows = [...this.rows, ...news.filter(({ isLocked }) => isLocked)];
    return news.filter(({ isLocked }) => !isLocked);
  }

  /** The files to send once more with one password more. */
  tryWith(password: string): ChosenFile[] {
    this.passwords = [...this.passwords, password].slice(-passwordsMax);
    this.#asked = this.rows.map(({ path }) => path);
    this.rows = [];
    return [...this.#files.values()].filter(({ path }) => this.#asked.some((one) => isIn(one, path)));
  }
}
