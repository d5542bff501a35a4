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
    );
  withExample(command, "pincite backup ./pincite-backup");
  command.action((folder: string) =>
    shell.connected(command, async ({ backup }) => {
      const { takeBackup } = await import("../../backup/take-backup.ts");
      const { BackupFolder } = await import("../../backup/folder.ts");
      const { phrase } = shell.speech();
      const told = (fetched: number) =>
        shell.isWatched && shell.redraw(phrase("screen.artifacts-fetched", { fetched }));
      const { manifest, artifacts, fetched, fetchedBytes } = await takeBackup(
        backup,
        new BackupFolder(shell.path(folder)),
        told,
      );
      if (shell.isWatched) shell.redraw("");
      const names = manifest.stores.map(({ store }) => store).join(", ");
      shell.say(phrase("screen.the-stores-are-backed-up-with-artifacts", { folder, names, artifacts }));
      shell.say(phrase("screen.of-them-were-new-bytes-each-was-compared-with", { fetched, fetchedBytes }));
      shell.note(phrase("screen.the-backup-holds-the-servers-keys-and-your"));
    }),
  );
};

/** `restore`: a data folder made of a backup. */
export const addRestoreCommand = (program: Command, shell: Shell, { restoreBackup }: CliDeps): void => {
  const command = program
    .command("restore")
    .argument("<folder>", "a backup, as `pincite backup` leaves it")
    .requiredOption("--data <dir>", "the data folder to make; it must not hold anything")
    .description(
      "Make a data folder of a backup; all of it is read back and compared before the folder gets its name.",
    );
  withExample(command, "pincite restore ./pincite-backup --data ./pincite-data");
  command.action(async (folder: string, { data }: { readonly data: string }) => {
    if (!restoreBackup)
      throw new DomainError("UNSUPPORTED", worded("command-error.this-program-reads-no-data-folder-run-pincite"));
    const { takenMs, stores } = await restoreBackup(shell.path(folder), shell.path(data));
    const { phrase, sentence } = shell.speech();
    for (const { store, events, blobs, records } of stores)
      shell.say(sentence(`${store}: ${events} events, ${blobs} artifacts, ${records} records: whole`));
    shell.say(phrase("screen.stands-as-at-pincite-serve-data", { data, takenMs: new Date(takenMs).toISOString() }));
  });
};
