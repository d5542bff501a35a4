import type { Command } from "commander";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Shell } from "../shell.ts";
import type { CliDeps, StoreFolders } from "../types.ts";
import { withExample } from "./example.ts";

/** `store check`, `store rebuild`, `store pack`, `store accept-restore`: the stores of a data folder, while no server has it open. */
export const addStoreCommands = (store: Command, shell: Shell, deps: CliDeps): void => {
  const check = store
    .command("check")
    .requiredOption("--data <dir>", "the data folder of a server")
    .option(
      "--store <address>",
      "the database at this address instead, with the keys of that folder: one that was put back, before it is used",
    )
    .description("Read all there is and check it against its digests, chains and checkpoints.");
  withExample(check, "pincite store check --data ./pincite-data");
  check.action(({ data, store: address }: DataOption & { readonly store?: string }) =>
    verified(shell, foldersOf(deps), shell.path(data), address),
  );
  const rebuild = store
    .command("rebuild")
    .requiredOption("--data <dir>", "the data folder of a server")
    .description("Build the index of the runs anew from their journal; broken off, the next start goes on.");
  withExample(rebuild, "pincite store rebuild --data ./pincite-data");
  rebuild.action(async ({ data }: DataOption) => {
    const { events, removed, written } = await foldersOf(deps).rebuild(shell.path(data));
    shell.say(
      shell.speech().sentence(`runs: ${written} records from ${events} events; ${removed} that were there are gone`),
    );
  });
  const pack = store
    .command("pack")
    .requiredOption("--data <dir>", "the data folder of a server")
    .description(
      "Store finalised runs smaller; what they say stays the same. A server does it when a run is finalised.",
    );
  withExample(pack, "pincite store pack --data ./pincite-data");
  pack.action(async ({ data }: DataOption) => {
    const { runs, records } = await foldersOf(deps).pack(shell.path(data));
    shell.say(shell.speech().sentence(`${runs} finalised runs packed: ${records} records went into others`));
  });
  const restore = store
    .command("accept-restore")
    .requiredOption("--data <dir>", "the data folder of a server")
    .description(
      "Take a folder that was put back from a copy as it is. What came after the copy is lost; this is noted.",
    );
  withExample(restore, "pincite store accept-restore --data ./pincite-data");
  restore.action(async ({ data }: DataOption) => {
    const accepted = await foldersOf(deps).acceptRestore(shell.path(data));
    for (const { store: name, kept, standing } of accepted)
      shell.say(
        shell.speech().sentence(`${name}: accepted at checkpoint ${standing}; ${kept} was the last that had been kept`),
      );
    if (accepted.length === 0) shell.say(shell.speech().sentence("no store is behind what was kept of it"));
  });
  addStoreLevel(store, shell, deps);
  addStoreCopy(store, shell, deps);
};

/** `store level`: what programs of several versions over one database go by. */
const addStoreLevel = (store: Command, shell: Shell, deps: CliDeps): void => {
  const level = store
    .command("level")
    .requiredOption("--store <address>", "the address of a database; servers may have it open")
    .option("--raise", "raise all stores to what this program knows: once every server is of this version")
    .description("Tell which level the stores of a database are at, which says what older programs may do there.");
  withExample(level, "pincite store level --store postgres://pincite@db.example/pincite");
  level.action(async ({ store: address, raise = false }: { readonly store: string; readonly raise?: boolean }) => {
    for (const found of await foldersOf(deps).levels(address, raise))
      shell.say(shell.speech().phrase("command.a-store-is-at-a-level", { ...found, name: found.store }));
  });
};

/** `store copy`: from a data folder into a database, or back. */
const addStoreCopy = (store: Command, shell: Shell, { copyStores }: CliDeps): void => {
  const copy = store
    .command("copy")
    .argument("<from>", "a data folder whose server is not running, or the address of a database")
    .argument("<to>", "the other one; broken off, the same command goes on")
    .description("Copy all runs, documents and laws between a data folder and a database; keys stay in the folder.");
  withExample(copy, "pincite store copy ./pincite-data postgres://pincite@db.example/pincite");
  copy.action(async (from: string, to: string) => {
    if (!copyStores)
      throw new DomainError("UNSUPPORTED", worded("command-error.this-program-reads-no-data-folder-run-pincite"));
    const place = (text: string): string => (text.includes("://") ? text : shell.path(text));
    for (const { store: name, events, sha256 } of await copyStores(place(from), place(to)))
      shell.say(shell.speech().phrase("command.a-store-is-the-same-on-both-sides", { name, events, sha256 }));
  });
};

interface DataOption {
  readonly data: string;
}

const verified = async (
  shell: Shell,
  folders: StoreFolders,
  dataDir: string,
  address: string | undefined,
): Promise<void> => {
  const reports = await folders.check(dataDir, address);
  for (const { store, events, blobs, records, damages, kept = 0, standing = 0 } of reports) {
    const found = damages.length === 0 ? "whole" : `${damages.length} damaged`;
    shell.say(shell.speech().sentence(`${store}: ${events} events, ${blobs} artifacts, ${records} records: ${found}`));
    for (const damage of damages) shell.say(`  ${damage}`);
    if (kept > standing)
      shell.say(shell.speech().phrase("command.a-database-is-behind", { name: store, kept, standing }));
  }
  if (reports.every(({ damages }) => damages.length === 0)) return;
  throw new DomainError("DATA_LOSS", worded("command.what-is-damaged-cannot-be-mended-from-itself"));
};

const foldersOf = ({ storeFolders }: CliDeps): StoreFolders => {
  if (storeFolders) return storeFolders;
  throw new DomainError("UNSUPPORTED", worded("command-error.this-program-reads-no-data-folder-run-pincite"));
};
