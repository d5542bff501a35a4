import { join } from "node:path";
import { Code, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { PageService } from "../../gen/pincite/page/v1/page_service_pb.ts";
import type { RunningPincite } from "../../src/cli/types.ts";
import { DomainError } from "../../src/error.ts";
import { startPincite } from "../../src/main.ts";
import { lettingIn } from "../support/let-in.ts";
import { newFolder } from "../support/new-folder.ts";
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
    await cli(["run", "new", "--profile", "email-reply", "--url", server.url, "--title", "Bezwaar"]);
    const { out } = await cli(["page", "latest", "--no-open", "--url", server.url]);
    const page = await (await fetch(out.trim().split("\n")[1]!)).text();
    expect(page).toMatch(/data-next="\/run\/run-[0-9A-Z]+"/u);
    expect((await cli(["page", "run-absent", "--url", server.url])).code).toBe(3);
  });
});

describe("the browsers that are let in", () => {
  const dataDir = newFolder("sessions");
  const env = { PINCITE_TOKEN_FILE: join(dataDir, "own-token"), PINCITE_LANG: "en" };
  let server: RunningPincite;
  const started = async (port: number): Promise<void> => {
    // A token of its own, since it is rotated.
    vi.stubEnv("PINCITE_TOKEN_FILE", env.PINCITE_TOKEN_FILE);
    server = await startPincite({ dataDir: join(dataDir, "data"), port, log: "silent" });
  };
  beforeAll(() => started(0));
  afterAll(async () => {
    await server.stop();
    vi.unstubAllEnvs();
  });
  const page = (...words: string[]) => cli(["page", ...words, "--url", server.url], { env });
  /** A browser that is let in, and what it may do. */
  const browserIn = async () => {
    const { out } = await page("--no-open");
    const headers = await lettingIn(out.trim().split("\n")[1]!);
    const transport = createConnectTransport({ baseUrl: server.url, httpVersion: "1.1" });
    return {
      runs: () => createClient(OrchestratorService, transport).listRuns({}, { headers }),
      pages: createClient(PageService, transport),
      headers,
    };
  };

  it("stand in a list and are signed out by their id, or all at once", async () => {
    expect((await page("--list")).out).toBe("No browser is let in. `pincite page` lets one in.\n");
    const [first, second] = [await browserIn(), await browserIn()];
    const { out } = await page("--list");
    const [, id = ""] = /^([\w-]{12}) +let in [\d: -]+ UTC +last used .* UTC +ends .* UTC\n/u.exec(out) ?? [];
    expect(out.trim().split("\n")).toHaveLength(2);
    expect((await page("--end", id)).out).toBe("One browser is signed out.\n");
    expect((await page("--end", id)).out).toBe("No such session is open.\n");
    await expect(first.runs()).rejects.toThrow(/unauthenticated/u);
    await second.runs();
    await page("--end", "all");
    await expect(second.runs()).rejects.toThrow(/unauthenticated/u);
    expect(await page("--end", "everybody")).toMatchObject({ code: 2, err: expect.stringContaining("--list") });
  });

  it("let no other in, and see no list", async () => {
    const { pages, headers } = await browserIn();
    for (const call of [
      pages.createPageAddress({}, { headers }),
      pages.listPageSessions({}, { headers }),
      pages.endPageSessions({ all: true }, { headers }),
    ])
      await expect(call).rejects.toMatchObject({
        code: Code.Unauthenticated,
        rawMessage: expect.stringContaining("pincite page"),
      });
    expect((await page("--list")).out.trim().split("\n")).toHaveLength(1);
  });

  it("stay in over a restart, and are out with another token", async () => {
    const { runs } = await browserIn();
    const { port } = server;
    await server.stop();
    await started(port);
    await runs();
    expect((await cli(["token", "rotate"], { env })).code).toBe(0);
    await expect(runs()).rejects.toThrow(/unauthenticated/u);
    expect((await page("--list")).out).toContain("No browser");
  });
});

describe("start", () => {
  const dir = newFolder("start");

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
