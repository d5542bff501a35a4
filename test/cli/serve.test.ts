import { describe, expect, it } from "vitest";
import type { StartOptions } from "../../src/cli/types.ts";
import { cli } from "./support/cli.ts";

/** A server that only remembers how it was started and whether it was stopped. */
const fakeStart = () => {
  const seen: { options?: StartOptions; stopped: boolean } = { stopped: false };
  const start = async (options: StartOptions) => {
    seen.options = options;
    const stop = async () => {
      seen.stopped = true;
    };
    return { url: "http://127.0.0.1:4711", port: 4711, stop };
  };
  return { seen, start };
};

describe("serve", () => {
  it("starts with the folder and port given, and stops the server when told to", async () => {
    const { seen, start } = fakeStart();
    const stop = AbortSignal.abort();
    const { code, out } = await cli(["serve", "--port", "0", "--data", "store"], { start, stop, cwd: "/somewhere" });
    expect(code).toBe(0);
    expect(seen.options).toMatchObject({ port: 0, dataDir: "/somewhere/store", allowJson: false });
    expect(out).toContain("http://127.0.0.1:4711");
    expect(seen.stopped).toBe(true);
  });

  it("says that nothing is kept without a folder", async () => {
    const { seen, start } = fakeStart();
    const { err } = await cli(["serve"], { start, stop: AbortSignal.abort() });
    expect(seen.options).toMatchObject({ port: 7611, dataDir: undefined });
    expect(err).toContain("--data");
  });
});
