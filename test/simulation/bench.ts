import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Parts of the bench that fill a large store, or import a large mailbox, before they measure. */
const parts = ["artifacts", "known-item", "search", "start", "vault", "lawbot"];

/** `npm run campaign -- bench`: prints their rows, and says whether they came to their end. */
export const runLongRows = (): boolean => {
  const main = join(import.meta.dirname, "../bench/main.ts");
  return spawnSync(process.execPath, [main, ...parts], { stdio: "inherit" }).status === 0;
};
