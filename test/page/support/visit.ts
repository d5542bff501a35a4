import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import type { RunningPincite } from "../../../src/cli/types.ts";
import { openConnection } from "../../../src/client/connection.ts";
import { startPincite } from "../../../src/main.ts";
import { openBrowser, openContext, openWatched, violationsOf, type Watched } from "./browser.ts";
import { builtPage } from "./built-page.ts";

/** A server of its own with a browser that is let in. */
export interface Visit {
  readonly server: Served;
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the console said and what was asked for outside this server, in every tab. */
  complaints(): string[];
  /** Opens one more tab of the same browser. */
  tab(path: string): Promise<Page>;
  /** Has a tab let in again, at a path. */
  letIn(page: Page, to: string): Promise<void>;
  /** Ends the server and starts it again on the same data and port. */
  restart(): Promise<void>;
  stopServer(): Promise<void>;
  stop(): Promise<void>;
}

/** A server of whatever make, and what ends it. */
type Served = Pick<RunningPincite, "url" | "stop">;

/** A server in this process, on a folder and a port; 0: a free one. */
const startHere = (dataDir: string, port: number): Promise<Served> =>
  startPincite({ dataDir, port, user: "noor", log: "silent" });

/** Starts a server on an empty folder, opens a browser and has it let in. */
export const visit = async (start = startHere): Promise<Visit> => {
  builtPage();
  const dataDir = mkdtempSync(join(tmpdir(), "pincite-page-"));
  let server = await start(dataDir, 0);
  const { port } = new URL(server.url);
  const context = await openContext(await openBrowser(), {
    acceptDownloads: true,
    locale: "nl-NL",
    viewport: { width: 1440, height: 900 },
  });
  const watched: Watched[] = [];
  const wayIn = async (page: string): Promise<string> => {
    const connection = openConnection(server.url);
    const { path } = await connection.page.createPageAddress({ page });
    connection.close();
    return path;
  };
  const open = async (address: string): Promise<Page> => {
    const one = await openWatched(context, server.url, address);
    watched.push(one);
    return one.page;
  };
  const page = await open(await wayIn(""));
  return {
    get server() {
      return server;
    },
    page,
    context,
    complaints: () => watched.flatMap(({ complaints, outside }) => [...complaints, ...outside]),
    tab: open,
    async letIn(again, to) {
      await again.goto(`${server.url}${await wayIn(to)}`);
      await again.waitForURL((url) => url.pathname === to);
    },
    async stopServer() {
      await server.stop();
    },
    async restart() {
      server = await start(dataDir, Number(port));
    },
    async stop() {
      await context.close();
      await server.stop().catch(() => undefined);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** What axe finds against WCAG 2.2 A and AA on the page as it is shown, a line for each. */
export const violationsOn = async (page: Page): Promise<string[]> => {
  const violations = await violationsOf(page, ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary}`),
  );
};

/** The text of a downloaded file. */
export const bytesOfFile = (path: string): Buffer => readFileSync(path);
