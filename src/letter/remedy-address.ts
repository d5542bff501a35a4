import { type AddressBlock, addressSaid } from "./address-blocks.ts";
import { letterForms } from "./forms.ts";
import { part, type Said } from "./lines.ts";

/**
 * Where a sentence ends, behind a number or a postal code too; the full stops of an abbreviation (`t.a.v.`) end none, and neither does the end
 * of a line between a postal code and its place.
 */
const ends = /(?<=(?:[\p{Ll}\d)]{2}|\p{Lu}{2}|\s\d)[.!?])\s+(?=\P{Ll})|(?<!(?<!\d)[1-9]\d{3}\s?[A-Z]{2})\n/gu;

/**
 * Where a decision says that what is done against it goes (`Stuur uw bezwaarschrift naar UWV, afdeling Bezwaar en Beroep, Postbus …`):
 * the first sentence that names such a paper and gives an address. Undefined: none does.
 */
export const remedyAddress = (body: Said): Pick<AddressBlock, "names" | "address"> | undefined =>
  firstOf(remedySentences(body), sentTo);

/**
 * With whom a decision says that what is done against it is lodged, where it gives no address (`bezwaar maken bij het college van
 * burgemeester en wethouders`): the board that is named behind a word of sending. Undefined: none is.
 */
export const remedyBoard = (body: Said): Said | undefined => firstOf(remedySentences(body), lodgedWith);

const firstOf = <One>(sentences: readonly Said[], of: (sentence: Said) => One | undefined): One | undefined => {
  for (const sentence of sentences) {
    const found = of(sentence);
    if (found) return found;
  }
  return undefined;
};

/** Where the lines end that follow a colon, before a blank one. */
const blockEnd = (text: string, from: number): number => {
  const blank = text.slice(from + 1).search(/\n[ \t]*(?:\n|$)/u);
  return blank < 0 ? text.length : from + 1 + blank;
};

/** The sentences that name what is done against a decision, one that ends in a colon with the lines below it. */
const remedySentences = (body: Said): Said[] => {
  let from = 0;
  const borders = [...body.value.matchAll(ends)].map(({ index, 0: mark }) => ({ index, next: index + mark.length }));
  return [...borders, { index: body.value.length, next: body.value.length }].flatMap(({ index, next }) => {
    const sentence = part(body, from, index);
    const below = sentence.value.endsWith(":") ? part(body, from, blockEnd(body.value, index)) : sentence;
    from = next;
    return letterForms.remedy.test(sentence.value) ? [below] : [];
  });
};

/** A board behind a board, with a word between them (`college van burgemeester en wethouders`), and whose it is: a name, behind small words. */
const between = /^\s+\p{Ll}+\s+/u;
const ofWhom = /^(?:\s+\p{Ll}+){1,3}(?:\s+\p{Lu}[\p{L}'’-]*)+/u;

/** The board behind the first word of sending that has one. */
const lodgedWith = (sentence: Said): Said | undefined => {
  // `aan: College van …`: what a colon brings stands behind the word of sending in front of it.
  for (const { index, 0: sending } of sentence.value.replaceAll(":", " ").matchAll(letterForms.sending)) {
    const start = index + sending.length;
    let end = start;
    for (let at = start; ; ) {
      const board = letterForms.board.exec(sentence.value.slice(at))?.[0];
      if (board === undefined) break;
      end = at + board.length;
      at = end + (between.exec(sentence.value.slice(end))?.[0].length ?? 0);
    }
    if (end > start) return part(sentence, start, end + (ofWhom.exec(sentence.value.slice(end))?.[0].length ?? 0));
  }
  return undefined;
};

/** The address behind the last word of sending that stands in front of its first mark. */
const sentTo = (sentence: Said): Pick<AddressBlock, "names" | "address"> | undefined => {
  const first = sentence.value.search(/[,:;]/u);
  const before = sentence.value.slice(0, first < 0 ? sentence.value.length : first);
  const end = sentence.value.replace(/[.!?]+$/u, "").length;
  // `aan:` with a block below: a word of sending stands in front of something, here of what the colon brings.
  const isBelow = sentence.value[first] === ":";
  const sending = [...(isBelow ? `${before} …` : before).matchAll(letterForms.sending)].at(-1);
  if (!sending) return undefined;
  const from =
    isBelow && sending.index + sending[0].length > before.length ? first + 1 : sending.index + sending[0].length;
  return addressSaid(part(sentence, from, end));
};
