import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stateFolder } from "../local-socket.ts";

/** So many runs are remembered, the last ones that were looked at. */
const runsMax = 500;

/** What became of a run since it was last seen: it went on or stands as it stood, or its server knows less than it did. */
export type Since = "on" | { readonly seenVersion: string };

/**
 * The last version of each run that this account saw, in a file of its own: a server that was put back from an older copy shows
 * to whoever holds a version. A version is `<events>-<hash>`. Where the file cannot be kept nothing is remembered.
 */
export class SeenVersions {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Remembers the version and says whether the run went back since the last one. It is told once: from then on the new one counts. */
  see(runId: string, version: string): Since {
    const known = this.#read();
    const before = known.get(runId);
    if (before === version) return "on";
    known.delete(runId);
    known.set(runId, version);
    this.#write(known);
    return before !== undefined && eventsOf(version) <= eventsOf(before) ? { seenVersion: before } : "on";
  }

  #read(): Map<string, string> {
    try {
      const rows = readFileSync(this.#file, "utf8").split("\n").filter(Boolean);
      return new Map(rows.map((row) => row.split(" ", 2) as [string, string]));
    } catch {
      return new Map();
    }
  }

  #write(known: ReadonlyMap<string, string>): void {
    const rows = [...known].slice(-runsMax).map((pair) => `${pair.join(" ")}\n`);
    const half = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(half, rows.join(""), { mode: 0o600 });
      renameSync(half, this.#file);
    } catch {
      // A run can be looked at where nothing can be written, too.
    }
  }
}

const eventsOf = (version: string): number => Number(/^\d+/.exec(version)?.[0] ?? 0);

/** Where an account keeps them; undefined for one without a home. */
export const seenFile = (env: Readonly<Record<string, string | undefined>>): string | undefined => {
  try {
    return join(stateFolder(env), "seen");
  } catch {
    return undefined;
  }
};
