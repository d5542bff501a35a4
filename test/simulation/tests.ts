import { spawnSync } from "node:child_process";
import { projectRoot, sourceFiles } from "../../scripts/import-rules.ts";

const vitest = (args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean =>
  spawnSync("npx", ["vitest", "run", ...args], {
    cwd: projectRoot,
    stdio: "inherit",
    env: { ...process.env, ...env },
  }).status === 0;

/** Files of tests that draw as many cases as they are told to. */
const drawing = (): string[] =>
  sourceFiles(projectRoot, "test")
    .filter(({ path, text }) => path.endsWith(".test.ts") && text.includes("/support/draws.ts"))
    .map(({ path }) => path);

/** Runs the test files that are left to campaigns, as `npm test` runs its own, and ten times the cases of those that draw them. */
export const runLongTests = (): boolean =>
  [vitest(["--project", "long"]), vitest(drawing(), { PINCITE_DRAWS: "10" })].every((passed) => passed);

/** Each function that the wire's modules share is made to throw, to hang, to answer late and to answer nothing, while a server is called in each way. */
export const runGuards = (): boolean =>
  vitest(["test/wire/guards.test.ts", "test/wire/last-catch.test.ts"], { PINCITE_DRAWS: "10" });
