import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import type { Command } from "commander";
import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { SearchKind } from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import type { Connection } from "../../client/connection.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { searchLines } from "../print/candidates.ts";
import { csvHead, csvLeftOut, csvRow } from "../print/import-csv.ts";
import { progressBar, progressLine, type Reached, shareOf } from "../print/import-progress.ts";
import { reportLines } from "../print/import-report.ts";
import { givesMessage } from "../proto/output.ts";
import type { Shell } from "../shell.ts";
import { type VaultFiles, vaultFilesAt } from "../vault-files.ts";
import {
  emptyState,
  type ImportOrder,
  type ImportState,
  type ImportWatch,
  importAll,
  importLocked,
  tellLocked,
} from "../vault-import.ts";
import { atVault } from "./at-service.ts";
import { withExample } from "./example.ts";

/** `vault import` and `vault search`. */
export const addVaultCommands = (vault: Command, shell: Shell): void => {
  const add = vault
    .command("import")
    .argument(
      "<paths...>",
      "files or folders: .eml, .mbox, .msg, .pdf, .docx, .doc, .odt, .xlsx, .ods, .pptx, .odp, .rtf, .ics, .html, .txt, .md, .csv, .zip, .tar, .gz, .pst, .ost, .jpg, .png, .tiff, .webp, .xml of a telephone's messages; WhatsApp, Signal and Teams as exported; mailboxes and archives of any size",
    )
    .option("--strand <id>", "part of the Vault to import into", "default")
    .option("--dry-run", "read and report, write nothing")
    .option(
      "--passwords <file>",
      "passwords for what is locked, one a line, in a file of yours; without it you are asked. They are kept nowhere",
    )
    .option("--report <file>", "write every row of the report to this file, as CSV")
    .description(
      "Import files. The same bytes a second time change nothing: after a broken connection or Ctrl-C, run it again and it goes on. Exit code 2: something was refused, and the report says why; 130: it was stopped.",
    );
  withExample(add, "pincite vault import ./dossier --strand my-case --report import.csv");
  add.action((paths: string[], options: ImportOptions, command: Command) =>
    importFiles(shell, command, paths, options),
  );
  const find = vault
    .command("search")
    .argument(
      "[words...]",
      'words, "phrases", wild*cards, AND OR NOT, (brackets), w/5, from: to: cc: subject: filename: has:attachment date:2025-01..2025-03; none: the filters alone',
    )
    .option("--strand <id>", "part of the Vault to search", "default")
    .option("--from <date>", "written on or after this ISO date")
    .option("--to <date>", "written on or before this ISO date")
    .option("--with <person...>", "people who must take part")
    .option("--limit <n>", "at most so many", "20")
    .description("Search messages and documents.");
  givesMessage(find, "Search");
  withExample(find, "pincite vault search thuiswerken --strand my-case --from 2025-03-01");
  find.action((words: string[], options: SearchOptions, command: Command) => search(shell, command, words, options));
};

interface ImportOptions {
  readonly strand: string;
  readonly dryRun?: boolean;
  readonly report?: string;
  readonly passwords?: string;
}

interface SearchOptions {
  readonly strand: string;
  readonly from?: string;
  readonly to?: string;
  readonly with?: string[];
  readonly limit: string;
}

const importFiles = (
  shell: Shell,
  command: Command,
  paths: string[],
  { strand, dryRun = false, report: reportPath, passwords: passwordsPath }: ImportOptions,
): Promise<void> =>
  atVault(shell, command, async (connection) => {
    const found = vaultFilesAt(paths.map(shell.path));
    const passwords = passwordsPath === undefined ? [] : passwordsIn(shell.path(passwordsPath));
    const order = { files: found.files, strandId: strand, dryRun, passwords, stop: shell.stop };
    const state = emptyState();
    const rows = reportPath === undefined ? undefined : new RowFile(shell.path(reportPath));
    const watch = { ...watchOf(shell, found), row: (row: ImportedItem) => rows?.add(csvRow(row)) };
    try {
      await importAll(connection, order, state, watch);
      await openLocked({ shell, connection, order, state, watch });
    } finally {
      tellLocked(state, watch);
      // Also of an import that failed: what was done stays done.
      if (shell.isWatched) shell.redraw("");
      const leftOut = [...found.leftOut, ...state.leftOut];
      rows?.end(leftOut.map(csvLeftOut));
      if (state.isAnswered || found.files.length === 0)
        for (const line of reportLines({ tally: state.tally, leftOut, dryRun }, shell.speech())) shell.say(line);
    }
    requireWhole(found, state, found.leftOut.length + state.leftOut.length);
  });

/** Passwords of a file, one a line; an empty line is none. Errors: REQUEST_INVALID for a file that cannot be read. */
const passwordsIn = (path: string): string[] => {
  try {
    return readFileSync(path, "utf8")
      .split(/\r?\n/)
      .filter((line) => line !== "");
  } catch {
    throw new DomainError("REQUEST_INVALID", worded("command-error.passwords-cannot-be-read", { path }), { path });
  }
};

/** The server tries so many. */
const passwordsMax = 10;

/** Asks for the password of what is locked, once more for what another one locks, until nothing is or nobody answers. */
const openLocked = async (opening: {
  readonly shell: Shell;
  readonly connection: Connection;
  readonly order: ImportOrder;
  readonly state: ImportState;
  readonly watch: ImportWatch;
}): Promise<void> => {
  const { shell, connection, order, state, watch } = opening;
  const { phrase } = shell.speech();
  const passwords = [...(order.passwords ?? [])];
  while (state.locked.length > 0 && state.doneCount === order.files.length && passwords.length < passwordsMax) {
    if (shell.isWatched) shell.redraw("");
    const [count, names] = [state.locked.length, state.locked.slice(0, namedMax).map(({ path }) => path)];
    const password = await shell.askInSecret(`${phrase("screen.password-for", { count, names: names.join(", ") })} `);
    if (!password) return;
    passwords.push(password);
    await importLocked(connection, { ...order, passwords }, state, watch);
    shell.note(phrase("screen.opened-with-it", { opened: count - state.locked.length, count }));
  }
};

/** Names that stand in a question. */
const namedMax = 3;

/** Every row of the report, written as it comes. */
class RowFile {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, "w");
    this.add(csvHead);
  }

  add(line: string): void {
    writeSync(this.#file, line);
  }

  end(lines: readonly string[]): void {
    for (const line of lines) this.add(line);
    closeSync(this.#file);
  }
}

/** Errors: CANCELLED when it was stopped, IMPORT_REFUSED when something was refused; what else there was is imported. */
const requireWhole = ({ files }: VaultFiles, state: ImportState, leftOutCount: number): void => {
  if (state.doneCount < files.length) {
    throw new DomainError(
      "CANCELLED",
      worded("help.stopped-after-of-files-run-the-same-command", {
        doneCount: state.doneCount,
        filesCount: files.length,
      }),
    );
  }
  const refused = state.refusedCount + leftOutCount;
  if (refused === 0) return;
  throw new DomainError(
    "IMPORT_REFUSED",
    worded("help.refused-everything-else-is-imported-the", {
      refused,
      value: refused === 1 ? "item was" : "items were",
    }),
  );
};

/** Milliseconds between two pictures of the bar, and the steps in which a log is told. */
const redrawMs = 100;
const stepsTold = 10;
/** Imports of fewer files and bytes are over before a log line is of use. */
const [toldFrom, toldFromBytes] = [50, 8_000_000];

const watchOf = (shell: Shell, { files, leftOut }: VaultFiles): Omit<ImportWatch, "row"> => {
  const [start, bytesTotal] = [performance.now(), files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)];
  const isLong = files.length >= toldFrom || bytesTotal >= toldFromBytes;
  let [drawnAt, step] = [0, 0];
  const reachedBy = (state: ImportState): Reached => ({
    fileCount: state.doneCount,
    filesTotal: files.length,
    bytes: state.doneBytes + state.readBytes,
    bytesTotal,
    sentBytes: state.sentBytes,
    rowCount: state.tally.rowCount,
    refusedCount: state.refusedCount + state.leftOut.length + leftOut.length,
    seconds: (performance.now() - start) / 1000,
  });
  return {
    moved: (state) => {
      const reached = reachedBy(state);
      if (shell.isWatched) {
        if (performance.now() - drawnAt < redrawMs) return;
        shell.redraw(progressBar(reached, shell.speech()));
        drawnAt = performance.now();
      } else if (isLong && Math.floor(shareOf(reached) * stepsTold) > step) {
        step = Math.floor(shareOf(reached) * stepsTold);
        shell.note(progressLine(reached, shell.speech()));
      }
    },
    broke: (state, waitMs) => {
      if (shell.isWatched) shell.redraw("");
      const { phrase } = shell.speech();
      const facts = { doneCount: state.doneCount, fileCount: files.length, seconds: waitMs / 1000 };
      shell.note(phrase("screen.the-connection-broke-after-of-files-trying", facts));
    },
  };
};

const search = (shell: Shell, command: Command, words: string[], options: SearchOptions): Promise<void> =>
  atVault(shell, command, async ({ vaultSearch }) => {
    const { result } = await vaultSearch.search({
      query: words.join(" "),
      kinds: [SearchKind.ALL],
      occurredFromIso: options.from ?? "",
      occurredToIso: options.to ?? "",
      participants: options.with ?? [],
      strandId: options.strand,
      pageSize: Number(options.limit) || 20,
      orSuggested: true,
    });
    if (result !== undefined) for (const line of searchLines(result, shell.speech())) shell.say(line);
  });
