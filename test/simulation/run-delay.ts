import { readdirSync, readFileSync } from "node:fs";

/** How Linux names the threads that read files and the store for the main one, whose number is that of the process. */
const poolName = "libuv-worker";

/** Milliseconds in which threads of a process could run and had no processor, because others had it. */
export interface RunDelay {
  readonly main: number;
  /** Those of the pool together: more than went by, where several waited at once. */
  readonly pool: number;
}

/** The second field of schedstat, which grows once a wait is over. */
const waitedMs = (task: string): number => Number(readFileSync(`${task}/schedstat`, "utf8").split(" ")[1]) / 1e6;

/** What the threads of a process have waited for a processor since they began. Linux only. */
export const runDelayOf = (pid: number): RunDelay => {
  const tasks = `/proc/${pid}/task`;
  const pool = readdirSync(tasks).filter((tid) => readFileSync(`${tasks}/${tid}/comm`, "utf8").trim() === poolName);
  return {
    main: waitedMs(`${tasks}/${pid}`),
    pool: pool.reduce((sum, tid) => sum + waitedMs(`${tasks}/${tid}`), 0),
  };
};
