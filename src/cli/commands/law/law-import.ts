import type { Command } from "commander";
import { isLoopbackUrl } from "#kit/url.ts";
import { type ImportItem, ImportItem_Outcome } from "../../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import type { Connection } from "../../../client/connection.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import type { LocalFile } from "../../files.ts";
import { lawFilesAt } from "../../law-files.ts";
import { type LawImported, lawImportLines } from "../../print/law-import.ts";
import type { Shell } from "../../shell.ts";
import { counted } from "../../text/counted.ts";
import { lawUpload } from "../../uploads.ts";
import { atLawBot } from "../at-service.ts";
import { dayOf } from "../day-option.ts";
import { withExample } from "../example.ts";

/** Files of one call; a server takes 1,000, and a report that is half as long comes twice as soon. */
const callFiles = 500;

/** `law import`. */
export const addLawImportCommand = (law: Command, shell: Shell): void => {
  const add = law
    .command("import")
    .argument(
      "<paths...>",
      "files or folders of them: BWB XML, acts and judgments in Akoma Ntoso, acts of the European Union (Formex 4, HTML of the Official Journal), registers (manifest.xml, BWBIdList.xml), names (WTI, .tsv), rulings (Rechtspraak XML, or their page saved as HTML or PDF)",
    )
    .option("--valid-from <day>", "first day in force, as 2012-10-01, for a text that has no date inside", dayOf)
    .description(
      "Load statutes and rulings. The same file a second time changes nothing. Exit code 2: something was refused, and the report says why.",
    );
  withExample(
    add,
    "pincite law import BWBR0005290_2024-01-01_0.xml manifest.xml BWBR0005290.WTI",
    "pincite law import BWBR0005290.xml --valid-from 2012-10-01",
  );
  add.action((paths: string[], options: { validFrom?: string }, command: Command) =>
    atLawBot(shell, command, (connection) => importLaw(shell, connection, paths, options.validFrom ?? "")),
  );
};

/** Errors: IMPORT_REFUSED when something was refused; what else there was is loaded. */
const importLaw = async (
  shell: Shell,
  { lawImport, url }: Connection,
  paths: readonly string[],
  validFrom: string,
): Promise<void> => {
  // What a browser saved may be somebody's papers: unasked they go to no other machine.
  const { files, saved, passedOver } = lawFilesAt(paths.map(shell.path), isLoopbackUrl(url));
  const done: LawImported[] = [];
  for (const part of inParts(files))
    done.push(await lawImport.import(lawUpload(part, { idempotencyKey: shell.newKey(), validFrom })));
  const { all, noRulings } = withoutOthers(together(done), saved);
  for (const line of lawImportLines(all)) shell.say(shell.speech().sentence(line));
  if (noRulings.length > 0) shell.note(passedOverLine(shell, "law-import.passed-over-as-no-ruling", noRulings));
  if (passedOver.length > 0) shell.note(passedOverLine(shell, "law-import.passed-over-by-name", passedOver));
  if (all.items.some(({ reason }) => reason === "NO_VALID_FROM"))
    shell.note(
      shell
        .speech()
        .sentence("a text without a date is loaded with the day it was in force from: --valid-from 2012-10-01"),
    );
  requireWhole(all);
};

const requireWhole = ({ refusedCount, importedCount, duplicateCount }: LawImported): void => {
  if (refusedCount === 0) return;
  const rest = importedCount + duplicateCount > 0 ? "everything else is loaded" : "nothing is loaded";
  throw new DomainError(
    "IMPORT_REFUSED",
    worded("help.refused-the-report-says-why-for-each", {
      counted: counted(refusedCount, "file was", "files were"),
      rest,
    }),
  );
};

function* inParts(files: readonly LocalFile[]): Generator<readonly LocalFile[]> {
  for (let at = 0; at < files.length; at += callFiles) yield files.slice(at, at + callFiles);
}

const together = (parts: readonly LawImported[]): LawImported => {
  const sum = (count: (part: LawImported) => number) => parts.reduce((total, part) => total + count(part), 0);
  return {
    items: parts.flatMap(({ items }) => items),
    importedCount: sum((part) => part.importedCount),
    duplicateCount: sum((part) => part.duplicateCount),
    refusedCount: sum((part) => part.refusedCount),
  };
};

/** The report without files of folders that may be rulings and are none; one that is a ruling of other bytes is refused like any. */
const withoutOthers = (
  all: LawImported,
  saved: ReadonlySet<string>,
): { readonly all: LawImported; readonly noRulings: string[] } => {
  const isOther = ({ path, outcome, reason }: ImportItem) =>
    outcome === ImportItem_Outcome.REFUSED && reason !== "OTHER_BYTES" && saved.has(path);
  const noRulings = all.items.filter(isOther).map(({ path }) => path);
  const items = all.items.filter((item) => !isOther(item));
  return { all: { ...all, items, refusedCount: all.refusedCount - noRulings.length }, noRulings };
};

const namedMax = 3;

const passedOverLine = (
  shell: Shell,
  id: "law-import.passed-over-as-no-ruling" | "law-import.passed-over-by-name",
  names: readonly string[],
): string => {
  const { length: count } = names;
  const more = Math.max(0, count - namedMax);
  return shell.speech().phrase(id, { count, names: names.slice(0, namedMax).join(", "), more });
};
