import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ProviderError, type ProviderFailure, providerAdvice } from "../../src/model/provider.ts";
import { partsInDutch } from "../../src/web/words/trace.ts";
import { pageCatalogue } from "../../src/words/page-sentences.ts";
import { pageSpeechOf } from "../../src/words/page-speech.ts";
import { catalogue, sentenceInDutch } from "../../src/words/sentences.ts";
import { englishSentences } from "./english-sentences.ts";

/**
 * Files whose sentences only the author of a client, a tool or a profile meets, or whoever reads a server's log: bytes on the
 * wire, the parts of a store, what a model is told of a tool. They stay English.
 */
const forOperators = /^src\/(?:catalogue|profile|store\/|secret-file|demo|shipped|wire\/principal)/u;

/** A name for programs, such as a reason. */
const isName = (text: string): boolean => /^[A-Z_]+$/u.test(text);

/** The catalogue's way of writing a gap: numbered, where the reader of the code leaves it empty. */
const numbered = (text: string): string => {
  let place = 0;
  return text.replaceAll("{}", () => `{${++place}}`);
};

const gaps = (text: string): string[] => [...new Set(text.match(/\{\d\}/gu) ?? [])].toSorted();

describe("the Dutch catalogue", () => {
  it("has every sentence that the code says to a person who writes a memo", () => {
    const missing = englishSentences("src")
      .filter(({ file, text }) => !forOperators.test(file) && !isName(text))
      .filter(({ text }) => catalogue[numbered(text)] === undefined)
      .map(({ file, text }) => `${file}: ${numbered(text)}`);
    expect(missing).toEqual([]);
  });

  it("leaves no gap of a sentence out, and names none that is not there", () => {
    // Plural and singular share a form where Dutch has one, so a number may be told by the words around it.
    const wrong = Object.entries(catalogue).filter(([en, nl]) => gaps(nl).some((gap) => !gaps(en).includes(gap)));
    expect(wrong).toEqual([]);
  });

  it("says nothing in Dutch that is still English", () => {
    const english = /\b(?:the|is not|and|with|were|has no|should|must)\b/u;
    expect(Object.values(catalogue).filter((nl) => english.test(nl.replaceAll(/--[a-z-]+/gu, "")))).toEqual([]);
  });
});

describe("a finished sentence", () => {
  it("is found by its shape, and what was filled in stays as it is", () => {
    expect(sentenceInDutch("Run run-1 is at version 3-a, not at 2-b: read it and decide again.")).toBe(
      "Memo run-1 is op versie 3-a, niet op 2-b: bekijk het en besluit opnieuw.",
    );
  });

  it("may stand inside another", () => {
    expect(sentenceInDutch("line 3 of the file: There is no slot slot:9.")).toBe(
      "regel 3 van het bestand: bewijsvraag 9 is er niet.",
    );
  });

  it("is left alone where nobody has put it into Dutch", () => {
    expect(sentenceInDutch("Something a newer server says.")).toBe("Something a newer server says.");
  });

  it("of a person or a source is never taken for a gap that swallows another", () => {
    const title = "x is gone, so nothing $1 (a+)+";
    expect(sentenceInDutch(`There is no slot ${title}.`)).toContain(title);
  });
});

describe("the catalogue of pages", () => {
  // What a tool does, a page says in its own few words (`toolDoes`).
  const ofCommands = /^src\/(?:cli|client|demo|salvage)\/|^src\/tool\/(?:vault|lawbot)\//u;
  const all = englishSentences("src").map(({ file, text }) => ({ file, text: numbered(text) }));
  const ofServers = all.filter(({ file }) => !ofCommands.test(file));

  it("has every sentence that is not said by the command line alone", () => {
    const missing = ofServers
      .filter(({ file, text }) => !forOperators.test(file) && !isName(text))
      .filter(({ text }) => pageCatalogue[text] === undefined)
      .map(({ file, text }) => `${file}: ${text}`);
    expect(missing).toEqual([]);
  });

  it("has none that the command line alone says, which a page would load and never show", () => {
    const said = new Set(ofServers.map(({ text }) => text));
    const idle = all.map(({ text }) => text).filter((text) => !said.has(text) && pageCatalogue[text] !== undefined);
    expect([...new Set(idle)]).toEqual([]);
  });

  it("says whole what went wrong with a model provider, and how long it asks to wait", () => {
    const failures = Object.keys(providerAdvice) as ProviderFailure[];
    const dutch = failures.flatMap((failure) => [
      pageSpeechOf("nl").sentence(new ProviderError("aanbieder", failure).message),
      pageSpeechOf("nl").sentence(
        new ProviderError("aanbieder", failure, undefined, { retry_after_seconds: "30" }).message,
      ),
    ]);
    expect(new Set(dutch).size).toBe(failures.length * 2);
    const whole =
      /^De modelaanbieder aanbieder .+\. (?:Hij vraagt om 30 seconden te wachten\. )?Of doe zelf een voorstel\.$/u;
    const english = /\b(?:the|its|ask again|answer was|check|with|not|for)\b/u;
    expect(dutch.filter((sentence) => !whole.test(sentence) || english.test(sentence))).toEqual([]);
  });

  it("has a name for every part of what a model sees", () => {
    const named = (path: string, shape: RegExp) =>
      [...readFileSync(path, "utf8").matchAll(shape)].map(({ groups }) => groups?.name ?? "");
    const names = [
      ...named("src/model/prompt/system-prompt.ts", /\bname: "(?<name>[^"]+)"/gu),
      ...named("src/model/prompt/render-context.ts", /\bheading: "(?<name>[^"]+)"/gu),
    ];
    expect(names.length).toBeGreaterThan(15);
    expect(Object.keys(partsInDutch).toSorted()).toEqual(names.toSorted());
  });

  it("says what a server refused as the command line does", () => {
    const english = "Run run-1 is at version 3-a, not at 2-b: read it and decide again.";
    expect(pageSpeechOf("nl").sentence(english)).toBe(sentenceInDutch(english));
  });
});
