import { spawnSync } from "node:child_process";
import { projectRoot } from "../../scripts/import-rules.ts";

/** Runs the test files that are left to campaigns, as `npm test` runs its own. */
export const runLongTests = (): boolean =>
  spawnSync("npx", ["vitest", "run", "--project", "long"], { cwd: projectRoot, stdio: "inherit" }).status === 0;
