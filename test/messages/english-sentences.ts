import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";

/** A sentence of the program as it stands in the code, `{}` where something is filled in, and the file it stands in. */
export interface CodedSentence {
  readonly text: string;
  readonly file: string;
}

/** A node of the syntax tree (ESTree), as far as it is read here. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Constructors and functions whose argument is a sentence for people, with its place among the arguments. */
const speaking: Readonly<Record<string, number>> = { DomainError: 1, refusedProposal: 1, missing: 2 };

/** Properties that hold a sentence for people. */
const spoken = new Set(["description", "whyNot", "explanation"]);

/** Methods of commander that take words for the help text, with the place of the words among the arguments. */
const helping: Readonly<Record<string, number>> = { description: 0, option: 1, argument: 1, requiredOption: 1 };

/** What a source without any such sentence has none of: most are not parsed at all. */
const mayHaveOne = new RegExp(
  String.raw`\b(?:${[...Object.keys({ ...speaking, ...helping }), ...spoken, "Option", "say"].join("|")})\b`,
  "u",
);

/** Every sentence below a folder that reaches a person as an error, a reason or a help text. */
export const englishSentences = (folder: string): CodedSentence[] => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return files.toSorted().flatMap((file) => {
    const path = join(folder, file);
    const source = readFileSync(path, "utf8");
    if (!mayHaveOne.test(source)) return [];
    const { program } = parseSync(path, source);
    return spokenIn(program as unknown as Node).map((text) => ({ text, file: path }));
  });
};

const spokenIn = (node: Node): string[] => [
  ...wordsAt(node).flatMap(textsOf).filter(isSentence),
  ...childrenOf(node).flatMap(spokenIn),
];

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** The expressions of a node that hold words. */
const wordsAt = (node: Node): Node[] => {
  const args = (node.arguments ?? []) as Node[];
  if (node.type === "NewExpression" || node.type === "CallExpression") {
    const callee = node.callee as Node;
    const at = callee.type === "Identifier" ? speaking[callee.name as string] : undefined;
    if (at !== undefined) return args.slice(at, at + 1);
    if (callee.type !== "MemberExpression")
      return node.type === "NewExpression" && callee.name === "Option" ? args.slice(1, 2) : [];
    // What a reader of queries says to whoever asked.
    const { object } = callee as { object?: Node };
    if ((callee.property as Node).name === "say" && ((object?.property ?? {}) as Node).name === "reader")
      return args.slice(0, 1);
    const help = helping[(callee.property as Node).name as string];
    return help === undefined ? [] : args.slice(help, help + 1);
  }
  if (node.type === "Property" && spoken.has(((node.key as Node).name ?? "") as string)) return [node.value as Node];
  return [];
};

/** What an expression may come to; `{}` for what is not known before it runs. */
const textsOf = (node: Node): string[] => {
  switch (node.type) {
    case "Literal":
      return [typeof node.value === "string" ? node.value : "{}"];
    case "TemplateLiteral":
      return [(node.quasis as Node[]).map((part) => (part.value as { cooked: string }).cooked).join("{}")];
    case "ConditionalExpression":
      return [...textsOf(node.consequent as Node), ...textsOf(node.alternate as Node)];
    case "LogicalExpression":
      return [...textsOf(node.left as Node), ...textsOf(node.right as Node)];
    case "BinaryExpression":
      return textsOf(node.left as Node).flatMap((left) => textsOf(node.right as Node).map((right) => left + right));
    case "ParenthesizedExpression":
      return textsOf(node.expression as Node);
    default:
      return ["{}"];
  }
};

const isSentence = (text: string): boolean => /\p{L}{3}/u.test(text.replaceAll("{}", ""));
