import { checkTables } from "./table-check.ts";

/** Between two tables, so that those who work with the store hardly notice. */
const pauseMs = 20;
const everyMs = 24 * 60 * 60 * 1_000;

/**
 * Checks the tables of an open database behind its back, at once and then every day, and tells each damage once: a list that
 * lost entries to a flipped bit looks whole to whoever reads it. `onRead` hears each time that all were read, with the number of damages
 * told so far. Returns how to stop.
 */
export const scrubTables = (
  folder: string,
  onDamage: (sentence: string) => void,
  onRead: (damages: number) => void = () => undefined,
): (() => void) => {
  const told = new Set<string>();
  let isStopped = false;
  const scrub = async (): Promise<void> => {
    for (const sentence of await checkTables(folder, pauseMs, () => isStopped)) {
      if (isStopped || told.has(sentence)) continue;
      told.add(sentence);
      onDamage(sentence);
    }
    if (!isStopped) onRead(told.size);
  };
  // A folder that cannot be listed any more has its own ways of being noticed.
  const begin = (): void => void scrub().catch(() => undefined);
  begin();
  const timer = setInterval(begin, everyMs).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
};
