import { describe, expect, it } from "vitest";
import { cli } from "./support/cli.ts";

// `pincite --url nonsense run list` printed a stack (`TypeError: Invalid URL`) as if the program were at fault.
describe("the address of the server", () => {
  it.each(["nonsense", "127.0.0.1:7611", "ftp://127.0.0.1:7611", ""])(
    "that --url gives as %j is refused with how one is written, and without a stack",
    async (url) => {
      const { code, err } = await cli(["--url", url, "run", "list"]);
      expect(code).toBe(2);
      expect(err).toContain("--url: the address of a server looks like http://127.0.0.1:7611");
      expect(err).not.toMatch(/\n\s+at /);
    },
  );

  it("of the environment is refused under its own name", async () => {
    const { code, err } = await cli(["run", "list"], { env: { PINCITE_URL: "localhost:7611" } });
    expect(code).toBe(2);
    expect(err).toContain("PINCITE_URL: the address of a server looks like http://127.0.0.1:7611");
  });

  it("goes before the one of the environment", async () => {
    const { err } = await cli(["--url", "http://127.0.0.1:9", "run", "list"], { env: { PINCITE_URL: "nonsense" } });
    expect(err).toContain("no server answers at 127.0.0.1:9");
  });
});
