import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../../scripts/import-rules.ts";
import { newestIn, took } from "../../support/made-once.ts";

/** Where the page lies that `npm ci` builds, and servers give. */
const built = join(projectRoot, "dist/page");

const harness = join(import.meta.dirname, "harness");

/** Where pages with the tests' own beside them are kept between files of tests, each under the day of its newest source. */
const kept = join(projectRoot, "node_modules/.cache/pincite-page-tests");

/** Held by the file of tests that builds; another waits, and then finds it built. */
const building = join(projectRoot, "node_modules/.cache/pincite-page-building");

const oneAtATime = (build: () => string): string => {
  mkdirSync(join(building, ".."), { recursive: true });
  while (!took(building)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  try {
    return build();
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
};

/** The page as it is shipped, built anew where one of its sources is newer. A whole run of tests builds nothing. */
export const builtPage = (): string => oneAtATime(shippedPage);

const shippedPage = (): string => {
  const builtAt = statSync(join(built, "index.html"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = ["src", "gen", "scripts", "messages", "profiles"].map((folder) => join(projectRoot, folder));
  if (newestIn(sources) > builtAt) runAsShipped(join(projectRoot, "scripts/page.ts"));
  return built;
};

/** The same with the page that stands in for the run's below `/test/`, built once for all files of tests. */
export const builtPageWithHarness = (): string => oneAtATime(pageWithHarness);

const pageWithHarness = (): string => {
  const page = shippedPage();
  const folder = join(kept, String(Math.round(newestIn([page, harness, join(projectRoot, "src/web")]))));
  if (statSync(folder, { throwIfNoEntry: false })) return folder;
  mkdirSync(kept, { recursive: true });
  const making = mkdtempSync(join(kept, "making-"));
  cpSync(page, making, { recursive: true });
  runAsShipped(join(import.meta.dirname, "build-harness.ts"), join(making, "test"));
  // Servers read all files as they start: what earlier sources were built into is wanted by none.
  for (const name of readdirSync(kept)) if (join(kept, name) !== making) rmSync(join(kept, name), { recursive: true });
  renameSync(making, folder);
  return folder;
};

/** In a process of its own, since the bundler builds for whatever NODE_ENV says, which the test runner sets. */
const runAsShipped = (script: string, ...args: string[]): void => {
  execFileSync(process.execPath, [script, ...args], { env: { ...process.env, NODE_ENV: "production" } });
};
