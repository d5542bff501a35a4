import { describe, expect, it } from "vitest";
import { SpanFlag } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import { verifySpan } from "../../src/span/verify.ts";
import { outcomeName, resolve, seeded, sourceOf } from "./sample-source.ts";

/** Paragraphs that look alike, as in letters that answer each other, typeset as sources are. */
const paragraphs = Array.from({ length: 40 }, (_, number) => {
  const day = (number % 28) + 1;
  return [
    `De werkgever heeft op ${day} december 2025 niet toegezegd dat werkneemster ${40 + number}% van haar uren zal\nwerken, tenzij de bedrijfs-\narts anders oordeelt.`,
    `De werkgever heeft op ${day} december 2025 wel „schriftelijk” toegezegd dat werkneemster € ${1_000 + number},50 per maand ontvangt – mits zij efﬁciënt re-integreert.`,
    `Werkneemster is geen loon verschuldigd gebleven; zij betwist dit\u00a0uitdrukkelijk en verwijst naar art. 7:6${10 + number} BW, lid ${(number % 9) + 1}.`,
  ].join("\n");
});
const text = paragraphs.join("\n\n");
const source = sourceOf(text);

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

const lookAlikes: Readonly<Record<string, string>> = {
  a: "а",
  e: "е",
  o: "о",
  i: "і",
  "1": "l",
  "0": "O",
  "5": "S",
  "€": "$",
  "%": "‰",
  v: "ν",
};

/** Each changes what a quote says, or what it is made of, by more than typography. */
const mutations: Readonly<Record<string, (quote: string, random: Random) => string>> = {
  "drops a word": (quote, random) => {
    const words = quote.split(" ");
    words.splice(1 + Math.floor(random() * (words.length - 2)), 1);
    return words.join(" ");
  },
  "drops a negation or exception": (quote) => quote.replace(/\s(?:niet|wel|geen|tenzij|mits)(?=\s)/u, ""),
  "turns a negation round": (quote) => quote.replace(/\sniet(?=\s)/u, " wel").replace(/\sgeen(?=\s)/u, " een"),
  "changes a digit": (quote, random) =>
    quote.replace(/\d/u, (digit) => String((Number(digit) + 1 + Math.floor(random() * 9)) % 10)),
  "swaps two digits": (quote) => quote.replace(/(\d)(?!\1)(\d)/u, "$2$1"),
  "puts in a look-alike": (quote, random) => {
    const sign = pick(
      random,
      Object.keys(lookAlikes).filter((one) => quote.includes(one)),
    );
    return sign === undefined ? quote : quote.replace(sign, lookAlikes[sign] as string);
  },
  "changes the case": (quote) => quote.replace(/\p{Ll}/u, (letter) => letter.toUpperCase()),
  "drops an accent": (quote) => quote.normalize("NFC").replace("ë", "e"),
  "writes a power as a digit": (quote) => quote.replace("€ ", "€ ²"),
  "joins two paragraphs": (quote, random) => `${quote.slice(0, 40)} ${pick(random, paragraphs).slice(3, 50)}`,
  "swaps two words": (quote) => quote.replace(/(\S+) (\S+)/u, "$2 $1"),
};

/** What a reader would call the same words: letters, digits and signs, without how they were typeset. */
const said = (words: string): string =>
  words
    .normalize("NFC")
    .replaceAll("ﬁ", "fi")
    .replaceAll(/-\n(?=\p{Ll})/gu, "")
    .replaceAll(/[„”"]/gu, '"')
    .replaceAll("–", "-")
    .replaceAll(/\s+/gu, " ")
    .trim();

describe("the resolver against quotes that say something else", () => {
  const sourceSaid = said(text);
  for (const [name, mutate] of Object.entries(mutations)) {
    it(`accepts nothing when somebody ${name}`, () => {
      const random = seeded(name.length * 7_919);
      let tried = 0;
      for (let round = 0; round < 400; round++) {
        const paragraph = pick(random, paragraphs);
        const start = Math.floor(random() * (paragraph.length - 90));
        const quote = paragraph.slice(start, start + 60 + Math.floor(random() * 30)).trim();
        const changed = mutate(quote, random);
        // A change may hit words that stand elsewhere as they are now: those are other quotes, not false ones.
        if (changed === quote || text.includes(changed) || sourceSaid.includes(said(changed))) continue;
        tried++;
        const asked = resolve(source, changed, {}, { maxSuggestions: 0 });
        expect([changed, outcomeName(asked)]).toEqual([changed, "NOT_FOUND"]);
      }
      expect(tried).toBeGreaterThan(20);
    });
  }
});

describe("the resolver against quotes that were only typeset otherwise", () => {
  const typesettings: Readonly<Record<string, (quote: string) => string>> = {
    "white space": (quote) => quote.replaceAll(/\s+/gu, "  "),
    "plain quotes and dashes": (quote) => quote.replaceAll(/[„”]/gu, '"').replaceAll("–", "-"),
    "decomposed letters": (quote) => quote.normalize("NFD"),
    "ligatures spelled out": (quote) => quote.replaceAll("ﬁ", "fi"),
    "line ends joined": (quote) => quote.replaceAll("-\n", "").replaceAll("\n", " "),
    "soft hyphens": (quote) => quote.replaceAll(/([a-z]{4})(?=[a-z]{3})/gu, "$1\u00ad"),
  };

  it("finds all of them, among look-alike paragraphs, and what it gives can be verified", () => {
    const random = seeded(42);
    let missed = 0;
    let tried = 0;
    for (const typeset of Object.values(typesettings)) {
      for (let round = 0; round < 150; round++) {
        const paragraph = pick(random, paragraphs);
        const start = Math.floor(random() * (paragraph.length - 90));
        const quote = paragraph.slice(start, start + 80).trim();
        if (/^\p{M}|^-|-$/u.test(quote)) continue;
        tried++;
        const asked = resolve(source, typeset(quote), {}, { maxSuggestions: 0 });
        if (outcomeName(asked) === "NOT_FOUND") missed++;
        for (const span of asked.spans.slice(0, 1)) expect(verifySpan(source, span, sha256)).toBeUndefined();
      }
    }
    expect(tried).toBeGreaterThan(800);
    expect(missed / tried).toBeLessThanOrEqual(0.01);
  });

  it("flags a quote that stops before its exception", () => {
    const asked = resolve(source, "op 1 december 2025 niet toegezegd dat werkneemster 40%");
    expect(asked.spans[0]?.flags).toContain(SpanFlag.DROPPED_NEGATION);
  });
});
