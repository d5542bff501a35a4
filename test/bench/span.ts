import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { sha256 } from "../../src/sha256.ts";
import { foldText } from "../../src/span/fold.ts";
import { resolveLocator } from "../../src/span/resolve.ts";
import { locatorOf, seeded, sourceOf } from "../span/sample-source.ts";
import { benchNearest } from "./nearest.ts";
import type { BenchRow } from "./row.ts";

const megabyte = 1_000_000;
const quotes = 24;
const rounds = 15;

/** Prose of a million characters, wrapped and typeset as letters are, from a seed. */
const letterOf = (random: () => number): string => {
  const words =
    "de werkgever heeft loon „niet” werknemer betaald — september plan van aanpak re-integratie bedrijfsarts oordeel art. 7:611 BW".split(
      " ",
    );
  let text = "";
  let line = 0;
  while (text.length < megabyte) {
    const word = `${words[Math.floor(random() * words.length)]}${random() < 0.2 ? Math.floor(random() * 100_000) : ""}`;
    line += word.length + 1;
    text += line > 72 ? `${word}\n` : `${word} `;
    if (line > 72) line = 0;
  }
  return text.slice(0, megabyte);
};

/** Median time of one call, in milliseconds, over all inputs and rounds; first rounds warm the code and are not counted. */
const median = <T>(inputs: readonly T[], call: (input: T) => unknown): number => {
  const times: number[] = [];
  for (let round = -3; round < rounds; round++) {
    for (const input of inputs) {
      const start = performance.now();
      call(input);
      if (round >= 0) times.push(performance.now() - start);
    }
  }
  return times.sort((a, b) => a - b)[times.length >> 1] as number;
};

const ms = (time: number): string => `${time.toFixed(3)} ms`;

const row = (id: string, what: string, own: number, floor: number, target: string): BenchRow => ({
  id,
  what,
  figure: ms(own),
  floor: ms(floor),
  ratio: own / floor,
  target,
});

/**
 * P8, P9 and P10. The floor of a resolve is the search for all places, to the end of the text: whoever stops
 * at the first cannot say that there is no second. Quotes stand evenly over the text and occur once.
 */
export const benchSpan = async (): Promise<BenchRow[]> => {
  const random = seeded(1);
  const text = letterOf(random);
  const source = sourceOf(text);
  const exact = Array.from({ length: quotes }, (_, number) => {
    const at = Math.floor(((number + 0.5) / quotes) * (text.length - 400));
    return text.slice(at, at + 200).trim();
  });
  const typed = exact.map((quote) => foldText(quote).text.replaceAll('"', "”").replaceAll(" ", "  "));
  const allPlaces = (haystack: string, quote: string): number => {
    let count = 0;
    for (let at = haystack.indexOf(quote); at >= 0; at = haystack.indexOf(quote, at + 1)) count++;
    return count;
  };
  const resolve = (quote: string): unknown => resolveLocator(source, locatorOf(quote), { sha256 });
  const late = exact.slice(-2);
  const toEnd = median(exact, (quote) => allPlaces(text, quote));
  const folded = source.folded;
  const inBoth = toEnd + median(exact, (quote) => allPlaces(folded.text, foldText(quote).text));
  const foldingTime = median([text, `${text} `], foldText);
  const bytes = (folded.mapBytes + folded.text.length * (/[^\0-\xff]/.test(folded.text) ? 2 : 1)) / text.length;
  return [
    row("P8", "exact resolve, 1 MB, warm; floor: indexOf of all places", median(exact, resolve), toEnd, "≤ 1.3"),
    row(
      "P8",
      "the same, quote near the end; floor: one indexOf",
      median(late, resolve),
      median(late, (quote) => text.indexOf(quote)),
      "≤ 1.3",
    ),
    row(
      "P9",
      "folding 1 MB with its map; floor: NFKC alone",
      foldingTime,
      median([text, `${text} `], (one) => one.normalize("NFKC")),
      "≤ 16 ms/MB",
    ),
    row("P9", "normalised resolve; floor: indexOf of all places, once", median(typed, resolve), toEnd, "≤ 2"),
    row("P9", "the same; floor: indexOf in the text and in the folded text", median(typed, resolve), inBoth, "≤ 2"),
    {
      id: "P9",
      what: "cached by folding, bytes a character",
      figure: bytes.toFixed(2),
      floor: "5",
      ratio: bytes / 5,
      target: "≤ 1",
    },
    ...(await benchNearest()),
    ...shortQuotes(),
  ];
};

/** Words of one meaning; a text of each is a megabyte of them. */
const scripts: Readonly<Record<string, string>> = {
  Latin: "de werkgever heeft loon niet werknemer betaald van aanpak",
  Hangul: "회사는 직원에게 급여를 지급하지 않았다 그러나 계약은",
  Devanagari: "नियोक्ता ने कर्मचारी को वेतन नहीं दिया और अनुबंध",
  Thai: "นายจ้าง ไม่ได้ จ่าย ค่าจ้าง ให้ แก่ ลูกจ้าง",
  Arabic: "صاحب العمل لم يدفع الأجر للموظف",
};

/** A word that stands thousands of times: every place must be told whole from half. The floor is the same in Latin. */
const shortQuotes = (): BenchRow[] => {
  const random = seeded(9);
  const timed = Object.entries(scripts).map(([script, given]) => {
    const words = given.split(" ");
    let text = "";
    while (text.length < megabyte) text += `${words[Math.floor(random() * words.length)]} `;
    const source = sourceOf(text);
    const asked = words.slice(0, 3).map((word) => word.slice(0, 3).toWellFormed());
    return { script, time: median(asked, (quote) => resolveLocator(source, locatorOf(quote), { sha256 })) };
  });
  const latin = timed[0]?.time ?? 0;
  return timed
    .slice(1)
    .map(({ script, time }) =>
      row("–", `a word of three letters, ${script}, 1 MB; floor: the same in Latin`, time, latin, "the order of Latin"),
    );
};

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await benchSpan());
