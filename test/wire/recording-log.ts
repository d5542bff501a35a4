import type { Log } from "../../src/wire/log.ts";

/** A working log that remembers. */
export const recordingLog = () => {
  const entries: { level: string; fields: Record<string, unknown> }[] = [];
  const write = (level: string) => (fields: object) => void entries.push({ level, fields: { ...fields } });
  const log: Log = { info: write("info"), warn: write("warn"), error: write("error") };
  return { log, entries };
};
