import { type Command, Option } from "commander";
import { ExplainRequest_Deed as Deed } from "../../../../gen/pincite/access/v1/access_service_pb.ts";
import { Relation_Kind as Kind } from "../../../../gen/pincite/access/v1/relation_pb.ts";
import type { AccessEntry } from "../../../../gen/pincite/audit/v1/audit_service_pb.ts";
import { givesMessage } from "../../proto/output.ts";
import type { Shell } from "../../shell.ts";
import { withExample } from "../example.ts";
import {
  type LogOptions,
  logFilter,
  objectOf,
  personOf,
  served,
  type ThingOptions,
  type WhoOptions,
  whoOf,
} from "./access-options.ts";
import { addInvitationCommands } from "./invitations.ts";

/** `access grant`, `access revoke`, `access list`, `access explain`, `access log` and those of invitations: who may do what with one run or one strand, and who did. */
export const addAccessCommands = (access: Command, shell: Shell): void => {
  addChange(access, shell, "grant");
  addChange(access, shell, "revoke");
  addList(access, shell);
  addExplain(access, shell);
  addLog(access, shell);
  addInvitationCommands(access, shell);
};

const kinds = {
  reader: Kind.READER,
  reviewer: Kind.REVIEWER,
  editor: Kind.EDITOR,
  owner: Kind.OWNER,
  walled: Kind.WALLED,
} as const;

const descriptions = {
  grant: "Let somebody into a run or a strand, or wall them off. It holds from their next call on.",
  revoke: "Take back what was granted. A wall is lifted by whoever raised it, or by the account.",
} as const;

/** Options that name a run or a strand. */
const ofThing = (command: Command): Command =>
  command
    .option("--run <run>", "the run: its id, or `latest`")
    .option("--strand <name>", "the part of the Vault, in place of a run");

/** Options that name a person or a group. */
const ofWho = (command: Command): Command =>
  command
    .option("--person <name>", "a person, by `sub` of their tokens")
    .option("--group <name>", "everybody in a group, by its name in their tokens")
    .option("--issuer <url>", "who signs them in; else whoever signs you in, else the only one that the server knows");

const addChange = (access: Command, shell: Shell, what: keyof typeof descriptions): void => {
  const command = access
    .command(what)
    .addOption(new Option("--as <kind>", "what they are to it").choices(Object.keys(kinds)).makeOptionMandatory())
    .description(descriptions[what]);
  ofWho(ofThing(command));
  const capital = what === "grant" ? "Grant" : "Revoke";
  givesMessage(command, capital);
  withExample(
    command,
    `pincite access ${what} --run latest --as reader --person 00u7fa2k`,
    `pincite access ${what} --strand case-7 --as walled --group trainees`,
  );
  command.action((options: ThingOptions & WhoOptions & { as: keyof typeof kinds }, self: Command) =>
    shell.connected(self, async (connection) => {
      const { accessLines } = await import("../../print/access-lines.ts");
      const object = await objectOf(connection, options);
      const who = await whoOf(connection, object, options);
      const relation = { kind: kinds[options.as], object, who };
      const asked = { idempotencyKey: shell.newKey(), relation };
      const { changed } = await served<{ readonly changed: boolean }>(connection.access[what](asked));
      const speech = shell.speech();
      shell.say(accessLines.changed(speech, { what, changed, ...relation }));
    }),
  );
};

const addList = (access: Command, shell: Shell): void => {
  const list = ofThing(access.command("list")).description(
    "Who can read a run or a strand, who is walled off, and why.",
  );
  givesMessage(list, "List");
  withExample(list, "pincite access list --run latest", "pincite access list --strand case-7");
  list.action((options: ThingOptions, self: Command) =>
    shell.connected(self, async (connection) => {
      const { accessLines } = await import("../../print/access-lines.ts");
      const object = await objectOf(connection, options);
      const { grounds } = await served(connection.access.list({ object: { object } }));
      for (const line of accessLines.list(shell.speech(), grounds)) shell.say(line);
    }),
  );
};

const deeds = { read: Deed.READ, edit: Deed.EDIT, review: Deed.REVIEW } as const;

const addExplain = (access: Command, shell: Shell): void => {
  const explain = ofThing(access.command("explain"))
    .option("--person <name>", "a person, by `sub` of their tokens; else yourself")
    .option("--issuer <url>", "who signs them in; else whoever signs you in, else the only one that the server knows")
    .option("--in <group...>", "groups that they are taken to be in: only their token says which they are in")
    .addOption(new Option("--to <deed>", "to do what").choices(Object.keys(deeds)).default("read"))
    .description("Whether somebody may read, change or decide about a run or a strand, and by what.");
  givesMessage(explain, "Explain");
  withExample(explain, "pincite access explain --run latest --person 00u7fa2k --in lawyers --to edit");
  explain.action((options: ThingOptions & WhoseOptions, self: Command) =>
    shell.connected(self, async (connection) => {
      const { accessLines } = await import("../../print/access-lines.ts");
      const object = await objectOf(connection, options);
      const deed = deeds[options.to];
      const person = await personOf(connection, object, options);
      const asked = { object: { object }, deed, groups: options.in ?? [], ...(person && { person }) };
      const { may, grounds } = await served(connection.access.explain(asked));
      for (const line of accessLines.explained(shell.speech(), { may, grounds, to: options.to })) shell.say(line);
    }),
  );
};

interface WhoseOptions {
  readonly person?: string;
  readonly issuer?: string;
  readonly in?: string[];
  readonly to: keyof typeof deeds;
}

const addLog = (access: Command, shell: Shell): void => {
  const log = ofThing(access.command("log"))
    .option("--id <id>", "an artifact by its digest, a tool call or a receipt, in place of a run")
    .option("--person <name>", "whoever did it, by `sub` of their tokens")
    .option("--issuer <url>", "who signs them in")
    .option("--from <time>", "from when: a day in UTC, or RFC 3339")
    .option("--before <time>", "before when, in the same form")
    .option("--max <number>", "how many at most", "100")
    .description("Who read, took out, let in or was refused what, newest first. For auditors and the account.");
  givesMessage(log, "ListAccess");
  withExample(log, "pincite access log --run latest", "pincite access log --person 00u7fa2k --from 2026-12-01");
  log.action((options: LogOptions, self: Command) =>
    shell.connected(self, async (connection) => {
      const { logLines } = await import("../../print/access-log-lines.ts");
      const filter = await logFilter(connection, options);
      const max = Number(options.max);
      const entries: AccessEntry[] = [];
      let pageToken = "";
      do {
        const pageSize = Math.min(1_000, max - entries.length);
        const page = await served(connection.accessLog.listAccess({ ...filter, pageSize, pageToken }));
        entries.push(...page.entries);
        pageToken = page.nextPageToken;
      } while (pageToken !== "" && entries.length < max);
      for (const line of logLines(shell.speech(), entries, pageToken !== "")) shell.say(line);
    }),
  );
};
