import type { Command } from "commander";
import type { CitationResolution } from "../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import { ImportItem_Outcome, type ImportResponse } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { filesAt } from "../files.ts";
import { searchLines } from "../print/candidates.ts";
import type { Shell } from "../shell.ts";
import { wrap } from "../text/plain.ts";
import { lawUpload } from "../uploads.ts";
import { withExample } from "./example.ts";
import { addLawFetchCommands } from "./law-fetch.ts";
import { addLawListCommand } from "./law-list.ts";
import { addLawShowCommand } from "./law-show.ts";

/** The `law` commands: `import`, `cite` and `search` here, the others in files of their own. */
export const addLawCommands = (program: Command, shell: Shell): void => {
  const law = program.command("law").description("Statutes: get and load them, look citations up, search.");
  const add = law
    .command("import")
    .argument("<paths...>", "BWB XML files or folders of them")
    .option("--valid-from <date>", "first day in force, for the older form that has no date inside", "")
    .description("Load statutes. The same file a second time changes nothing.");
  withExample(add, "pincite law import BWBR0005290.xml --valid-from 2012-10-01");
  add.action((paths: string[], options: { validFrom: string }, command: Command) =>
    importLaw(shell, command, paths, options.validFrom),
  );
  const cite = law
    .command("cite")
    .argument("<citation...>", "as lawyers write it")
    .option("--on <date>", "the day whose law is meant; else today", "")
    .description("Look a citation up and show the words it stands for.");
  withExample(cite, "pincite law cite art. 7:611 BW --on 2025-12-09");
  cite.action((words: string[], options: { on: string }, command: Command) =>
    citeLaw(shell, command, words, options.on),
  );
  const find = law
    .command("search")
    .argument("<words...>", 'words, "phrases", prefix*, +must, -not')
    .option("--on <date>", "the day whose law is searched; else today", "")
    .description("Search the statutes in force on one day.");
  withExample(find, "pincite law search goed werkgever");
  find.action((words: string[], options: { on: string }, command: Command) =>
    search(shell, command, words, options.on),
  );
  addLawFetchCommands(law, shell);
  addLawListCommand(law, shell);
  addLawShowCommand(law, shell);
};

const importLaw = (shell: Shell, command: Command, paths: string[], validFrom: string): Promise<void> =>
  shell.connected(command, async ({ lawImport }) => {
    const files = filesAt(paths.map(shell.path));
    const answer = await lawImport.import(lawUpload(files, { idempotencyKey: shell.newKey(), validFrom }));
    for (const line of lawImportLines(answer)) shell.say(line);
  });

/** The report of an import, a line per file. */
export const lawImportLines = (answer: ImportResponse): string[] => [
  ...answer.items.map(({ path, outcome, message, version }) => {
    if (outcome === ImportItem_Outcome.REFUSED) return `${path}: REFUSED (${message})`;
    const known = outcome === ImportItem_Outcome.DUPLICATE ? "known already" : "loaded";
    if (!version) return `${path}: ${known}${message ? ` (${message})` : ""}`;
    return `${path}: ${known}  ${version.docUid}  ${version.articleCount} articles`;
  }),
  `${answer.importedCount} loaded, ${answer.duplicateCount} known already, ${answer.refusedCount} refused`,
];

const citeLaw = (shell: Shell, command: Command, words: string[], inForceOn: string): Promise<void> =>
  shell.connected(command, async ({ lawCitation }) => {
    const answer = await lawCitation.resolveCitations({ citations: [words.join(" ")], inForceOn });
    for (const line of answer.resolutions.flatMap(resolutionLines)) shell.say(line);
    shell.say(`Law in force on ${answer.inForceOn}.`);
  });

/** The units a citation stands for with their words, or why there are none. */
const resolutionLines = (resolution: CitationResolution): string[] => [
  ...resolution.units.flatMap(({ unit, versionDate, evidenceId, passages }) => [
    `${unit?.address ?? ""}  (version of ${versionDate})${unit?.quotable ? "" : `  not quotable: ${unit?.flags.join(", ")}`}`,
    ...passages.flatMap(({ text }) => wrap(text).map((line) => `    ${line}`)),
    `    ${evidenceId}`,
  ]),
  ...resolution.errors.map(({ message }) => `${resolution.citation}: ${message}`),
];

const search = (shell: Shell, command: Command, words: string[], inForceOn: string): Promise<void> =>
  shell.connected(command, async ({ lawSearch }) => {
    const { result } = await lawSearch.search({ query: words.join(" "), inForceOn });
    if (result !== undefined) for (const line of searchLines(result)) shell.say(line);
  });
