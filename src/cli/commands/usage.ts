import { type Command, InvalidArgumentError, Option } from "commander";
import { ListUsageRequest_By as By } from "../../../gen/pincite/usage/v1/usage_service_pb.ts";
import { givesMessage } from "../proto/output.ts";
import type { Shell } from "../shell.ts";
import { withExample } from "./example.ts";

const bys = { person: By.PERSON, run: By.RUN, month: By.MONTH } as const;

interface UsageOptions {
  readonly run?: string;
  readonly person?: string;
  readonly issuer?: string;
  readonly month?: string;
  readonly by: keyof typeof bys;
  readonly prices?: string;
}

/** `usage`: what was used and what it costs, as one table. */
export const addUsageCommand = (program: Command, shell: Shell): void => {
  const command = program
    .command("usage")
    .option("--run <run>", "of one run: its id, or `latest`")
    .option("--person <name>", "of a person, by `sub` of their tokens, or the name of the account")
    .option("--issuer <url>", "who signs that person in; else everybody of that name")
    .option("--month <month>", "of one month, such as 2026-12, in UTC; else of all", monthOf)
    .addOption(new Option("--by <what>", "what a line is of").choices(Object.keys(bys)).default("person"))
    .option("--prices <file>", "reckon with the prices in this file in place of the server's")
    .description("What was used, by whom, and what it costs: turns, tokens, calls of tools, papers.");
  givesMessage(command, "ListUsage", "GetUsage");
  withExample(
    command,
    "pincite usage --month 2026-12",
    "pincite usage --person 00u7fa2k --by month",
    "pincite usage --run latest --prices prices.txtpb",
  );
  command.action((options: UsageOptions, self: Command) =>
    shell.connected(self, async (connection) => {
      const { readPrices } = await import("../../usage/read-prices.ts");
      const prices = options.prices === undefined ? undefined : readPrices(shell.path(options.prices));
      const { runIdOf } = await import("../../client/run-view.ts");
      const { usageLines } = await import("../print/usage-lines.ts");
      const { person: subject = "", issuer = "", month = "", by } = options;
      const runId = options.run === undefined ? "" : await runIdOf(connection, options.run);
      const asked = { runId, filter: { subject, issuer, month }, ...(prices && { prices }) };
      const rows = [];
      for (let pageToken = ""; ; ) {
        const page = await connection.usage.listUsage({ ...asked, by: bys[by], pageSize: 1_000, pageToken });
        rows.push(...page.usages);
        pageToken = page.nextPageToken;
        if (pageToken === "") break;
      }
      for (const line of usageLines(shell.speech(), rows, await connection.usage.getUsage(asked), by)) shell.say(line);
    }),
  );
};

/** A month as commander parses it. */
const monthOf = (text: string): string => {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError("Write a month as 2026-12.");
  return text;
};
