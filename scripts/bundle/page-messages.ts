import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";

/** Rooms of messages that a page never says: help, complaints and usage of the command line, and what the page of proofs says. */
const ofOthers = /^(?:help|command|command-error|erasure-help|keeping-error|usage|proof)\./u;

/** The rooms of the command line that a page draws nothing of. */
const commandLine = /[/\\](?:cli[/\\](?!print[/\\]|text[/\\])|demo[/\\]|salvage[/\\])/u;
const source = join(import.meta.dirname, "..", "..", "src");

/** The ids that a page may say: those that no code names, since servers send them, and those that other code than the command line's names. */
const saidOnPages = (): ((id: string) => boolean) => {
  const [named, elsewhere] = [new Set<string>(), new Set<string>()];
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/u.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const isElsewhere = !commandLine.test(path.slice(source.length));
    for (const [, id = ""] of readFileSync(path, "utf8").matchAll(/"([a-z][a-z0-9-]*\.[a-z0-9-]+)"/gu)) {
      named.add(id);
      if (isElsewhere) elsewhere.add(id);
    }
  }
  return (id) => elsewhere.has(id) || (!named.has(id) && !ofOthers.test(id));
};

let isSaid: ((id: string) => boolean) | undefined;

/** Messages without those of the command line, which a page would load and never say. */
export const pageMessages: Plugin = {
  name: "page-messages",
  transform: {
    order: "pre",
    filter: { id: /\/messages\/[a-z-]+\.json$/ },
    handler: (code) => {
      isSaid ??= saidOnPages();
      const texts = Object.entries(JSON.parse(code) as Record<string, string>);
      return JSON.stringify(Object.fromEntries(texts.filter(([id]) => isSaid?.(id))));
    },
  },
};
