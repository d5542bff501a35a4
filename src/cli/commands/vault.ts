import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import type { Command } from "commander";
import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { SearchKind } from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { importPapers, requireWhole } from "../import-papers.ts";
import { searchLines } from "../print/candidates.ts";
import { csvHead, csvLeftOut, csvRow } from "../print/import-csv.ts";
import { givesMessage } from "../proto/output.ts";
import type { Shell } from "../shell.ts";
import { type LeftOut, vaultFilesAt } from "../vault-files.ts";
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
    const rows = reportPath === undefined ? undefined : new RowFile(shell.path(reportPath));
    const told = {
      row: (row: ImportedItem) => rows?.add(csvRow(row)),
      end: (leftOut: readonly LeftOut[]) => rows?.end(leftOut.map(csvLeftOut)),
    };
    requireWhole(
      found,
      await importPapers({ shell, connection }, found, { strandId: strand, dryRun, passwords }, told),
    );
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
