import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import english from "../../messages/en.json" with { type: "json" };
import dutch from "../../messages/nl.json" with { type: "json" };
import { brokenMessages } from "../../scripts/messages.ts";
import { speechOf } from "../../src/messages/speech.ts";
import { ProviderError, type ProviderFailure, providerAdvice } from "../../src/model/provider.ts";
import { promptParts } from "../../src/web/words/prompt-parts.ts";
import { englishSentences } from "./english-sentences.ts";

/**
 * Files whose sentences only the author of a client meets, or whoever reads a server's log: bytes on the
 * wire, the parts of a store, what a model is told of a tool. They stay English.
 */
const forOperators =
  /^src\/(?:store\/(?!postgres\/(?:level|trouble))|tracing\/|secret-file|demo|shipped|wire\/principal)/u;

/** A name for programs, such as a reason. */
const isName = (text: string): boolean => /^[A-Z_]+$/u.test(text);

/** A message as the reader of the code has it: `{}` where something is filled in. */
const coded = (text: string): string =>
  text
    .replace(/\{\w+\}/gu, "{}")
    .replace(/'(?<quoted>[{}]+)'/gu, "$<quoted>")
    .replaceAll("''", "'");

const inDutch = speechOf("nl").sentence;

describe("the messages", () => {
  it("are there in every language, with the same facts", () => {
    expect(brokenMessages()).toEqual([]);
  });

  it("have every sentence that the code says to a person who writes a memo", () => {
    const known = new Set(Object.values(english).map(coded));
    const missing = englishSentences("src")
      .filter(({ file, text }) => !forOperators.test(file) && !isName(text))
      .filter(({ text }) => !known.has(text))
      .map(({ file, text }) => `${file}: ${text}`);
    expect(missing).toEqual([]);
  });

  it("say nothing in Dutch that is still English", () => {
    const word = /\b(?:the|is not|and|with|were|has no|should|must)\b/u;
    const left = Object.entries(dutch).filter(([, nl]) =>
      word.test(nl.replaceAll(/--[a-z-]+/gu, "").replaceAll(/\{\w+\}/gu, "")),
    );
    expect(left).toEqual([]);
  });
});

// "Slot 2 has no candidate: call Guide, search for it, or pin evidence and link it to this slot", said an English page to a layperson.
it("say what is missing and what to look at in a person's words, with no name of a call or of a part of the machine", () => {
  const source = readFileSync(new URL("../../src/run/missing-inputs.ts", import.meta.url), "utf8");
  const named = new Set(Array.from(source.matchAll(/"(?<id>[a-z][a-z-]*\.[a-z0-9-]+)"/gu), ([, id = ""]) => id));
  const machine =
    /\b(?:slots?|candidates?|bindings?|spans?|locators?|ledger|kernel|call Guide|Propose|[A-Z][a-z]+[A-Z]\w+)\b/u;
  const said = Object.entries(english).filter(([id]) => named.has(id) || /^(?:choose|look|rule)\./u.test(id));
  expect(said.length).toBeGreaterThan(100);
  expect(said.filter(([, text]) => machine.test(text.replaceAll(/\{\w+\}/gu, "")))).toEqual([]);
});

// The page wrote "theirReference: PC/20417/EH" above an English letter: the text of the message was a field's name in code.
it("calls nothing by the name that code has for a field", () => {
  const named = /(?<![\w.{/-])(?!gRPC\b|iPhone\b)[a-z]+[A-Z][A-Za-z]+\b/u;
  for (const texts of [english, dutch])
    expect(Object.entries(texts).filter(([, text]) => named.test(text.replaceAll(/\{\w+(?=[,}])/gu, "")))).toEqual([]);
});

describe("a sentence that was recorded in English", () => {
  it("is found by its shape, and what was filled in stays as it is", () => {
    expect(inDutch("Run run-1 is at version 3-a, not at 2-b: read it and decide again.")).toBe(
      "Memo run-1 is op versie 3-a, niet op 2-b: bekijk het en besluit opnieuw.",
    );
  });

  it("may stand inside another", () => {
    expect(inDutch("line 3 of the file: There is no slot slot:9.")).toBe(
      "regel 3 van het bestand: bewijsvraag 9 is er niet.",
    );
  });

  it("is left alone where no message has its shape", () => {
    expect(inDutch("Something a newer server says.")).toBe("Something a newer server says.");
  });

  it("of a person or a source is never taken for a gap that swallows another", () => {
    const title = "x is gone, so nothing $1 (a+)+";
    expect(inDutch(`There is no slot ${title}.`)).toContain(title);
  });

  it("says whole what went wrong with a model provider, and how long it asks to wait", () => {
    const failures = Object.keys(providerAdvice) as ProviderFailure[];
    const said = failures.flatMap((failure) => [
      inDutch(new ProviderError("aanbieder", failure).message),
      inDutch(new ProviderError("aanbieder", failure, undefined, { retry_after_seconds: "30" }).message),
    ]);
    expect(new Set(said).size).toBe(failures.length * 2);
    const whole =
      /^De modelaanbieder aanbieder .+\. (?:Hij vraagt om 30 seconden te wachten\. )?Of doe zelf een voorstel\.$/u;
    const word = /\b(?:the|its|ask again|answer was|check|with|not|for)\b/u;
    expect(said.filter((sentence) => !whole.test(sentence) || word.test(sentence))).toEqual([]);
  });
});

describe("the page", () => {
  it("has a name for every part of what a model sees", () => {
    const named = (path: string, shape: RegExp) =>
      [...readFileSync(path, "utf8").matchAll(shape)].map(({ groups }) => groups?.name ?? "");
    const names = [
      ...named("src/model/prompt/system-prompt.ts", /\bname: "(?<name>[^"]+)"/gu),
      ...named("src/model/prompt/render-context.ts", /\bheading: "(?<name>[^"]+)"/gu),
    ];
    expect(names.length).toBeGreaterThan(15);
    expect(Object.keys(promptParts).toSorted()).toEqual(names.toSorted());
  });
});
