import { fold } from "../language/words.ts";
import { isMeasure } from "./measures.ts";
import type { Scan } from "./scan.ts";
import type { Token } from "./token.ts";

const address = /(?<![\p{L}\p{N}])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;
const link = /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[^\s“”"<>]+/giu;
const account = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,7}(?![\p{L}\p{N}])/gu;
const phone = /(?<![\p{L}\p{N}])(?:\+\d{2}|0\d{1,3})[\s-]?(?:\d[\s-]?){6,9}(?![\p{L}\p{N}])/gu;
/** Letters and digits in one piece, or pieces joined by strokes and hyphens of which one has a digit: `HR/2025/117`, `K2`. */
const mixed =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}./_#-]*\d)(?=[\p{L}\p{N}./_#-]*[\p{L}/#_])[\p{L}\p{N}#]+(?:[./_#-][\p{L}\p{N}]+)*(?![\p{L}\p{N}])/gu;
/** A name of a file or of a place on the net, written without a scheme: `verslag.pdf`, `verzonnen.nl`. */
const dotted =
  /(?<![\p{L}\p{N}.])[\p{L}\p{N}][\p{L}\p{N}_-]+(?:\.[\p{Ll}\p{N}_-]{2,})*\.\p{Ll}{2,5}(?![\p{L}\p{N}]|\.\p{L})/gu;
/** Capitals and letters joined by a stroke behind the word for a reference: `ons kenmerk JK/lp`. */
const initialled =
  /(?<=(?<!\p{L})(?:kenmerk|referentie|ref\.?|reference|kenm\.?)\s{0,2}:?\s{0,2})\p{L}{1,6}(?:[/.-]\p{L}{1,6})+(?![\p{L}\p{N}])/giu;
/** A capital by itself behind a noun: `gebouw C`, `plan B`. "I" and a capital with its stop are none. */
const single = /(?<=\p{Ll}{3}\s)[B-HJ-Z](?![\p{L}\p{N}.'’&])/gu;
/** What such a shape may be without being a reference: ordinals, an amount of hours or times, an apostrophed year. */
const ordinary =
  /^(?:\d{1,3}(?:e|ste|de|st|nd|rd|th|x|m|km|u|h|k)?|24\/7|\d+[.,]\d+|a[3-5]|co2|[qkh][1-4]|\d{1,4}-?(?:jarige?|urige?|daagse?|weekse?|maands|weeks|koppig))$/iu;

/** Whether a number stands right in front, or a measure is named for which something is counted: `1,28 per m3`. */
const isNumbered = (text: string, at: number): boolean =>
  /(?:\d|(?<!\p{L})per)\s?$/iu.test(text.slice(Math.max(0, at - 6), at));

/** Every address, number of an account or telephone, and reference of the text. */
export const readReferences = (scan: Scan): Token[] =>
  [address, link, account, phone, initialled, mixed, dotted, single].flatMap((pattern) =>
    scan.take(pattern, ({ 0: found, index }) =>
      ordinary.test(found) || (isMeasure(fold(found)) && isNumbered(scan.text, index))
        ? undefined
        : { kind: "reference" as const, key: fold(found).replaceAll(/[\s-]/gu, "").replace(/\.$/u, "") },
    ),
  );
