import type { DescMessage } from "@bufbuild/protobuf";
import { locales } from "../../src/messages/locale.ts";
import { type PlainId, speechOf } from "../../src/messages/speech.ts";
import { paramsMessage, type Tool } from "../../src/tool/define-tool.ts";
import type { LeafTree } from "../../src/tool/leaves.ts";
import { allTools } from "../../src/tool/tools.ts";

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** One row for each field, by its path in the proto. */
const fieldRows = ({ spec, leaves, member }: Tool): string[] =>
  fieldsOf(leaves, paramsMessage(member)).map(({ path, leaf }) => row([`\`${spec.name}\``, `\`${path}\``, leaf]));

const fieldsOf = (tree: LeafTree, message: DescMessage, before = ""): { path: string; leaf: string }[] =>
  message.fields.flatMap((field) => {
    const within = field.oneof ? childOf(tree, field.oneof.localName) : tree;
    const below = within && childOf(within, field.localName);
    if (below === undefined)
      throw new Error(`${message.typeName} has ${field.name}, and no tool says what it lets leave`);
    const path = `${before}${field.name}`;
    return typeof below !== "string" && field.message
      ? fieldsOf(below, field.message, `${path}.`)
      : [{ path, leaf: String(below) }];
  });

const childOf = (tree: LeafTree, name: string): LeafTree | undefined => (typeof tree === "string" ? tree : tree[name]);

const wordsText = ({ words, member }: Tool): string => {
  if (words === "none") return "–";
  const name = paramsMessage(member).fields.find(({ localName }) => localName === words.field)?.name;
  return `\`${name}\`${words.between === undefined ? "" : betweenText[words.between]}`;
};

const betweenText = { ";": ", `;` between", " ": ", spaces between" } as const;

/** The message that says what a tool does: its name with hyphens. */
const doesId = ({ spec }: Tool): PlainId => `tool-does.${spec.name.replaceAll(/[._]/gu, "-")}` as PlainId;

/** The page docs/tool-fields.md, from the definitions. */
export const fieldsPage = (): string =>
  [
    "# What a tool is asked with, and what of it may leave",
    "",
    "Generated from `src/tool` by `node test/support/write-tool-pages.ts`; a test fails when this page and the code differ.",
    "",
    "## Words",
    "",
    "`pincite run tool RUN TOOL WORDS` puts the words into one field; the others, and tools without words, are for",
    "`pincite tool request RUN TOOL --param field=value`.",
    "",
    row(["tool", "English", "Nederlands", "words of the command line"]),
    row(["---", "---", "---", "---"]),
    ...allTools.map((tool) =>
      row([
        `\`${tool.spec.name}\``,
        ...locales.map((locale) => speechOf(locale).phrase(doesId(tool))),
        wordsText(tool),
      ]),
    ),
    "",
    "## What may leave",
    "",
    "The Vault is part of the installation, and so is LawBot unless PINCITE_LAWBOT_URL names another machine: then nothing leaves,",
    "and nothing is held. For a LawBot of another machine, which the run's profile must name (`remote_lawbot`), a request of the",
    "model is composed field by field, as it is declared here; a field that is not declared is sent empty.",
    "",
    "- **words**: the words that a person typed or confirmed in this run (goal, outline, what was said to the guide), that stand in",
    "  texts and titles of law that LawBot gave this run, in what the profile says of its kind of memo, or in the",
    "  register of law names; sorted, none twice, at most 8. Where that LawBot publishes the words of its laws, these are offered too, and",
    "  words stand as they were written (the request names the list by its digest). A word",
    "  of another form leaves as the one of these that shares its beginning and has another ending. What is left out is said in the request",
    "  (`leaving`); where nothing is left, the request waits for a person.",
    "- **citation**: one citation of a law that the register knows, or of a ruling by its ECLI, written from its parse; others are",
    "  left out.",
    "- **quote**: words as they stand in a text that LawBot gave this run; else the request waits.",
    "- **id**: one that LawBot gave this run or a person pinned; else the request waits.",
    "- **day**, **number**: sent empty: the run's day, the usual number of hits.",
    "- **stays**: does not leave.",
    "",
    "A word that may tell of somebody's health, and one that a person typed and no statute has, leaves once a person was asked: its",
    "request waits as it would leave, once for a run and word. After a no the word stays.",
    "",
    "What a model can tell by choosing is counted in bits (`leaving.bits`), and after 2,048 of them in a run a person decides.",
    "The same words bound tools that clients run: their parameters go as they are where each text is at most eight such words in",
    "small letters and no bytes are set, and else wait for a person.",
    "",
    row(["tool", "field", "may leave"]),
    row(["---", "---", "---"]),
    ...allTools.flatMap(fieldRows),
    "",
  ].join("\n");

const textLine = (name: string, text: string | undefined): string[] =>
  text === undefined ? [] : [`    ${name}: ${JSON.stringify(text)},`];

/** The file src/cli/tool/built-in.ts: the command line sees the clients of services and nothing else of the house. */
export const commandWordsSource = (): string =>
  [
    "// Generated from src/tool by `node test/support/write-tool-pages.ts`; a test fails when this file and the code differ.",
    "",
    'import type { PlainId } from "../../messages/speech.ts";',
    "",
    "/** A built-in tool as the command line says it. */",
    "export interface BuiltInTool {",
    "  /** Its member of ToolRequestParams. */",
    "  readonly member: string;",
    "  /** The message that says what it does, in a few words. */",
    "  readonly does: PlainId;",
    "  /** The field that takes the words; absent: words cannot say its parameters. */",
    "  readonly field?: string;",
    "  /** What stands between the items of that field; absent: it is one text. */",
    "  readonly between?: string;",
    "}",
    "",
    "/** By name. */",
    "export const builtInTools: Readonly<Record<string, BuiltInTool>> = {",
    ...allTools.flatMap((tool) => [
      `  ${JSON.stringify(tool.spec.name)}: {`,
      ...textLine("member", tool.member),
      ...textLine("does", doesId(tool)),
      ...textLine("field", tool.words === "none" ? undefined : tool.words.field),
      ...textLine("between", tool.words === "none" ? undefined : tool.words.between),
      "  },",
    ]),
    "};",
    "",
  ].join("\n");
