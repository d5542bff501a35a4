import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { alone, leftToAll, leftToCampaign, ownProcess } from "./test/suites.ts";

// Servers and clients of the tests share a token and a folder of state of their own, apart from those of the account that runs them and
// of every other checkout, whose tests may run at the same time.
const own = join(import.meta.dirname, "node_modules", ".pincite-tests");
const tokenFile = join(own, "token");
const stateDir = join(own, "state");
// What Node made of the sources is kept for the next worker, and for the servers that tests start.
const compiled = join(own, "compiled");

const every = ["test/**/*.test.ts"];
const left = leftToAll.map(({ files }) => files);
const long = leftToCampaign.map(({ files }) => files);
const apart = alone.map(({ files }) => files);
const ownProcesses = ownProcess.map(({ files }) => files);

/**
 * Node runs `src/` and `test/` as they are, so the tests import them as the program does: nothing is transformed, which took a sixth
 * of the processor. What stands in the place of another module needs Vite's own way of importing.
 */
const asNodeImports = { isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } };

/**
 * `npm test` runs the projects named after it, `npm run test:all` those named `all`, and `npm run campaign -- tests`
 * that named `long`; without a name vitest runs all. Files share a worker's
 * modules: a whole server takes a second to load, and some ten milliseconds to start once it is.
 */
export const projects = [
  { name: "test", include: every, exclude: [...left, ...apart, ...long], ...asNodeImports },
  { name: "test-alone", include: apart, exclude: left, isolate: true },
  { name: "all", include: left, exclude: [...apart, ...ownProcesses], ...asNodeImports },
  { name: "long", include: long, exclude: [], ...asNodeImports },
  { name: "all-own", include: ownProcesses, exclude: [], ...asNodeImports, isolate: true },
  // Rows that stand in both lists.
  { name: "all-alone", include: apart.filter((files) => left.includes(files)), exclude: [], isolate: true },
];

export default defineConfig({
  test: {
    env: { PINCITE_TOKEN_FILE: tokenFile, XDG_STATE_HOME: stateDir, NODE_COMPILE_CACHE: compiled },
    // Two cores are the smallest machine this runs on; more workers only queue there.
    maxWorkers: 2,
    setupFiles: ["test/support/seed.ts"],
    // The one limit there is, of tests and hooks alike: none has a lower one of its own, since the machine may do other things too.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A poll ends as soon as what it waits for is there; the usual second is too short beside other tests.
    expect: { poll: { timeout: 60_000 } },
    projects: projects.map((test) => ({ extends: true as const, test })),
  },
});
