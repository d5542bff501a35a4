import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { projectRoot } from "./import-rules.ts";

// `node scripts/words-in-code.ts`: every place of src where a text of the code has words of a language that people read. What is said to a
// person is a message, what a letter says is in its profile, and what a rule knows of a language is in the lexicon.

/** A place where the code itself speaks a language. */
export interface WordsInCode {
  readonly file: string;
  readonly line: number;
  /** The beginning of the text. */
  readonly text: string;
  /** Words of it that no other language of the program has; of a table with a text for each language the languages. */
  readonly words: readonly string[];
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

const read = (path: string): string => readFileSync(join(projectRoot, path), "utf8");

/** The languages of the program: the files of messages/. */
const languages = globSync("messages/*.json", { cwd: projectRoot })
  .map((path) => /(?<tag>[a-z-]+)\.json$/u.exec(path)?.groups?.tag ?? "")
  .toSorted();

/** The language that code and comments are written in. */
const ofCode = "en";

/** Words that only one language has, other than that of the code: of its messages and of the texts of the profiles. */
const ownWords = (): ReadonlySet<string> => {
  const byLanguage = new Map(languages.map((language) => [language, new Set<string>()]));
  const add = (language: string, text: string): void => {
    for (const word of wordsIn(text)) byLanguage.get(language)?.add(word);
  };
  // What stands between braces names a fact.
  for (const language of languages)
    for (const text of Object.values(JSON.parse(read(`messages/${language}.json`)) as Record<string, string>))
      add(language, text.replaceAll(/\{\w+/gu, ""));
  for (const path of globSync("profiles/*.txtpb", { cwd: projectRoot }))
    for (const { groups } of read(path).matchAll(/locale: "(?<tag>[a-z-]+)" \w+: "(?<text>(?:[^"\\]|\\.)*)"/gu))
      add(groups?.tag ?? "", groups?.text ?? "");
  const code = byLanguage.get(ofCode) ?? new Set();
  for (const path of sources())
    for (const { groups } of read(path).matchAll(/^\s*(?:\/?\*\*?|\/\/)(?<text>.*)$/gmu))
      for (const word of wordsIn((groups?.text ?? "").replaceAll(/`[^`]*`|“[^”]*”/gu, ""))) code.add(word);
  return new Set([...byLanguage].flatMap(([tag, words]) => (tag === ofCode ? [] : [...words])).filter(isOwn(code)));
};

const isOwn =
  (code: ReadonlySet<string>) =>
  (word: string): boolean =>
    !code.has(word);

const sources = (): string[] => globSync("src/**/*.{ts,tsx}", { cwd: projectRoot }).toSorted();

type Node = { readonly type: string; readonly start: number; readonly [field: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** What a node says; nothing where it says nothing at run time. */
const textOf = ({ type, regex, value }: Node): string | undefined => {
  if (type === "Literal")
    return regex ? (regex as { pattern: string }).pattern : typeof value === "string" ? value : undefined;
  if (type === "TemplateElement") return (value as { cooked?: string }).cooked ?? "";
  return type === "JSXText" ? String(value) : undefined;
};

/** Whether a literal has a text under each language of the program. */
const isTableOfLanguages = ({ type, properties }: Node): boolean => {
  if (type !== "ObjectExpression") return false;
  const texts = (properties as Node[]).filter(({ value }) => isNode(value) && saysText(value));
  const keys = texts.map(({ key }) => {
    const { name, value } = key as Node;
    return String(name ?? value ?? "");
  });
  return languages.every((language) => keys.includes(language));
};

/** Whether a node is a text with a letter, or holds one. */
const saysText = (node: Node): boolean =>
  /\p{L}/u.test(textOf(node) ?? "") ||
  Object.values(node)
    .flat()
    .some((child) => isNode(child) && saysText(child));

// Types say nothing at run time, and paths of imports name files.
const silent = /^TS(?:Type|Interface|Literal|Union|Indexed)|^(?:Import|Export(?:All|Named))Declaration$/u;

const visit = (node: Node, seen: (node: Node) => void): void => {
  if (silent.test(node.type) && !node.declaration) return;
  seen(node);
  for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, seen);
};

/** The places of one source. */
export const wordsOfSource = (file: string, source: string, own: ReadonlySet<string>): WordsInCode[] => {
  const found: WordsInCode[] = [];
  visit(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node, (node) => {
    const text = textOf(node);
    const words = isTableOfLanguages(node)
      ? languages
      : text === undefined
        ? []
        : wordsIn(text).filter((word) => own.has(word));
    if (words.length === 0) return;
    const line = source.slice(0, node.start).split("\n").length;
    found.push({ file, line, text: (text ?? "").replaceAll(/\s+/gu, " ").slice(0, 100), words });
  });
  return found;
};

/** Every such place of src. */
export const wordsInCode = (): WordsInCode[] => {
  const own = ownWords();
  return sources().flatMap((file) => wordsOfSource(file, read(file), own));
};

if (import.meta.main)
  for (const { file, line, text, words } of wordsInCode())
    console.log(`${file}:${line}: ${text} <${words.slice(0, 5).join(", ")}>`);
