import { join } from "node:path";
import { defineConfig } from "vitest/config";

// Servers and clients of the tests share a token and a folder of state of their own, apart from those of the account that runs them and
// of every other checkout, whose tests may run at the same time.
const own = join(import.meta.dirname, "node_modules", ".pincite-tests");
const tokenFile = join(own, "token");
const stateDir = join(own, "state");

/** Rooms whose tests change nothing of their process: they share their modules, which spares each file half a second of loading. */
const together = [
  ...["catalogue", "citation", "engine", "export", "grounding", "kit", "lawbot", "model", "profile", "proof", "run"],
  ...["search", "span", "tool", "upstream", "vault", "words"],
].map((room) => `test/${room}/**/*.test.ts`);

export default defineConfig({
  test: {
    env: { PINCITE_TOKEN_FILE: tokenFile, XDG_STATE_HOME: stateDir },
    // Two cores are the smallest machine this runs on; more workers only queue there.
    maxWorkers: 2,
    setupFiles: ["test/support/seed.ts"],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A poll ends as soon as what it waits for is there; the usual second is too short beside other tests.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: "together", include: together, isolate: false } },
      { extends: true, test: { name: "apart", include: ["test/**/*.test.ts"], exclude: together } },
    ],
  },
});
