import type { Command } from "commander";
import { runIdOf } from "../../../client/run-view.ts";
import { givesMessage } from "../../proto/output.ts";
import type { Shell } from "../../shell.ts";
import { table } from "../../text/table.ts";
import { withExample } from "../example.ts";

/** `run events`: the journal of a run as it stands, with the hashes its chain is made of. */
export const addEventsCommand = (run: Command, shell: Shell): void => {
  const events = run
    .command("events")
    .argument("<run>")
    .description("The events of a run with their hashes, oldest first.");
  givesMessage(events, "ListEvents");
  withExample(events, "pincite run events latest");
  events.action((named: string, _options: unknown, command: Command) =>
    shell.connected(command, async (connection) => {
      const runId = await runIdOf(connection, named);
      for (let pageToken = ""; ; ) {
        const page = await connection.audit.listEvents({ runId, pageSize: 200, pageToken });
        const rows = page.events.map(({ seq, hash, eventType, event }) => [
          ...[String(seq).padStart(5), event?.timeIso ?? "", eventType.padEnd(20), hash],
        ]);
        for (const line of table(rows)) shell.say(line);
        pageToken = page.nextPageToken;
        if (pageToken === "") break;
      }
    }),
  );
};
