import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";
import { keyOf } from "../../src/web/words/message-key.ts";
import { importsOf, ownFile, projectRoot, type SourceFile, sourceFiles } from "../import-rules.ts";

/** Rooms of messages that a page never says: help, complaints and usage of the command line, and what the page of proofs says. */
const ofOthers = /^(?:help|command|command-error|erasure-help|keeping-error|usage|proof)\./u;

/**
 * Rooms that servers say to others than pages, which erase nothing, keep no store, watch no law, add no pack, say of no file in
 * words of their own why it is no law, take no token of others, know nobody apart, count nothing of what anybody used, ask no second reader, read no setting and no profile and describe no tool: a page tells such a one in English. What the guide, a letter's
 * clauses and the account of a tool call say is finished text when a page has it; advice behind an error is a terminal's.
 */
const neverOnPages =
  /^(?:access|advice|clause|erasure|erasure-error|explain|guide|judge|keeping-error|listener-error|law-flag|law-pack|law-refusal|law-watch|memo|price-problem|profile-problem|setting-problem|sign-in|sign-in-problem|sign-in-screen|signers-problem|tool|tool-problem|typed|used)\./u;

/**
 * The rooms of programs that are no server, and what opens, keeps and copies a server's folder, which speaks to a terminal: what they say
 * stands on a page only where the page draws with the same file.
 */
const ofPrograms =
  /^src\/(?:(?:backup|cli|demo|main|salvage)\/|(?:installation|person-key|receipt-keys|secret-file|store-care)\.ts$)/u;

const quotedId = /"(?<id>[a-z][a-z0-9-]*\.[a-z0-9-]+)"/gu;

/**
 * The ids that a page may say: those that no code names, since servers send them, and those that other code than the command line's
 * names. Not those that the command line alone says by their English words, as its help does.
 */
const saidOnPages = (): ((id: string) => boolean) => {
  const [named, elsewhere] = [new Set<string>(), new Set<string>()];
  const [ofCommands, ofOthersToo]: [string[], string[]] = [[], []];
  const english = readTexts("en");
  const files = sourceFiles(projectRoot, "src");
  const drawn = reachedFrom(files, (path) => path.startsWith("src/web/"));
  const ofPages = new Set<string>();
  for (const { path, text: code } of files) {
    const isElsewhere = !ofPrograms.test(path) || drawn.has(path);
    (isElsewhere ? ofOthersToo : ofCommands).push(code);
    for (const [, id = ""] of code.matchAll(quotedId)) {
      named.add(id);
      if (drawn.has(path)) ofPages.add(id);
      if (isElsewhere) elsewhere.add(id);
    }
  }
  const [commands, others] = [ofCommands.join("\n"), ofOthersToo.join("\n")];
  const isOfCommands = (words: string): boolean => commands.includes(`"${words}"`) && !others.includes(words);
  return (id) =>
    (ofPages.has(id) || !neverOnPages.test(id)) &&
    (elsewhere.has(id) || (!named.has(id) && !ofOthers.test(id) && !isOfCommands(english[id] ?? "")));
};

/** The files that some of them import, and what those import, themselves included. */
const reachedFrom = (files: readonly SourceFile[], isFirst: (path: string) => boolean): ReadonlySet<string> => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const open = files.map(({ path }) => path).filter(isFirst);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const file = byPath.get(path);
    if (file === undefined || reached.has(path)) continue;
    reached.add(path);
    for (const specifier of importsOf(file.text)) open.push(ownFile(path, specifier) ?? "");
  }
  return reached;
};

const readTexts = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(projectRoot, "messages", `${language}.json`), "utf8"));

let isSaid: ((id: string) => boolean) | undefined;

/** Rooms of messages that a page loads with what says them, `src/web/words/late-texts.ts`: no first page waits for them. */
const saidLate =
  /^(?:absent|access|access-page|addressee|bare|choose|colon|compare|correct|drop|event|exhibit|four-eyes|gap|half|keeping-error|late|late-date|later|law-import|law-shipped|law-validity|let-go|listener-error|locator|look|mend|own-sums|page-law|page-letter|page-quote|page-rewind|page-select|page-trace|part|profile-problem|prompt-part|quota|quota-error|ranking|record-error|rule|scope|signature-error|source-error|stale|stale-part|subject|unanswered|uncited|unvouched)\./u;

/**
 * The texts of a language that a page may say, under the keys that a page has: those that it loads first, or those that come late.
 * Errors: two ids have one key.
 */
const onPages = (language: string, isLate = false): Record<string, string> => {
  isSaid ??= saidOnPages();
  const kept: Record<string, string> = {};
  const all = Object.entries(readTexts(language));
  for (const [id, text] of all.filter(([id]) => isSaid?.(id) && saidLate.test(id) === isLate)) {
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

/** The languages of the program, as files of messages/. */
const languages = readdirSync(join(projectRoot, "messages")).map((name) => name.replace(/\.json$/u, ""));
/** What stands in late-texts.ts where its texts go. */
const noLateTexts = "= {};";

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
      return own === undefined ? found : join(projectRoot, "src", "web", "words", own);
    },
  },
  // As a module of its own and no JSON, each of whose keys the bundler would export by itself.
  load: (id) => {
    if (!id.startsWith(scheme)) return null;
    return `export default ${JSON.stringify(onPages(id.slice(scheme.length)))};`;
  },
  transform: {
    order: "pre",
    filter: { id: /[/\\]src[/\\]web[/\\]words[/\\]late-texts\.ts$/u },
    handler: (code) => {
      const late = Object.fromEntries(languages.map((language) => [language, onPages(language, true)]));
      const [before, after, more] = code.split(noLateTexts);
      if (before === undefined || after === undefined || more !== undefined)
        throw new Error("late-texts.ts is not as page-messages.ts knows it");
      return `${before}= ${JSON.stringify(late)};${after}`;
    },
  },
};
