import type { Command } from "commander";
import type { Connection } from "../../client/connection.ts";
import { readRun } from "../../client/run-view.ts";
import type { Shell } from "../shell.ts";
import type { CliDeps } from "../types.ts";
import { withExample } from "./example.ts";

/** `page`: a way into the web page of a server that runs. */
export const addPageCommand = (program: Command, shell: Shell, deps: CliDeps): void => {
  const command = program
    .command("page")
    .argument("[run]", "a run to begin at; else the list of runs")
    .option("--no-open", "only print the address")
    .option("--list", "list the browsers that are let in, instead")
    .option("--end <session>", "sign one of them out, by its id, instead; all: each of them")
    .description("Open the server's web page in your browser. The address lets one browser in, once.");
  withExample(command, "pincite page", "pincite page latest", "pincite page --no-open", "pincite page --end all");
  command.action((run: string | undefined, { open, list, end }: PageOptions) =>
    shell.connected(command, async (connection) => {
      if (end !== undefined) return await (await import("./page-sessions.ts")).endSessions(shell, connection, end);
      if (list) return await (await import("./page-sessions.ts")).listSessions(shell, connection);
      const context = run === undefined ? undefined : await readRun(connection, run);
      await openPage(shell, deps, connection, { page: context ? `/run/${context.runId}` : "", open });
    }),
  );
};

interface PageOptions {
  readonly open: boolean;
  readonly list?: true;
  readonly end?: string;
}

/** Makes an address of the page and opens it; prints it where no browser can be opened. */
export const openPage = async (
  shell: Shell,
  { env = process.env, openInBrowser }: CliDeps,
  connection: Connection,
  { page, open }: { readonly page: string; readonly open: boolean },
): Promise<void> => {
  const { path } = await connection.page.createPageAddress({ page });
  const url = `${connection.url.replace(/\/$/u, "")}${path}`;
  const { phrase } = shell.speech();
  const openIt = openInBrowser ?? (await import("../open-in-browser.ts")).openInBrowser;
  if (open && (await openIt(url, env))) return shell.say(phrase("screen.the-page-is-opened-in-your-browser"));
  shell.say(phrase("screen.open-this-address-within-two-minutes-it-works"));
  shell.say(url);
};
