import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningPincite } from "../../src/cli/types.ts";
import { DomainError } from "../../src/error.ts";
import { startPincite } from "../../src/main.ts";
import { cli } from "./support/cli.ts";

/** A browser that remembers what it was asked to open. */
const browser = (opens: boolean) => {
  const opened: string[] = [];
  return {
    opened,
    openInBrowser: async (url: string) => {
      opened.push(url);
      return opens;
    },
  };
};
const statusOf = async (url: string) => (await fetch(url, { redirect: "manual" })).status;

describe("page", () => {
  let server: RunningPincite;
  beforeAll(async () => {
    server = await startPincite({ dataDir: undefined, port: 0, log: "silent" });
  });
  afterAll(() => server.stop());

  it("opens an address that lets one browser in, once", async () => {
    const { opened, openInBrowser } = browser(true);
    const { code, out } = await cli(["page", "--url", server.url], { openInBrowser });
    expect([code, out]).toEqual([0, "The page is opened in your browser.\n"]);
    expect(await statusOf(opened[0]!)).toBe(200);
    expect(await statusOf(opened[0]!)).toBe(410);
  });

  it("prints the address where there is no browser, or none is wanted", async () => {
    const { opened, openInBrowser } = browser(false);
    for (const extra of [[], ["--no-open"]]) {
      const { out } = await cli(["page", ...extra, "--url", server.url], { openInBrowser });
      const [said, address] = out.trim().split("\n");
      expect(said).toBe("Open this address within two minutes; it works once:");
      expect(await statusOf(address!)).toBe(200);
    }
    expect(opened).toHaveLength(1);
  });

  it("leads to the run that is named, and says where there is none", async () => {
    await cli(["run", "new", "--url", server.url, "--title", "Bezwaar"]);
    const { out } = await cli(["page", "latest", "--no-open", "--url", server.url]);
    const page = await (await fetch(out.trim().split("\n")[1]!)).text();
    expect(page).toMatch(/content="0;url=\/run\/run-[0-9A-Z]+"/u);
    expect((await cli(["page", "run-absent", "--url", server.url])).code).toBe(3);
  });
});

describe("start", () => {
  const dir = mkdtempSync(join(tmpdir(), "pincite-start-"));
  afterAll(() => rmSync(dir, { recursive: true }));

  it("serves the folder, lets the browser in, and stops when told to", async () => {
    const stop = new AbortController();
    const opened: number[] = [];
    const openInBrowser = async (url: string) => {
      opened.push(await statusOf(url));
      stop.abort();
      return true;
    };
    const deps = { start: startPincite, stop: stop.signal, openInBrowser, cwd: dir };
    const { code, out } = await cli(["start", "--data", "case", "--port", "0"], deps);
    expect([code, opened]).toEqual([0, [200]]);
    expect(out).toBe(`Your documents and memos lie in ${join(dir, "case")}.\nThe page is opened in your browser.\n`);
  });

  it("keeps to the account's own folder where none is named", async () => {
    const stopped = new Error("far enough");
    const asked: unknown[] = [];
    const start = async (options: unknown) => {
      asked.push(options);
      throw stopped;
    };
    await expect(cli(["start"], { start, env: { XDG_DATA_HOME: "/data" } })).rejects.toBe(stopped);
    expect(asked).toEqual([{ dataDir: "/data/pincite", port: 7611, log: "silent", stop: expect.any(AbortSignal) }]);
  });

  it("says so where the port is another program's and a folder was asked for", async () => {
    const start = () => Promise.reject(new DomainError("ALREADY_EXISTS", "port 7611 on 127.0.0.1 is in use"));
    const { code, err } = await cli(["start", "--data", "case"], { start });
    expect([code, err]).toEqual([4, expect.stringContaining("in use")]);
  });
});
