import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// Servers and clients of the tests share a token and a folder of state of their own, apart from those of the account that runs them.
const own = join(tmpdir(), `pincite-tests-${userInfo().uid}`);
const tokenFile = join(own, "token");
const stateDir = join(own, "state");

export default defineConfig({
  test: {
    env: { PINCITE_TOKEN_FILE: tokenFile, XDG_STATE_HOME: stateDir },
    include: ["test/**/*.test.ts"],
    // Two cores are the smallest machine this runs on; more workers only queue there.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
