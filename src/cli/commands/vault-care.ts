import { type Command, InvalidArgumentError } from "commander";
import type { DocMark } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { allDocs, type Docs, wholeUid } from "../../client/doc-ids.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { docLines } from "../print/doc.ts";
import { markNames } from "../print/persons-values.ts";
import { readAgainCounts, readAgainLines } from "../print/read-again.ts";
import type { Shell } from "../shell.ts";
import { atVault } from "./at-service.ts";
import { withExample } from "./example.ts";

/** `vault set` and `vault reimport`. */
export const addVaultCareCommands = (vault: Command, shell: Shell): void => {
  const set = vault
    .command("set")
    .argument("<document>", "its id: vault:… or the first digits of it, as list and search print it")
    .option("--strand <id>", "part of the Vault it is in", "default")
    .option("--title <words>", 'its title; "" for what the document says')
    .option("--date <date>", 'its date, as 2025-12-09; "" for what the document says')
    .option("--writer <name>", 'who wrote it; "" for what the document says')
    .option("--sensitive <kind>", "mark it: health, criminal or special data", addMark)
    .option("--not-sensitive <kind>", "take such a mark off it", addMark)
    .description(
      "Say what its own words get wrong: title, date, who wrote it, marks. Nothing of the document is changed.",
    );
  withExample(set, "pincite vault set vault:3f7a91c2 --title 'Brief aan de bank' --date 2025-12-09 --sensitive health");
  set.action((document: string, options: SetOptions, command: Command) =>
    atVault(shell, command, async ({ docs }) => {
      for (const line of await setLines(docs, document, options, shell)) shell.say(line);
    }),
  );
  const again = vault
    .command("reimport")
    .argument("[documents...]", "ids of documents; none: those read by the rules of an older version")
    .option("--strand <id>", "part of the Vault they are in", "default")
    .option("--all", "every document")
    .option("--dry-run", "read and report, write nothing")
    .description(
      "Read kept files again, as after an update. A new text stands beside the old, and what quotes the old one goes on quoting it.",
    );
  withExample(again, "pincite vault reimport --strand my-case", "pincite vault reimport vault:3f7a91c2 --dry-run");
  again.action((documents: string[], options: AgainOptions, command: Command) =>
    atVault(shell, command, ({ docs }) => readAgain(docs, documents, options, shell)),
  );
};

interface SetOptions {
  readonly strand: string;
  readonly title?: string;
  readonly date?: string;
  readonly writer?: string;
  readonly sensitive?: DocMark[];
  readonly notSensitive?: DocMark[];
}

interface AgainOptions {
  readonly strand: string;
  readonly all?: boolean;
  readonly dryRun?: boolean;
}

const addMark = (given: string, before: DocMark[] = []): DocMark[] => {
  const known = Object.hasOwn(markNames, given) ? markNames[given] : undefined;
  if (known === undefined) throw new InvalidArgumentError(`it is one of ${Object.keys(markNames).join(", ")}.`);
  return [...before, known.mark];
};

const setLines = async (docs: Docs, document: string, options: SetOptions, shell: Shell): Promise<string[]> => {
  const { strand: strandId, title, date, writer, sensitive: addMarks = [], notSensitive: removeMarks = [] } = options;
  const said = {
    ...(title === undefined ? {} : { title }),
    ...(date === undefined ? {} : { date }),
    ...(writer === undefined ? {} : { writtenBy: writer }),
  };
  if (Object.keys(said).length + addMarks.length + removeMarks.length === 0)
    throw new DomainError("REQUEST_INVALID", worded("command-error.nothing-is-set-give-title-date-sensitive-or"));
  const docUid = await wholeUid(docs, strandId, document.replace(/^vault:/, ""));
  const { doc, changed } = await docs.setDoc({
    strandId,
    docUid,
    ...said,
    addMarks,
    removeMarks,
    idempotencyKey: shell.newKey(),
  });
  const speech = shell.speech();
  return [...(doc ? docLines(doc, speech) : []), ...(changed ? [] : [speech.phrase("screen.it-was-so-already")])];
};

/** So many are asked for in one call, which ends long before its deadline; what is done stays done. */
const batchMax = 50;

const readAgain = async (
  docs: Docs,
  documents: readonly string[],
  { strand: strandId, all = false, dryRun = false }: AgainOptions,
  shell: Shell,
): Promise<void> => {
  const docUids: string[] = [];
  for (const document of documents) docUids.push(await wholeUid(docs, strandId, document.replace(/^vault:/, "")));
  const onlyOutdated = documents.length === 0 && !all;
  if (documents.length === 0)
    for await (const { docUid } of allDocs(docs, { strandId, docTypes: [], includeSuperseded: true }))
      docUids.push(docUid);
  const sum = { newTextCount: 0, newDocumentCount: 0, sameWordsCount: 0, unchangedCount: 0, keptCount: 0, dryRun };
  for (let at = 0; at < docUids.length; at += batchMax) {
    const asked = { strandId, docUids: docUids.slice(at, at + batchMax), onlyOutdated, dryRun };
    for await (const { content } of docs.readAgain(asked)) {
      if (content.case === "item") for (const line of readAgainLines(content.value, shell.speech())) shell.say(line);
      if (content.case !== "summary") continue;
      for (const name of ["newTextCount", "newDocumentCount", "sameWordsCount", "unchangedCount", "keptCount"] as const)
        sum[name] += content.value[name];
    }
  }
  for (const line of readAgainCounts(sum, shell.speech())) shell.say(line);
};
