import { benign } from "./benign.ts";
import { insertAt, type Mutation, type Place, pick, replaceOne, replaceRandom } from "./mutation.ts";
import { said } from "./said.ts";

const negations =
  "not|no|never|neither|nor|without|unless|except|niet|geen|nooit|noch|zonder|tenzij|behoudens|mits|behalve";
const months =
  "January|February|March|April|May|June|July|August|September|October|November|December|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december";
/** What stands for what, pair by pair. */
const pairs = (said: string): readonly (readonly [string, string])[] =>
  said.split(" ").map((pair) => pair.split(">") as [string, string]);

const stronger = pairs(
  "shall>may must>should may>shall will>may any>no all>some and>or or>and before>after kan>moet moet>mag en>of alle>enige werkgever>werknemer werknemer>werkgever the>a de>een",
);
/** What scanners take for each other. */
const misread = pairs("rn>m m>rn l>1 1>l O>0 0>O cl>d d>cl vv>w w>vv S>5 5>S B>8 8>B I>l e>c h>b li>h .>, ,>.");
/** Letters of other alphabets that look alike. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  pairs(
    "a>а c>с e>е i>і j>ј o>о p>р s>ѕ x>х y>у A>Α B>Β C>С E>Ε H>Η I>Ι K>Κ M>Μ N>Ν O>Ο P>Ρ T>Τ X>Χ v>ν n>ո u>υ k>к g>ɡ 1>１ 2>２ 0>０ 3>³ 5>𝟓 %>％ ;>; />∕ :>ː",
  ),
);
const accents: Readonly<Record<string, string>> = { e: "é", i: "ï", o: "ö", a: "à", u: "ü", c: "ç", n: "ñ" };
const directions = [..."\u200e\u200f\u202a\u202b\u202d\u202e\u202c\u2066\u2067\u2069\u061c"];
const marks = ["\u0301", "\u0308", "\u0327", "\u0338", "\u20dd", "\u0332", "\ufe0f"];

const wordAt = (quote: string, random: () => number): Place | undefined => {
  const words = [...quote.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]{2,}(?![\p{L}\p{N}])/gu)];
  const word = words.length < 3 ? undefined : pick(random, words.slice(1, -1));
  return word && { start: word.index, end: word.index + word[0].length };
};
const letterAt = (quote: string, random: () => number): number => {
  const place = wordAt(quote, random);
  return place === undefined ? -1 : place.start + 1 + Math.floor(random() * (place.end - place.start - 1));
};

/** Each changes what a quote says, or what it is made of, by more than typesetting; undefined where it cannot. */
export const harmful: Readonly<Record<string, Mutation>> = {
  "drops a negation or exception": (quote, random) =>
    replaceRandom(quote, new RegExp(`(?<=\\s)(?:${negations})\\s+`, "giu"), () => "", random),
  "adds a negation": (quote, random) =>
    insertAt(quote, wordAt(quote, random)?.start, pick(random, ["not ", "niet ", "geen ", "never "])),
  "turns a rule round": (quote, random) => {
    const [from, to] = pick(random, stronger);
    return replaceRandom(quote, new RegExp(`(?<![\\p{L}\\p{N}])${from}(?![\\p{L}\\p{N}])`, "gu"), () => to, random);
  },
  "changes a digit": (quote, random) =>
    replaceRandom(quote, /\d/gu, (digit) => String((Number(digit) + 1 + Math.floor(random() * 9)) % 10), random),
  "swaps two digits": (quote, random) =>
    replaceRandom(quote, /(\d)(?!\1)\d/gu, (pair) => pair.slice(1) + pair.slice(0, 1), random),
  "drops or adds a digit": (quote, random) =>
    replaceRandom(quote, /\d+/gu, (digits) => (random() < 0.5 ? digits.slice(1) : `${digits}0`), random),
  "moves a decimal sign": (quote, random) =>
    replaceRandom(quote, /(?<=\d)[.,](?=\d)/gu, (sign) => (random() < 0.5 ? "" : sign === "." ? "," : "."), random),
  "changes a date": (quote, random) => {
    const year = replaceRandom(
      quote,
      /(?<!\d)(?:19|20)\d\d(?!\d)/gu,
      (found) => String(Number(found) + (random() < 0.5 ? 1 : -1)),
      random,
    );
    const month = replaceRandom(
      quote,
      new RegExp(`(?<!\\p{L})(?:${months})(?!\\p{L})`, "giu"),
      () => pick(random, months.split("|")),
      random,
    );
    return month !== undefined && (year === undefined || random() < 0.5) ? month : year;
  },
  "changes a currency or unit": (quote, random) =>
    replaceRandom(
      quote,
      /[$€£%§]|USD|EUR|percent|days|months|dagen|maanden|weken|years|jaar/gu,
      (sign) => (sign === "$" ? "€" : sign === "%" ? "‰" : sign === "days" ? "weeks" : "$"),
      random,
    ),
  "swaps two names": (quote) => {
    const names = [...quote.matchAll(/(?<=[a-z,] )\p{Lu}\p{L}{2,}/gu)];
    const [one, other] = [names[0], names.find(([name]) => name !== names[0]?.[0])];
    if (!one || !other) return undefined;
    return (
      quote.slice(0, one.index) +
      other[0] +
      quote.slice(one.index + one[0].length, other.index) +
      one[0] +
      quote.slice(other.index + other[0].length)
    );
  },
  "names another": (quote, random, { text }) => {
    const names = [...text.text.slice(0, 20_000).matchAll(/(?<=[a-z,] )\p{Lu}\p{L}{2,}/gu)].map(([name]) => name);
    return names.length < 2
      ? undefined
      : replaceRandom(quote, /(?<=[a-z,] )\p{Lu}\p{L}{2,}/gu, () => pick(random, names), random);
  },
  "changes the case": (quote, random) =>
    replaceRandom(
      quote,
      /\p{L}/gu,
      (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()),
      random,
    ),
  "changes an accent": (quote, random) => {
    const dropped = replaceRandom(quote, /[À-ÖØ-öø-ÿ]/gu, (letter) => letter.normalize("NFD").slice(0, 1), random);
    return dropped ?? replaceRandom(quote, /[eioaucn]/gu, (letter) => accents[letter] as string, random);
  },
  "reads it as a scanner does": (quote, random) => {
    const fitting = misread.filter(([from]) => quote.includes(from));
    return fitting.length === 0 ? undefined : replaceOne(quote, ...pick(random, fitting), random);
  },
  "puts in a letter that looks alike": (quote, random) => {
    const letters = Object.keys(alike).filter((letter) => quote.includes(letter));
    const letter = letters.length === 0 ? undefined : pick(random, letters);
    return letter === undefined ? undefined : replaceOne(quote, letter, alike[letter] as string, random);
  },
  "hides a direction mark": (quote, random) => insertAt(quote, letterAt(quote, random), pick(random, directions)),
  "hangs a mark on a letter": (quote, random) => insertAt(quote, letterAt(quote, random), pick(random, marks)),
  "hides a character without appearance": (quote, random) =>
    insertAt(
      quote,
      letterAt(quote, random),
      pick(random, ["\u180e", "\u3164", "\u{e0041}", "\u2061", "\ufff9", "\u0000", "\u034f"]),
    ),
  "drops a word": (quote, random) => {
    const place = wordAt(quote, random);
    return place && quote.slice(0, place.start) + quote.slice(place.end).trimStart();
  },
  "says a word twice": (quote, random) => {
    const place = wordAt(quote, random);
    return place && insertAt(quote, place.start, `${quote.slice(place.start, place.end)} `);
  },
  "swaps two words": (quote, random) =>
    replaceRandom(
      quote,
      /(?<!\S)(\S+) (?!\1(?!\S))(\S+)(?!\S)/gu,
      (pair) => pair.split(" ").reverse().join(" "),
      random,
    ),
  "puts another word of the text in": (quote, random, { text }) => {
    const place = wordAt(quote, random);
    const at = Math.floor(random() * Math.max(1, text.text.length - 400));
    const other = /(?<![\p{L}\p{N}])\p{L}{3,}(?![\p{L}\p{N}])/u.exec(text.text.slice(at, at + 400))?.[0];
    return place && other && quote.slice(0, place.start) + other + quote.slice(place.end);
  },
  "changes a sign": (quote, random) =>
    replaceRandom(quote, /[,;:()]/gu, (sign) => (random() < 0.5 ? "" : sign === "," ? ";" : ","), random),
  "joins two words": (quote, random) => replaceRandom(quote, /(?<=\p{L})\s+(?=\p{L})/gu, () => "", random),
  "splits a word": (quote, random) => insertAt(quote, letterAt(quote, random), " "),
  "drops a hyphen": (quote, random) => replaceRandom(quote, /(?<=\p{L})-(?=\p{L})/gu, () => "", random),
  "puts a hyphen in": (quote, random) => insertAt(quote, letterAt(quote, random), "-"),
  "stitches two passages without a mark": (quote, random, { text, place }) => {
    const at = Math.floor(random() * Math.max(1, text.text.length - 200));
    if (Math.abs(at - place.start) < 200) return undefined;
    const other = /(?<=\s)\p{L}[^\n]{30,60}(?=\s)/u.exec(text.text.slice(at, at + 160))?.[0];
    return other && `${quote.slice(0, quote.length >> 1).trimEnd()} ${other}`;
  },
  "leaves out a stretch without a mark": (quote, random) => {
    const words = quote.split(" ");
    if (words.length < 9) return undefined;
    const from = 2 + Math.floor(random() * (words.length - 8));
    return [...words.slice(0, from), ...words.slice(from + 3)].join(" ");
  },
  "stitches two far passages with a mark": (quote, random, { text, place }) => {
    const at = Math.floor(random() * Math.max(1, text.text.length - 200));
    // Further apart than any passage is long: the two stand in no passage together, unless one of them stands twice.
    if (Math.abs(at - place.start) < 3_000) return undefined;
    const half = quote.slice(0, quote.length >> 1).trimEnd();
    const other = /(?<=\s)\p{L}[^\n[\]…]{40,70}(?=\s)/u.exec(text.text.slice(at, at + 160))?.[0];
    if (other === undefined || other.includes("...") || standsTwice(text.text, half) || standsTwice(text.text, other))
      return undefined;
    return `${half} […] ${other}`;
  },
  "puts its own words in brackets": (quote, random) =>
    insertAt(quote, wordAt(quote, random)?.start, pick(random, ["[sic] ", "[the Company] ", "[niet] "])),
  "hides a change under other typesetting": (quote, random, taken) => {
    const [change, dress] = [pick(random, quiet), pick(random, Object.values(benign))];
    const changed = harmful[change]?.(quote, random, taken);
    return changed && dress.change(changed, random, taken);
  },
  "puts a page number in": (quote, random) =>
    replaceRandom(quote, /(?<=\p{L}) (?=\p{L})/gu, () => `\n${1 + Math.floor(random() * 99)}\n\f`, random),
  "takes the words of a look-alike passage": (quote, random, { sibling }) => sibling(quote, random),
};

/** Changes of one word or sign, the easiest to overlook. */
const quiet = [
  "drops a negation or exception",
  "adds a negation",
  "turns a rule round",
  "changes a digit",
  "changes a date",
  "changes the case",
  "drops a word",
  "changes a sign",
];

const standsTwice = (text: string, words: string): boolean => said(text).split(said(words)).length !== 2;
