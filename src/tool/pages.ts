import type { DescMessage } from "@bufbuild/protobuf";
import { paramsMessage, type Tool } from "./define-tool.ts";
import type { LeafTree } from "./leaves.ts";
import { allTools } from "./tools.ts";

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
    ...allTools.map((tool) => row([`\`${tool.spec.name}\``, tool.title.en, tool.title.nl, wordsText(tool)])),
    "",
    "## What may leave",
    "",
    "The Vault is part of the installation; LawBot may be another company's server. Before a request of the model leaves for",
    "LawBot, each field is screened as it is declared here, and a request that fails waits for a person.",
    "",
    "- **text**: leaves as written, unless it repeats, names or encodes something of the case.",
    "- **id**: leaves where LawBot gave it to this run, a person pinned it, or it is a number of law that no words fit in.",
    "- **day**: leaves as an ISO date; anything else is refused.",
    "- **number**: leaves.",
    "- **stays**: does not leave.",
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
    "/** A built-in tool as the command line says it. */",
    "export interface BuiltInTool {",
    "  /** Its member of ToolRequestParams. */",
    "  readonly member: string;",
    "  /** What it does, in a few words. */",
    "  readonly title: string;",
    "  /** The same in Dutch. */",
    "  readonly dutch: string;",
    "  /** The field that takes the words; absent: words cannot say its parameters. */",
    "  readonly field?: string;",
    "  /** What stands between the items of that field; absent: it is one text. */",
    "  readonly between?: string;",
    "}",
    "",
    "/** By name. */",
    "export const builtInTools: Readonly<Record<string, BuiltInTool>> = {",
    ...allTools.flatMap(({ spec, member, title, words }) => [
      `  ${JSON.stringify(spec.name)}: {`,
      ...textLine("member", member),
      ...textLine("title", title.en),
      ...textLine("dutch", title.nl),
      ...textLine("field", words === "none" ? undefined : words.field),
      ...textLine("between", words === "none" ? undefined : words.between),
      "  },",
    ]),
    "};",
    "",
  ].join("\n");
