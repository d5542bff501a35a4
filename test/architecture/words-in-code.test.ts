import { describe, expect, it } from "vitest";
import { wordsInCode, wordsOfSource } from "../../scripts/words-in-code.ts";

/** Where code may have words of a language, and why. A row is a room or a file; one that needs its row no longer loses it. */
const mayHave: Readonly<Record<string, string>> = {
  "src/citation/": "the grammar by which laws are cited",
  "src/grounding/": "the grammar by which sentences are held against what they cite; its word lists go to the lexicon",
  "src/lawbot/": "names of elements and units in files of publishers, which are in one language",
  "src/search/": "stems, and words that a search leaves out",
  "src/span/": "words that turn a quote, and units of laws by their names",
  "src/letter/": "what letters begin and end with",
  "src/vault/": "heads of mails and names of files, as programs of many languages write them",
  "src/run/looks/": "forms of pronouns that a look tells apart",
  "src/demo/": "one case in its language, as a person types it",
  "src/kit/address-notes.ts": "what a recorded address says, with what a reader is shown in its place",
  "src/kit/denial.ts": "words that deny, where no lexicon is loaded",
  "src/kit/months.ts": "names of months, which dates are read and written with",
  "src/model/prose-signs.ts": "signs in a model's output, in whatever language it answers",
  "src/model/providers/extractive/absence-query.ts": "words of a claim that no search needs",
  "src/model/providers/extractive/frames.ts": "lines of a letter that state nothing",
  "src/model/providers/extractive/goal-claims.ts": "how a person says what a letter shall do",
  "src/model/providers/extractive/prose.ts": "words that would claim a search",
  "src/model/providers/extractive/quotable-sentences.ts": "headings of laws",
  "src/model/providers/extractive/skeleton.ts": "words by which a person adds a claim",
  "src/model/providers/extractive/states-nothing.ts": "sentences of a letter that state nothing",
  "src/model/providers/extractive/words.ts": "words that a goal has and no evidence",
  "src/client/mend-draft.ts": "function words that stand alone once a number is taken out",
  "src/export/edited-docx.ts": "names of styles, as Word calls them in its own language",
  "src/tool/lawbot/case-resolve-citations.ts": "how a ruling's consideration is cited",
  "src/cli/commands/": "examples of commands, whose evidence and words are a person's",
  "src/web/words/texts.ts": "which file has the texts of a language",
};

const rowOf = (file: string): string | undefined =>
  Object.keys(mayHave).find((row) => (row.endsWith("/") ? file.startsWith(row) : file === row));

const found = wordsInCode();

describe("words of a language that people read", () => {
  it("stand in no code but what a table names: what is said to them is a message, and what a letter says is its profile's", () => {
    const elsewhere = found.filter(({ file }) => rowOf(file) === undefined);
    expect(elsewhere.map(({ file, line, text, words }) => `${file}:${line}: ${text} <${words.join(", ")}>`)).toEqual(
      [],
    );
  });

  it("are still there for each row of that table", () => {
    const rows = new Set(found.map(({ file }) => rowOf(file)));
    expect(Object.keys(mayHave).filter((row) => !rows.has(row))).toEqual([]);
  });

  const own = new Set(["onjuist", "brief"]);
  it.each([
    ["a text", 'say("Dat is onjuist.");', 1],
    ["a template", "say(`de brief van \u0024{name}`);", 1],
    ["a pattern", "const form = /^onjuist$/u;", 1],
    ["an element", "const a = <p>Uw brief</p>;", 1],
    ["a key", 'const a = { "uw brief": 1 };', 1],
    ["a text for each language", 'const a = { nl: "p", en: "q" };', 1],
    ["a function for each language", "const a = { nl: { x: () => `p` }, en: { x: () => `q` } };", 1],
    ["a type", 'type A = "brief";', 0],
    ["a path", 'import { a } from "./brief.ts";', 0],
    ["a table by language that holds no text", "const a = { nl: 1, en: 2 };", 0],
  ])("are seen in %s, or are none there", (_, source, count) => {
    expect(wordsOfSource("a.tsx", source, own)).toHaveLength(count);
  });
});
