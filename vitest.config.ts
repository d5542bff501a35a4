import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// Servers and clients of the tests share a token of their own, apart from that of the account that runs them.
const tokenFile = join(tmpdir(), `pincite-tests-${userInfo().uid}`, "token");

export default defineConfig({
  test: {
    env: { PINCITE_TOKEN_FILE: tokenFile },
    include: ["test/**/*.test.ts"],
    // Two cores are the smallest machine this runs on; more workers only queue there.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
