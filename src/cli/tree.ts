import type { Command } from "commander";
import { addBackupCommand, addBackupKeyCommand, addRestoreCommand } from "./commands/backup.ts";
import { addCompletionCommand } from "./commands/completion.ts";
import { addDemoCommand } from "./commands/demo.ts";
import { addExportCommand } from "./commands/export.ts";
import { addPageCommand } from "./commands/page.ts";
import { addTelemetryCommand } from "./commands/receipt/telemetry.ts";
import { addReplayCommand } from "./commands/replay.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addSignCommand } from "./commands/sign.ts";
import { addStartCommand } from "./commands/start.ts";
import { addUsageCommand } from "./commands/usage.ts";
import { addVerifyCommand } from "./commands/verify.ts";
import type { Shell } from "./shell.ts";
import type { CliDeps } from "./types.ts";

/** Adds commands to the one they stand under. */
type AddCommands = (parent: Command, shell: Shell, deps: CliDeps) => void;

/** Commands of one file. It is loaded when one of them is typed, so that no command waits for the others. */
interface Part {
  readonly names: readonly string[];
  load(): Promise<AddCommands>;
}

/** A command that only holds others, such as `run`. */
interface Group {
  readonly name: string;
  readonly description: string;
  readonly parts: readonly Part[];
}

const part = (names: string, load: Part["load"]): Part => ({ names: names.split(" "), load });

/** Every group, in the order of the help. `commands/` has the files; what each costs to load is nobody else's. */
const groups = {
  vault: {
    name: "vault",
    description: "Your documents: bring them in, find and read them.",
    parts: [
      part("import search", async () => (await import("./commands/vault.ts")).addVaultCommands),
      part("strands list show", async () => (await import("./commands/vault-docs.ts")).addVaultDocsCommands),
      part("get", async () => (await import("./commands/get-original.ts")).addVaultGetCommand),
      part("set reimport", async () => (await import("./commands/vault-care.ts")).addVaultCareCommands),
      part("correct", async () => (await import("./commands/vault-correct.ts")).addVaultCorrectCommand),
      part("speaker", async () => (await import("./commands/vault-speaker.ts")).addVaultSpeakerCommand),
      part("remove", async () => (await import("./commands/erase.ts")).addVaultRemoveCommand),
    ],
  },
  law: {
    name: "law",
    description: "Statutes and rulings: get and load them, look citations up, search.",
    parts: [
      part("import", async () => (await import("./commands/law/law-import.ts")).addLawImportCommand),
      part("add", async () => (await import("./commands/law/law-add.ts")).addLawAddCommand),
      part("cite search", async () => (await import("./commands/law/law.ts")).addLawCommands),
      part("fetch sources", async () => (await import("./commands/law/law-fetch.ts")).addLawFetchCommands),
      part("list", async () => (await import("./commands/law/law-list.ts")).addLawListCommand),
      part("show", async () => (await import("./commands/law/law-show.ts")).addLawShowCommand),
      part("get", async () => (await import("./commands/get-original.ts")).addLawGetCommand),
      part("watch", async () => (await import("./commands/law/law-watch.ts")).addLawWatchCommand),
      part("remove", async () => (await import("./commands/erase.ts")).addLawRemoveCommand),
    ],
  },
  run: {
    name: "run",
    description: "One memo, from intent to finalised draft. RUN is a run id, or `latest`.",
    parts: [
      part("new list show watch", async () => (await import("./commands/run/run-read.ts")).addReadingCommands),
      part("go", async () => (await import("./commands/run/run-go.ts")).addGoCommand),
      part("guide exec tool", async () => (await import("./commands/run/run-turn.ts")).addTurnCommands),
      part("judge", async () => (await import("./commands/run/run-judge.ts")).addJudgeCommand),
      part("rank", async () => (await import("./commands/run/run-rank.ts")).addRankCommand),
      part("propose", async () => (await import("./commands/run/run-propose.ts")).addProposalCommands),
      part("edit", async () => (await import("./commands/run/run-edit.ts")).addEditCommand),
      part("read-back", async () => (await import("./commands/run/run-read-back.ts")).addReadBackCommand),
      part("letter", async () => (await import("./commands/run/run-letter.ts")).addLetterCommand),
      part(
        "pin candidates choose unpin",
        async () => (await import("./commands/run/run-evidence.ts")).addEvidenceCommands,
      ),
      part("confirm advance rewind", async () => (await import("./commands/run/run-decide.ts")).addDecisionCommands),
      part("mend mark-adverse dismiss", async () => (await import("./commands/run/run-mend.ts")).addMendingCommands),
      part("events", async () => (await import("./commands/run/run-events.ts")).addEventsCommand),
      part("erase", async () => (await import("./commands/erase.ts")).addRunEraseCommand),
    ],
  },
  profile: {
    name: "profile",
    description: "Kinds of memo as files: begin one of your own, check it, try it.",
    parts: [part("list new check try", async () => (await import("./commands/profile.ts")).addProfileCommands)],
  },
  tool: {
    name: "tool",
    description: "Tools: what there is, what waits for you, what became of a call.",
    parts: [
      part("list request run", async () => (await import("./commands/tool/tool.ts")).addToolCommands),
      part("pending submit", async () => (await import("./commands/tool/tool-waiting.ts")).addWaitingCommands),
      part("allow deny always ack", async () => (await import("./commands/tool/tool-decide.ts")).addDecisionCommands),
      part("explain hits revoke", async () => (await import("./commands/tool/tool-record.ts")).addRecordCommands),
    ],
  },
  access: {
    name: "access",
    description: "Who may do what with one run or one strand, where people sign in.",
    parts: [
      part(
        "grant revoke list explain log invite invitations revoke-invitation",
        async () => (await import("./commands/access/access.ts")).addAccessCommands,
      ),
    ],
  },
  artifact: {
    name: "artifact",
    description: "Immutable artifacts by their sha256.",
    parts: [part("get list lineage", async () => (await import("./commands/artifact.ts")).addArtifactCommands)],
  },
  receipt: {
    name: "receipt",
    description: "Signed receipts of tool calls: one for each, however it ended.",
    parts: [part("list show verify", async () => (await import("./commands/receipt/receipt.ts")).addReceiptCommands)],
  },
  keys: {
    name: "keys",
    description: "The keys that receipts are signed with.",
    parts: [part("list export rotate", async () => (await import("./commands/receipt/keys.ts")).addKeyCommands)],
  },
  token: {
    name: "token",
    description: "Print the token that this account's servers ask of every caller.",
    parts: [part("rotate", async () => (await import("./commands/token.ts")).addTokenCommands)],
  },
  store: {
    name: "store",
    description: "The stores of a data folder; no server may have it open.",
    parts: [
      part(
        "check rebuild pack accept-restore level copy",
        async () => (await import("./commands/store.ts")).addStoreCommands,
      ),
    ],
  },
  proto: {
    name: "proto",
    description: "The contract: .proto files and descriptors.",
    parts: [part("export", async () => (await import("./commands/proto.ts")).addProtoCommands)],
  },
} satisfies Readonly<Record<string, Group>>;

/** The parts of each group that stands in the tree, by the group's command. */
export type Tree = ReadonlyMap<Command, readonly Part[]>;

/** Adds every command, the groups still without what is in them. */
export const addTree = (program: Command, shell: Shell, deps: CliDeps): Tree => {
  const tree = new Map<Command, readonly Part[]>();
  const add = ({ name, description, parts }: Group) =>
    void tree.set(program.command(name).description(description), parts);
  addStartCommand(program, shell, deps);
  addPageCommand(program, shell, deps);
  addServeCommand(program, shell);
  addDemoCommand(program, shell, deps);
  for (const group of [groups.vault, groups.law, groups.run, groups.profile, groups.tool]) add(group);
  addReplayCommand(program, shell, deps);
  for (const group of [groups.artifact, groups.receipt, groups.access, groups.keys, groups.token, groups.store])
    add(group);
  addBackupCommand(program, shell);
  addBackupKeyCommand(program, shell);
  addRestoreCommand(program, shell, deps);
  addTelemetryCommand(program, shell);
  addUsageCommand(program, shell);
  addExportCommand(program, shell);
  addVerifyCommand(program, shell, deps);
  addSignCommand(program, shell, deps);
  add(groups.proto);
  addCompletionCommand(program, shell);
  return tree;
};

/** Loads what a command line needs of the tree: one part, or all of a group whose help is meant. Without one, everything. */
export const loadTree = async (tree: Tree, shell: Shell, deps: CliDeps, argv?: readonly string[]): Promise<void> => {
  const [first = "", second = ""] = argv ? operands(argv) : [];
  for (const [group, parts] of tree)
    for (const { load } of argv ? wanted(group.name(), parts, first, second) : parts)
      (await load())(group, shell, deps);
};

/** The parts of a group that the first two words of a command line need; completion is told of all of them. */
const wanted = (group: string, parts: readonly Part[], first: string, second: string): readonly Part[] => {
  if (first === "help") return second === group ? parts : [];
  if (first === "completion") return parts;
  if (first !== group) return [];
  const named = parts.filter(({ names }) => names.includes(second));
  return named.length > 0 ? named : parts;
};

/** The options with a value that may stand before a command. */
const valued: ReadonlySet<string | undefined> = new Set(["--url", "--lang"]);

/** What of a command line is neither an option nor the value of one of those. */
const operands = (argv: readonly string[]): string[] =>
  argv.filter((word, at) => !word.startsWith("-") && !valued.has(argv[at - 1]));
