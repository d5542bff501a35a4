import type { ItemPath, NumberRange, Pinpoint, Relation } from "./citation.ts";
import { ordinalPattern, rankOf } from "./ordinals.ts";
import { readPoints } from "./point-parser.ts";
import type { Scanner } from "./scanner.ts";

const comma = /\s*,?\s*/y;
const and = String.raw`(?:\s*,\s*(?:en|of|and|or)\s+|\s*,\s*|\s+(?:en|of|alsmede|and|or)\s+)`;
const through = String.raw`(?:\s*[-–—]\s*|\s+t\/m\s+|\s+tot\s+en\s+met\s+|\s+to\s+)`;
const lidWord = /\(?\s*(lid|leden|(?:sub)?paragraphs?|subsections?)(?:\s+|(?=\d))/iy;
/** `Article 7:668(1)(a)`, as English texts write the lid and the item. */
const bracketed = /\s?\(([1-9]\d?[a-z]?)\)(?:\s?\(([a-z]{1,2}|[1-9]\d?)\))?(?:\s?\(([ivx]{1,4}|[1-9]\d?)\))?/y;
/** `7:658a(1), (2) and (4)`. */
const bracketedAnd = /(?:\s*,\s*(?:(?:and|or|en|of)\s+)?|\s+(?:and|or|en|of)\s+)\(([1-9]\d?[a-z]?)\)/y;
/** At most two digits: `leden 1 en 2, 249` goes on with an article. `51e lid` is an ordinal, not lid 51e. */
const lidNumber = /(?!\d+(?:e|de|ste)\s+(?:lid|leden|volzin|zin))([1-9]\d?[a-z]?)(?![\p{L}\p{N}°º]|[:.]\d)/uy;
const lidAnd = new RegExp(`${and}(?:het\\s+)?`, "iy");
const lidThrough = new RegExp(through, "iy");
const ordinalWord = new RegExp(`(${ordinalPattern})(?![\\p{L}\\p{N}])`, "iuy");
const ordinalAnd = new RegExp(
  `(?:${and}|\\s+(?:dan\\s+wel|onderscheidenlijk)\\s+|(${through}))(?:het\\s+|de\\s+)?`,
  "iy",
);
const lidAfter = /\s+(?:lid|leden|paragraphs?)(?![\p{L}\p{N}])/iuy;
const sentenceAfter = /\s+(?:(?:vol)?zin(?:nen)?|sentences?)(?![\p{L}\p{N}])/iuy;
const lastSentence = /laatste\s+(?:vol)?zin(?:snede)?(?![\p{L}\p{N}])/iuy;
const introductory = /(?:(?:de\s+)?aanhef|(?:the\s+)?(?:opening|introductory)\s+words)(?![\p{L}\p{N}])/iuy;
/** `onder sub 1°` and `onder ten tweede` say it twice. */
const itemWord =
  /(?:onder(?=\s+(?:sub|letter|ten)\s)\s+)?(?:onder|onderdeel|onderdelen|sub|letter|under|item|part|ten(?=\s+(?:\d|\p{L}+(?:de|ste)(?!\p{L}))))(?:\s+|(?=\d))/iuy;
/** What an item is about, between the items: `onderdelen a (indexatie) en c (waardeoverdracht)`. */
const remark =
  /\s*\((?!oud|hierna|lid|leden|aanhef|onder|\p{L}+\s+(?:vol)?zin|\p{L}+\s+lid)\p{Ll}[\p{L} -]{2,40}\)(?=\s*,|\s+(?:en|of|van)\s)/uy;
/** A full stop that was left behind a mark: `sub b. onder 6°`, `sub d., van`. */
const strayStop = /\.(?=\s*,|\s+(?:onder|sub|en|of|van)\s)/y;
/**
 * A letter or two, a number with or without a degree sign (in whatever shape it was typed), or a small Roman numeral. What
 * begins an abbreviation with points is none: `lid 3 e.v.`, `onder a en c, B.W.`.
 */
const itemMark =
  /(?:([1-9]\d?)\s?([°ºo])|([1-9]\d?)|([a-z]{1,2}|[A-Z]|[ivx]{1,4}))(?![\p{L}\p{N}]|[:.]\d|\.\s?\p{L}(?!\p{L}))/uy;
const itemAnd = new RegExp(and, "iy");
/** Ordinals in a row; a longer list is no list, and reading it again from each of its words would take quadratic time. */
const ordinalsMax = 40;
/** Little words that look like items of two letters, or one. */
const notItems = new Set(
  "de en of op in te is er om al ze we je na zo ik ja nu bv nv wo ma di do vr za zg jo".split(" "),
);

/** How paragraph numbers in a row are read: `plural` when one "artikelen" opened the list, so that bare numbers are articles again. */
export interface PinpointContext {
  readonly plural: boolean;
}

/** Reads one pinpoint (lid, aanhef, onderdeel, volzin, in that order, each optional); undefined when none is there. */
export const readPinpoint = (scanner: Scanner, relation: Relation, context: PinpointContext): Pinpoint | undefined =>
  scanner.attempt(() => {
    const inBrackets = scanner.take(bracketed);
    if (inBrackets) {
      const [, number = "", ...marks] = inBrackets;
      const path = marks.filter((mark) => mark !== undefined);
      const items = path.length > 0 ? [{ marks: path, through: "" }] : [];
      const paragraphs = [{ number, through: "" }];
      for (let next = scanner.take(bracketedAnd); next; next = scanner.take(bracketedAnd))
        paragraphs.push({ number: next[1] ?? "", through: "" });
      const points = items.length === 0 && paragraphs.length === 1 ? readPoints(scanner) : undefined;
      return { relation, paragraphs, introductory: false, items: points ?? items, sentences: [] };
    }
    scanner.take(comma);
    const paragraphs = readParagraphs(scanner, context) ?? [];
    const hasIntroduction = readIntroduction(scanner);
    const items =
      readPoints(scanner, hasIntroduction) ??
      readItems(scanner, hasIntroduction) ??
      (paragraphs.length === 1 && !hasIntroduction ? (readBracketedItem(scanner) ?? readBareItem(scanner)) : []);
    const sentences = readSentences(scanner) ?? [];
    if (paragraphs.length + items.length + sentences.length === 0 && !hasIntroduction) return undefined;
    return { relation, paragraphs, introductory: hasIntroduction, items, sentences };
  });

/** `lid 1, 2 en 4`, `leden 1-3`, `(lid 2)`, `eerste en tweede lid`. */
const readParagraphs = (scanner: Scanner, context: PinpointContext): NumberRange[] | undefined =>
  scanner.attempt(() => {
    const word = scanner.take(lidWord);
    if (!word) return readOrdinals(scanner, lidAfter)?.map(({ number, through: end }) => ({ number, through: end }));
    const ranges = readNumbers(scanner, !(context.plural && word[1]?.toLowerCase() === "lid"));
    if (ranges && word[0].startsWith("(")) scanner.take(/\s*\)/y);
    return ranges;
  });

const readNumbers = (scanner: Scanner, isList: boolean): NumberRange[] | undefined => {
  const ranges: NumberRange[] = [];
  let last = 0;
  for (;;) {
    const range = scanner.attempt(() => {
      if (ranges.length > 0 && !scanner.take(lidAnd)) return undefined;
      const number = scanner.take(lidNumber)?.[1];
      // Leden are listed upwards: a smaller number begins something else.
      if (!number || Number.parseInt(number, 10) < last) return undefined;
      const end = scanner.attempt(() => (scanner.take(lidThrough) ? scanner.take(lidNumber)?.[1] : undefined));
      return { number, through: end ?? "" };
    });
    if (!range) break;
    ranges.push(range);
    last = Number.parseInt(range.through || range.number, 10);
    if (!isList) break;
  }
  return ranges.length > 0 ? ranges : undefined;
};

/** `eerste, tweede en vijfde` and what they are of. */
const readOrdinals = (scanner: Scanner, noun: RegExp): NumberRange[] | undefined =>
  scanner.attempt(() => {
    scanner.take(/(?:het|the)\s+(?=\p{L}|\d)/iuy);
    const ranges: { number: string; through: string }[] = [];
    let isInFigures = false;
    while (ranges.length < ordinalsMax) {
      const joint = ranges.length > 0 ? scanner.take(ordinalAnd) : undefined;
      if (ranges.length > 0 && !joint) break;
      const written = scanner.take(ordinalWord)?.[1] ?? "";
      const rank = rankOf(written);
      const range = ranges.at(-1);
      // `18e, vierde lid` is article 18e: in a list of leden figures follow words, never the other way round.
      if (rank === undefined || (isInFigures && !/^\d/.test(written))) return undefined;
      isInFigures = /^\d/.test(written);
      if (joint?.[1] && range) range.through = String(rank);
      else ranges.push({ number: String(rank), through: "" });
      if (scanner.take(noun)) return ranges;
    }
    return undefined;
  });

const readIntroduction = (scanner: Scanner): boolean =>
  scanner.attempt(() => {
    scanner.take(comma);
    return scanner.take(introductory);
  }) !== undefined;

const readSentences = (scanner: Scanner): number[] | undefined =>
  scanner.attempt(() => {
    const isBracketed = (scanner.take(/\s*\(/y) ?? scanner.take(/\s*,?\s*(?:(?:en|and)\s+)?/iy))?.[0].endsWith("(");
    const ranks = scanner.take(lastSentence)
      ? [-1]
      : readOrdinals(scanner, sentenceAfter)?.flatMap((each) => expand(each));
    return isBracketed && !scanner.take(/\s*\)/y) ? undefined : ranks;
  });

const expand = ({ number, through: end }: NumberRange): number[] => {
  const from = Number(number);
  const to = end === "" ? from : Number(end);
  return Array.from({ length: Math.max(1, Math.min(to - from + 1, 50)) }, (_, index) => from + index);
};

interface Mark {
  readonly text: string;
  readonly isLetter: boolean;
}

/** `onder a en b`, `onderdeel a, onder 2°`, `aanhef en onder g`, `onder a t/m c`, `sub 1`. */
const readItems = (scanner: Scanner, hasIntroduction: boolean): ItemPath[] | undefined =>
  scanner.attempt(() => {
    scanner.take(hasIntroduction ? /\s*,?\s*(?:en|of|and|or)?\s*/iy : comma);
    if (!scanner.take(itemWord)) return undefined;
    const first = readMark(scanner, true);
    if (!first) return undefined;
    const paths: { marks: Mark[]; through: string }[] = [{ marks: [first], through: "" }];
    while (readNextItem(scanner, paths));
    scanner.take(remark);
    return paths.map(({ marks, through: end }) => ({ marks: marks.map((mark) => mark.text), through: end }));
  });

/** `lid 3 g BW`: a letter behind a lid is an item of it, with or without the word. */
const bareItem = /\s+([a-z])(?=\s+(?:van|uit)\s|\s+\p{Lu}|\s*(?:[,;)]|\.(?!\s?\p{L}(?!\p{L}))|$))/uy;

/** `paragraph 2 (f)`, as treaties in English have it. */
const bracketedItem = /\s?\(([a-z])\)/y;

const readBracketedItem = (scanner: Scanner): ItemPath[] | undefined => {
  const mark = scanner.take(bracketedItem)?.[1];
  return mark ? [{ marks: [mark], through: "" }] : undefined;
};

const readBareItem = (scanner: Scanner): ItemPath[] => {
  const mark = scanner.take(bareItem)?.[1];
  return mark ? [{ marks: [mark], through: "" }] : [];
};

const readMark = (scanner: Scanner, hasWord: boolean): Mark | undefined =>
  scanner.attempt(() => {
    const rank = hasWord ? rankOf(scanner.take(ordinalWord)?.[1] ?? "") : undefined;
    if (rank !== undefined) return { text: `${rank}°`, isLetter: false };
    const match = scanner.take(itemMark);
    if (!match) return undefined;
    scanner.take(strayStop);
    const [, degrees, , digits, letters] = match;
    if (degrees) return { text: `${degrees}°`, isLetter: false };
    // A bare number without "onder" is an article again.
    if (digits) return hasWord ? { text: digits, isLetter: false } : undefined;
    return letters && !notItems.has(letters) ? { text: letters, isLetter: true } : undefined;
  });

/** The next item: a level deeper (`onder a, onder 2°`), beside (`a en b`), or the end of a range (`a t/m c`). */
const readNextItem = (scanner: Scanner, paths: { marks: Mark[]; through: string }[]): true | undefined =>
  scanner.attempt(() => {
    const path = paths.at(-1);
    if (!path) return undefined;
    scanner.take(remark);
    if (scanner.take(lidThrough)) {
      scanner.take(itemWord);
      const end = readMark(scanner, true);
      if (!end || path.through) return undefined;
      path.through = end.text;
      return true;
    }
    const joint = scanner.take(itemAnd) ?? scanner.take(/\s+(?=onder|sub)/iy);
    const hasWord = joint !== undefined && scanner.take(itemWord) !== undefined;
    const mark = joint && readMark(scanner, hasWord);
    if (!mark) return undefined;
    const level = path.marks.findIndex((each) => each.isLetter === mark.isLetter);
    const isList = /en|of|and|or/i.test(joint[0]);
    if (level < 0 && !isList && !path.through) path.marks.push(mark);
    else if (level < 0 && !isList) return undefined;
    else if (!isList && !joint[0].includes(",")) return undefined;
    else paths.push({ marks: [...path.marks.slice(0, Math.max(0, level)), mark], through: "" });
    return true;
  });
