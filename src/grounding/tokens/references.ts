import { fold } from "../language/words.ts";
import type { Scan } from "./scan.ts";
import type { Token } from "./token.ts";

const address = /(?<![\p{L}\p{N}])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;
const link = /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[^\s“”"<>]+/giu;
const account = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,7}(?![\p{L}\p{N}])/gu;
const phone = /(?<![\p{L}\p{N}])(?:\+\d{2}|0\d{1,3})[\s-]?(?:\d[\s-]?){6,9}(?![\p{L}\p{N}])/gu;
/** Letters and digits in one piece, or pieces joined by strokes and hyphens of which one has a digit: `HR/2025/117`, `K2`. */
const mixed =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}./_#-]*\d)(?=[\p{L}\p{N}./_#-]*[\p{L}/#_])[\p{L}\p{N}#]+(?:[./_#-][\p{L}\p{N}]+)*(?![\p{L}\p{N}])/gu;
/** What such a shape may be without being a reference: ordinals, an amount of hours or times, an apostrophed year. */
const ordinary =
  /^(?:\d{1,3}(?:e|ste|de|st|nd|rd|th|x|m|km|u|h|k)?|24\/7|\d+[.,]\d+|[a-z]\d?|\d{1,4}-?(?:jarige?|urige?|daagse?|weekse?|maands|weeks|koppig))$/iu;

/** Every address, number of an account or telephone, and reference of the text. */
export const readReferences = (scan: Scan): Token[] =>
  [address, link, account, phone, mixed].flatMap((pattern) =>
    scan.take(pattern, ({ 0: found }) =>
      ordinary.test(found)
        ? undefined
        : { kind: "reference" as const, key: fold(found).replaceAll(/[\s-]/gu, "").replace(/\.$/u, "") },
    ),
  );
