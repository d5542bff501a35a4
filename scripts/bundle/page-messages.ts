import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";
import { keyOf } from "../../src/web/words/message-key.ts";

/** Rooms of messages that a page never says: help, complaints and usage of the command line, and what the page of proofs says. */
const ofOthers = /^(?:help|command|command-error|erasure-help|keeping-error|usage|proof)\./u;

/** Rooms that servers say to others than pages, which erase nothing, keep no store and watch no law: a page tells such a one in English. */
const neverOnPages = /^(?:erasure|erasure-error|keeping-error|law-watch)\./u;

/** The rooms of the command line that a page draws nothing of. */
const commandLine = /[/\\](?:cli[/\\](?!print[/\\]|text[/\\])|demo[/\\]|salvage[/\\])/u;
const source = join(import.meta.dirname, "..", "..", "src");

const quotedId = /"(?<id>[a-z][a-z0-9-]*\.[a-z0-9-]+)"/gu;

/**
 * The ids that a page may say: those that no code names, since servers send them, and those that other code than the command line's
 * names. Not those that the command line alone says by their English words, as its help does.
 */
const saidOnPages = (): ((id: string) => boolean) => {
  const [named, elsewhere] = [new Set<string>(), new Set<string>()];
  const [ofCommands, ofOthersToo]: [string[], string[]] = [[], []];
  const english = readTexts("en");
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/u.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const isElsewhere = !commandLine.test(path.slice(source.length));
    const code = readFileSync(path, "utf8");
    (isElsewhere ? ofOthersToo : ofCommands).push(code);
    for (const [, id = ""] of code.matchAll(quotedId)) {
      named.add(id);
      if (isElsewhere) elsewhere.add(id);
    }
  }
  const [commands, others] = [ofCommands.join("\n"), ofOthersToo.join("\n")];
  const isOfCommands = (words: string): boolean => commands.includes(`"${words}"`) && !others.includes(words);
  return (id) =>
    !neverOnPages.test(id) &&
    (elsewhere.has(id) || (!named.has(id) && !ofOthers.test(id) && !isOfCommands(english[id] ?? "")));
};

const readTexts = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(source, "..", "messages", `${language}.json`), "utf8"));

let isSaid: ((id: string) => boolean) | undefined;

/** The texts of a file that a page may say, under the keys that a page has. Errors: two ids have one key. */
const onPages = (texts: Readonly<Record<string, string>>): Record<string, string> => {
  isSaid ??= saidOnPages();
  const kept: Record<string, string> = {};
  for (const [id, text] of Object.entries(texts).filter(([id]) => isSaid?.(id))) {
    const key = keyOf(id);
    if (Object.hasOwn(kept, key))
      throw new Error(`${id} has the key of another message on the page: give it another id`);
    kept[key] = text;
  }
  return kept;
};

/** What a page has in the place of a module of messages: texts under shorter keys, fetched one language at a time. */
const inPlaceOf: Readonly<Record<string, string>> = {
  "key.ts": "message-key.ts",
  "english.ts": "page-english.ts",
  "catalogues.ts": "page-catalogues.ts",
};

const room = /[/\\]src[/\\]messages[/\\](?<name>[a-z-]+\.ts)$/u;

const texts = /\/messages\/(?<language>[a-z-]+)\.json$/u;
const scheme = "\0texts-";

/** Messages as a page loads them. */
export const pageMessages: Plugin = {
  name: "page-messages",
  resolveId: {
    order: "pre",
    async handler(wanted, from, options) {
      const language = texts.exec(wanted)?.groups?.language;
      if (language !== undefined) return `${scheme}${language}`;
      if (!/\/(?:key|english|catalogues)\.ts$/u.test(wanted)) return null;
      const found = await this.resolve(wanted, from, { ...options, skipSelf: true });
      const own = inPlaceOf[room.exec(found?.id ?? "")?.groups?.name ?? ""];
      return own === undefined ? found : join(source, "web", "words", own);
    },
  },
  // As a module of its own and no JSON, each of whose keys the bundler would export by itself.
  load: (id) => {
    if (!id.startsWith(scheme)) return null;
    return `export default ${JSON.stringify(onPages(readTexts(id.slice(scheme.length))))};`;
  },
};
