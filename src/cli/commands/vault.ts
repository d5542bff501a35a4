import type { Command } from "commander";
import { ImportedItem_Outcome, type ImportResponse } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { SearchKind } from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { filesAt } from "../files.ts";
import { searchLines } from "../print/candidates.ts";
import type { Shell } from "../shell.ts";
import { vaultUpload } from "../uploads.ts";
import { withExample } from "./example.ts";

/** `vault import` and `vault search`. */
export const addVaultCommands = (program: Command, shell: Shell): void => {
  const vault = program.command("vault").description("Your documents: bring them in, find them.");
  const add = vault
    .command("import")
    .argument("<paths...>", "files or folders: .eml, .mbox, .msg, .pdf, .docx, .ics, .html, .txt, .md, .zip")
    .option("--strand <id>", "part of the Vault to import into", "default")
    .option("--dry-run", "read and report, write nothing")
    .description("Import files. The same bytes a second time change nothing.");
  withExample(add, "pincite vault import ./dossier --strand my-case");
  add.action((paths: string[], options: { strand: string; dryRun?: boolean }, command: Command) =>
    importFiles(shell, command, paths, options),
  );
  const find = vault
    .command("search")
    .argument("[words...]", 'words, "phrases", prefix*, +must, -not; none: the filters alone')
    .option("--strand <id>", "part of the Vault to search", "default")
    .option("--from <date>", "written on or after this ISO date")
    .option("--to <date>", "written on or before this ISO date")
    .option("--with <person...>", "people who must take part")
    .option("--limit <n>", "at most so many", "20")
    .description("Search messages and documents.");
  withExample(find, "pincite vault search thuiswerken --strand my-case --from 2025-03-01");
  find.action((words: string[], options: SearchOptions, command: Command) => search(shell, command, words, options));
};

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
  options: { strand: string; dryRun?: boolean },
): Promise<void> =>
  shell.connected(command, async ({ vaultImport }) => {
    const files = filesAt(paths.map(shell.path));
    const begin = { strandId: options.strand, dryRun: options.dryRun ?? false };
    for await (const answer of vaultImport.import(vaultUpload(files, begin))) shell.say(importLine(answer));
  });

const outcomeWords: Readonly<Record<number, string>> = {
  [ImportedItem_Outcome.IMPORTED]: "imported",
  [ImportedItem_Outcome.DUPLICATE]: "known already",
  [ImportedItem_Outcome.SUPERSEDES]: "replaces an earlier one",
  [ImportedItem_Outcome.REFUSED]: "REFUSED",
  [ImportedItem_Outcome.OPENED]: "opened, what is in it follows",
};

/** One row of an import's answer. */
export const importLine = ({ content }: ImportResponse): string => {
  if (content.case === "item") {
    const { path, outcome, reason, docUid } = content.value;
    return `${path}: ${outcomeWords[outcome] ?? "?"}${reason === "" ? "" : ` (${reason})`}${docUid === "" ? "" : `  vault:${docUid}`}`;
  }
  if (content.case !== "summary") return "";
  const { importedCount, duplicateCount, supersedingCount, refusedCount, dryRun } = content.value;
  const written = dryRun ? "would be imported (dry run)" : "imported";
  return `${importedCount} ${written}, ${duplicateCount} known already, ${supersedingCount} replaced, ${refusedCount} refused`;
};

const search = (shell: Shell, command: Command, words: string[], options: SearchOptions): Promise<void> =>
  shell.connected(command, async ({ vaultSearch }) => {
    const { result } = await vaultSearch.search({
      query: words.join(" "),
      kinds: [SearchKind.ALL],
      occurredFromIso: options.from ?? "",
      occurredToIso: options.to ?? "",
      participants: options.with ?? [],
      strandId: options.strand,
      pageSize: Number(options.limit) || 20,
    });
    if (result !== undefined) for (const line of searchLines(result)) shell.say(line);
  });
