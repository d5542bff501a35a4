import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeSecret } from "../secret-file.ts";
import type { Log } from "../wire/log.ts";
import { type KeptSessions, unkept } from "../wire/sessions.ts";

/** The sessions of browsers in a data folder, for their owner alone; in memory where there is none. */
export const keptSessions = (dataDir: string | undefined, log: Log): KeptSessions => {
  if (dataDir === undefined) return unkept();
  const file = join(dataDir, "page-sessions");
  const failed = (cause: unknown, what: string): void =>
    log.warn({ systemCode: (cause as NodeJS.ErrnoException).code }, `sessions of the page ${what}`);
  return {
    read: () => {
      try {
        return readFileSync(file, "utf8");
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== "ENOENT")
          failed(cause, "cannot be read: each browser is let in anew");
        return undefined;
      }
    },
    // A full disk ends nobody's session; this server goes on with what it knows.
    write: (text) => {
      try {
        writeSecret(file, text);
      } catch (cause) {
        failed(cause, "cannot be kept: they end with this server");
      }
    },
  };
};
