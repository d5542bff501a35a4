import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { Command } from "commander";
import { LawPackFile_Kind } from "../../../../gen/pincite/lawbot/v1/law_pack_pb.ts";
import type { Connection } from "../../../client/connection.ts";
import { DomainError } from "../../../error.ts";
import { type LawPack, packBytesMax, readPack } from "../../../law-pack.ts";
import { worded } from "../../../messages/said.ts";
import { lawImportLines } from "../../print/law-import.ts";
import type { Shell } from "../../shell.ts";
import { packUpload } from "../../uploads.ts";
import { atLawBot } from "../at-service.ts";
import { withExample } from "../example.ts";

/** `law add`. */
export const addLawAddCommand = (law: Command, shell: Shell): void => {
  const add = law
    .command("add")
    .argument(
      "[pack]",
      "a law pack: statutes with their days, registers and hashes in one file; without one, that which comes with the program",
    )
    .option("--sha256 <hex>", "the SHA-256 that whoever made the pack says it has; another one is refused")
    .description(
      "Load a law pack whole. Every file is held against its hash and against what is loaded before the first is loaded; where one is refused, none is.",
    );
  withExample(add, "pincite law add arbeidsrecht.lawpack");
  add.action((path: string | undefined, options: { sha256?: string }, command: Command) =>
    atLawBot(shell, command, async (connection) => {
      if (path === undefined) await addShipped(shell, connection, options.sha256);
      else await addPack(shell, connection, shell.path(path), options.sha256);
    }),
  );
};

/** Has the server load the pack that it was installed with. Errors: UNSUPPORTED where it has none, REQUEST_INVALID, IMPORT_REFUSED, DATA_LOSS. */
const addShipped = async (shell: Shell, { lawPacks }: Connection, wanted: string | undefined): Promise<void> => {
  const { pack } = await lawPacks.getShippedPack({});
  if (pack === undefined) throw new DomainError("UNSUPPORTED", worded("law-shipped.there-is-none"));
  const { name, sha256, textCount, lawIds } = pack;
  refuseAnother(name, sha256, wanted);
  const { report } = await lawPacks.addShippedPack({ idempotencyKey: shell.newKey(), sha256 });
  const say = sayIn(shell);
  if (report) refuseRefused(report, say);
  const speech = shell.speech();
  shell.say(speech.phrase("law-pack.holds", { name, digest: sha256, texts: textCount, laws: lawIds.length }));
  if (report) say(lawImportLines(report));
  shell.say(speech.phrase("law-pack.shipped-is-old"));
};

const refuseAnother = (name: string, found: string, wanted: string | undefined): void => {
  if (wanted !== undefined && wanted.toLowerCase() !== found)
    throw new DomainError("REQUEST_INVALID", worded("law-pack.is-another", { name, found }));
};

const sayIn = (shell: Shell) => {
  const speech = shell.speech();
  return (lines: readonly string[]): void => {
    for (const line of lines) shell.say(speech.sentence(line));
  };
};

/** Errors: REQUEST_INVALID for what is no pack, or another than was named; IMPORT_REFUSED where a file of it cannot be loaded. */
const addPack = async (
  shell: Shell,
  { lawImport }: Connection,
  path: string,
  wanted: string | undefined,
): Promise<void> => {
  const name = basename(path);
  const pack = readPack(bytesAt(path), name);
  refuseAnother(name, pack.sha256, wanted);
  const say = sayIn(shell);
  const tried = await lawImport.import(packUpload(pack.files, { idempotencyKey: shell.newKey(), dryRun: true }));
  refuseRefused(tried, say);
  const added = await lawImport.import(packUpload(pack.files, { idempotencyKey: shell.newKey(), dryRun: false }));
  shell.say(shell.speech().phrase("law-pack.holds", { name, digest: pack.sha256, ...countsOf(pack) }));
  say(lawImportLines(added));
  refuseRefused(added, () => undefined);
};

const refuseRefused = (
  { items, ...counts }: Awaited<ReturnType<Connection["lawImport"]["import"]>>,
  say: (lines: readonly string[]) => void,
): void => {
  if (counts.refusedCount === 0) return;
  const refused = items.filter(({ reason }) => reason !== "");
  say(lawImportLines({ items: refused, importedCount: 0, duplicateCount: 0, refusedCount: counts.refusedCount }));
  throw new DomainError("IMPORT_REFUSED", worded("law-pack.was-refused", { count: counts.refusedCount }));
};

const bytesAt = (path: string): Uint8Array => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile())
    throw new DomainError("REQUEST_INVALID", worded("command-error.there-is-no-file-or-folder", { path }), { path });
  // What is larger than any pack is not read; one byte too many says so.
  return found.size > packBytesMax ? new Uint8Array(packBytesMax + 1) : new Uint8Array(readFileSync(path));
};

const countsOf = ({ files }: LawPack) => ({
  texts: files.filter(({ kind }) => kind === LawPackFile_Kind.TEXT).length,
  laws: new Set(files.map(({ lawId }) => lawId)).size,
});
