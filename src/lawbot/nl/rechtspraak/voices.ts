import { Voice } from "../../../../gen/pincite/span/v1/span_pb.ts";

/** Headings under which a court tells what parties hold. */
const partyHeading =
  /\b(?:standpunt(?:en)?|stellingen|vordering(?:en)?|verweer|verweren|grieven|middel(?:en)? van (?:cassatie|verzoeker)|cassatiemiddel(?:en)?|verzoek(?:en)?|bezwaren)\b/i;
/** The same words in headings that announce the court's own answer to them. */
const courtHeading = /\b(?:beoordeling|oordeel|overweging(?:en)?|beslissing|bespreking|feiten|motivering)\b/i;
const party = String.raw`(?:\[[^\]]{1,40}\]|(?:de |het )?(?:eiser(?:es|s)?|gedaagden?|verweer(?:der|ster|ders)|appellant(?:e|en)?|ge[iï]ntimeerden?|verzoek(?:er|ster|ers)|belanghebbenden?|werknem(?:er|ster)|werkgever|curator|staatssecretaris|minister|inspecteur|man|vrouw|raadsman))`;
/** A sentence that renders what a party said, at the beginning of a paragraph. */
const partySays = new RegExp(
  String.raw`^(?:namens )?${party}(?:\s[^.]{0,60}?)?\s(?:stelt|stellen|betoogt|betogen|voert aan|voeren aan|(?:heeft|hebben|is)(?: [^.]{0,60}?)? (?:aangevoerd|gesteld|betoogd))\b`,
  "iu",
);

/** Who speaks under a heading; undefined where it says nothing about that. */
export const voiceOfHeading = (heading: string): Voice | undefined => {
  if (courtHeading.test(heading)) return Voice.COURT;
  return partyHeading.test(heading) ? Voice.PARTY : undefined;
};

/**
 * Who speaks in a paragraph. `around` is the voice of its section. A party's position is told apart by its opening words
 * only: where they do not say so, the voice is that of the section, so a person still reads who is speaking.
 */
export const voiceOfParagraph = (words: string, around: Voice, isQuoted: boolean): Voice => {
  if (isQuoted) return Voice.QUOTED;
  return around === Voice.COURT && partySays.test(words) ? Voice.PARTY : around;
};

/** After such words a block of its own quotes somebody. */
export const announcesQuote = /(?:als volgt|luidt|luiden|onder meer|overwogen|vermeld|meegedeeld|opgenomen)[^.]*:$/i;

const openers = /[“„«]/g;
const closers = /[”»]/g;

/** Follows quotation marks through a text, so that numbers inside a quotation open no unit of this ruling. */
export class Quotation {
  #open = false;
  #blocks = 0;

  /** Whether a paragraph begins inside a quotation or with one. */
  isInside(line: string): boolean {
    return this.#open || /^\s*["“„«]/.test(line);
  }

  /** Takes a paragraph into account. A mark that nobody closes ends after so many paragraphs: it was a typing error. */
  read(text: string, blocksMax = 40): void {
    const straight = text.match(/"/g)?.length ?? 0;
    const opened = text.match(openers)?.length ?? 0;
    const closed = text.match(closers)?.length ?? 0;
    if (opened !== closed) this.#open = opened > closed;
    else if (straight % 2 === 1) this.#open = /^\s*"|:\s*"/.test(text);
    this.#blocks = this.#open ? this.#blocks + 1 : 0;
    if (this.#blocks > blocksMax) this.reset();
  }

  reset(): void {
    this.#open = false;
    this.#blocks = 0;
  }
}
