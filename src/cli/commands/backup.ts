import { existsSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Shell } from "../shell.ts";
import type { CliDeps } from "../types.ts";
import { withExample } from "./example.ts";

/** `backup`: all that a running server holds, in a folder. */
export const addBackupCommand = (program: Command, shell: Shell): void => {
  const command = program
    .command("backup")
    .argument("<folder>", "where the backup is, or is to be; another one into it fetches what is new")
    .description(
      "Copy all that a running server holds, keys included, into a folder; broken off, it goes on where it was.",
    )
    .option(
      "--recipient <age>",
      "encrypt it to this key, as `pincite backup-key` prints it; may be given several times",
      (recipient: string, before: readonly string[]) => [...before, recipient],
      [],
    );
  withExample(command, "pincite backup ./pincite-backup", "pincite backup ./pincite-backup --recipient age1…");
  command.action((folder: string, { recipient }: { readonly recipient: readonly string[] }) =>
    shell.connected(command, async ({ backup }) => {
      const { takeBackup } = await import("../../backup/take-backup.ts");
      const { BackupFolder } = await import("../../backup/folder.ts");
      const { sealerTo } = await import("../../backup/encryption.ts");
      const { phrase } = shell.speech();
      const told = (fetched: number) =>
        shell.isWatched && shell.redraw(phrase("screen.artifacts-fetched", { fetched }));
      const { manifest, artifacts, fetched, fetchedBytes } = await takeBackup(
        backup,
        new BackupFolder(shell.path(folder), recipient.length > 0 ? { sealer: sealerTo(recipient) } : {}),
        told,
      );
      if (shell.isWatched) shell.redraw("");
      const names = manifest.stores.map(({ store }) => store).join(", ");
      shell.say(phrase("screen.the-stores-are-backed-up-with-artifacts", { folder, names, artifacts }));
      shell.say(phrase("screen.of-them-were-new-bytes-each-was-compared-with", { fetched, fetchedBytes }));
      if (recipient.length > 0) shell.note(phrase("screen.the-backup-is-encrypted-to", { keys: recipient.length }));
      else shell.note(phrase("screen.the-backup-holds-the-servers-keys-and-your"));
    }),
  );
};

/** `backup-key`: a key that backups are encrypted to. */
export const addBackupKeyCommand = (program: Command, shell: Shell): void => {
  const command = program
    .command("backup-key")
    .argument("<file>", "where the private half is to be written; nothing may be there yet")
    .description("Make a key that backups are encrypted to, in the age format; the public half is printed.");
  withExample(command, "pincite backup-key ./pincite-backup-key.txt");
  command.action(async (file: string) => {
    const { writeIdentity } = await import("../../backup/encryption.ts");
    shell.say(await writeIdentity(shell.path(file)));
    shell.note(shell.speech().phrase("screen.the-private-half-is-in-keep-it-apart", { file }));
  });
};

/** `restore`: a data folder made of a backup. */
export const addRestoreCommand = (program: Command, shell: Shell, { restoreBackup }: CliDeps): void => {
  const command = program
    .command("restore")
    .argument("<folder>", "a backup, as `pincite backup` leaves it")
    .requiredOption("--data <dir>", "the data folder to make; it must not hold anything")
    .option("--identity <file>", "the private half of a key that the backup is encrypted to")
    .description(
      "Make a data folder of a backup; all of it is read back and compared before the folder gets its name.",
    );
  withExample(
    command,
    "pincite restore ./pincite-backup --data ./pincite-data",
    "pincite restore ./pincite-backup --data ./pincite-data --identity ./pincite-backup-key.txt",
  );
  command.action(async (folder: string, { data, identity }: RestoreOptions) => {
    if (!restoreBackup)
      throw new DomainError("UNSUPPORTED", worded("command-error.this-program-reads-no-data-folder-run-pincite"));
    const identities = identity === undefined ? undefined : textOf(shell.path(identity));
    const { takenMs, stores } = await restoreBackup(shell.path(folder), shell.path(data), identities);
    const { phrase, sentence } = shell.speech();
    for (const { store, events, blobs, records } of stores)
      shell.say(sentence(`${store}: ${events} events, ${blobs} artifacts, ${records} records: whole`));
    shell.say(phrase("screen.stands-as-at-pincite-serve-data", { data, takenMs: new Date(takenMs).toISOString() }));
  });
};

interface RestoreOptions {
  readonly data: string;
  readonly identity?: string;
}

const textOf = (path: string): string => {
  if (existsSync(path)) return readFileSync(path, "utf8");
  throw new DomainError("REQUEST_INVALID", worded("command-error.there-is-no-file-or-folder", { path }), { path });
};
