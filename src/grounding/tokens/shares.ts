import { numberWord, ordinalWord } from "../language/numbers.ts";
import { fold } from "../language/words.ts";
import { amountOf } from "./quantity.ts";
import type { Scan } from "./scan.ts";
import type { Token } from "./token.ts";

/**
 * Parts of a whole, as hundredths: a fraction (a number in front of a rank: `twee derde`, `een vijfde deel`, `three fifths`), a
 * half or a quarter behind an article and not in front of a period, and a ratio (`één op de vijf`, `one in five`).
 */
export const readShares = (scan: Scan): Token[] => [
  ...scan.take(
    /(?<!\p{L})(?:de\s+helft|half\s+(?:of|the)(?!\p{L})|(?:a|one)\s+half(?=\s+of(?!\p{L})|\s*[,.;])|een\s+half(?=\s*[,.;]))/giu,
    () => amountOf(50, [], true),
  ),
  ...scan.take(
    /(?<!\p{L})(?:(?<many>drie|three)[\s-]?kwart|three[\s-]quarters?|(?:een|één|a|one)[\s-](?:kwart|quarter)(?=\s+(?:van|of|deel)(?!\p{L})|\s*[,.;]))(?!\p{L})/giu,
    ({ 0: found }) => amountOf(/^(?:drie|three)/iu.test(found) ? 75 : 25, [], true),
  ),
  ...scan.take(
    /(?<!\p{L})(?<number>\p{L}{1,12})(?:\s+|-|)(?<rank>derden?|vierden?|vijfden?|zesden?|zevenden?|achtsten?|negenden?|tienden?|thirds?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?)(?!\p{L})(?<of>\s+(?:deel|delen|van|of|part)(?!\p{L})|\s*[,.;])?/giu,
    (match) => {
      const { number = "", rank = "", of } = match.groups ?? {};
      const parts = /^(?:een|a)$/u.test(fold(number)) ? 1 : numberWord(number);
      const whole = ordinalWord(fold(rank).replace(/(?<=th|ird)s$|(?<=de|te)n$/u, ""));
      // "A third letter" ranks; "a third of the letters" and "two thirds" divide.
      if (parts === undefined || whole === undefined || whole < 3 || (parts === 1 && of === undefined))
        return undefined;
      match[0] = match[0].slice(0, match[0].length - (of?.length ?? 0));
      return amountOf((100 * parts) / whole, [], true);
    },
  ),
  ...scan.take(
    /(?<![\p{L}\p{N}])(?<number>\p{L}{3,6}|\d{1,3})\s+(?:op|in|out\s+of)\s+(?:(?:de|elke|every)\s+)?(?<of>\p{L}{3,8}|\d{1,4})(?![\p{L}\p{N}])/giu,
    ({ groups: g }) => {
      const [part, whole] = [numberIn(g?.number), numberIn(g?.of)];
      if (part === undefined || whole === undefined || part < 1 || part >= whole || whole > 1000) return undefined;
      return amountOf((100 * part) / whole, [], true);
    },
  ),
];

const numberIn = (written = ""): number | undefined =>
  /^\d/u.test(written) ? Number(written) : fold(written) === "acht" ? 8 : numberWord(written);
