import { type Command, InvalidArgumentError } from "commander";
import { allDocs, allStrands, type Docs, namedDocument } from "../../client/doc-ids.ts";
import type { Speech } from "../../messages/speech.ts";
import { docLines, docRow, shownLines, speakerLines } from "../print/doc.ts";
import { givesMessage } from "../proto/output.ts";
import type { Shell } from "../shell.ts";
import { table } from "../text/table.ts";
import { atVault } from "./at-service.ts";
import { withExample } from "./example.ts";

/** `vault strands`, `vault list` and `vault show`. */
export const addVaultDocsCommands = (vault: Command, shell: Shell): void => {
  const strands = vault
    .command("strands")
    .description("List the parts of the Vault, the newest first, with their first day.");
  givesMessage(strands, "ListStrands");
  withExample(strands, "pincite vault strands");
  strands.action((_: object, command: Command) =>
    atVault(shell, command, async ({ docs }) => {
      const rows: string[][] = [];
      for await (const { strandId, beganAtIso } of allStrands(docs)) rows.push([strandId, beganAtIso.slice(0, 10)]);
      for (const line of table(rows)) shell.say(line);
      if (rows.length === 0) shell.say(shell.speech().phrase("screen.the-vault-is-empty-pincite-vault-import-puts"));
    }),
  );
  const list = vault
    .command("list")
    .option("--strand <id>", "part of the Vault to list", "default")
    .option("--type <type...>", "only documents of this type, such as email or pdf")
    .option("--replaced", "also documents that a newer one has replaced")
    .option("--limit <n>", "at most so many", countOf, 100)
    .description("List documents, the newest first: date, who it is from, title, id.");
  givesMessage(list, "ListDocs");
  withExample(list, "pincite vault list --strand my-case", "pincite vault list --type email --limit 500");
  list.action((options: ListOptions, command: Command) =>
    atVault(shell, command, async ({ docs }) => {
      for (const line of await listLines(docs, options, shell.speech())) shell.say(line);
    }),
  );
  const show = vault
    .command("show")
    .argument("<document>", "its id: vault:… or the first digits of it, as list and search print it; or a source_link")
    .option("--strand <id>", "part of the Vault it is in", "default")
    .option("--no-text", "without its text")
    .description("Show a document: what is known of it, where its parts are, its text.");
  givesMessage(show, "GetDoc");
  withExample(show, "pincite vault show vault:3f7a91c2 --strand my-case");
  show.action((document: string, options: { strand: string; text: boolean }, command: Command) =>
    atVault(shell, command, async ({ docs }) => {
      const { strandId, docUid } = await namedDocument(docs, options.strand, document);
      const { doc } = await docs.getDoc({ strandId, docUid });
      if (doc !== undefined) for (const line of docLines(doc, shell.speech())) shell.say(line);
      if (!options.text) return;
      const { canonicalText } = await docs.getDocText({ strandId, docUid });
      for (const line of [...shownLines(canonicalText, shell.speech()), ...speakerLines(canonicalText, shell.speech())])
        shell.say(line);
      shell.say();
      for (const line of (canonicalText?.text ?? "").split("\n")) shell.say(line);
    }),
  );
};

interface ListOptions {
  readonly strand: string;
  readonly type?: string[];
  readonly replaced?: boolean;
  readonly limit: number;
}

/** A count as somebody types it: 1 to 999999. */
export const countOf = (given: string): number => {
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given);
  throw new InvalidArgumentError("it is a whole number from 1 to 999999.");
};

const listLines = async (
  docs: Docs,
  { strand, type = [], replaced = false, limit }: ListOptions,
  speech: Speech,
): Promise<string[]> => {
  const rows: string[][] = [];
  let isMore = false;
  for await (const doc of allDocs(docs, { strandId: strand, docTypes: type, includeSuperseded: replaced })) {
    isMore = rows.length >= limit;
    if (isMore) break;
    rows.push(docRow(doc, speech));
  }
  if (rows.length === 0) return [speech.phrase("screen.nothing-is-in-strand-import-with-pincite", { strand })];
  const told = isMore
    ? speech.phrase("screen.the-first-limit-shows-more", { limit })
    : speech.phrase(rows.length === 1 ? "screen.one-document" : "screen.documents", { rowsCount: rows.length });
  return [...table(rows), told];
};
