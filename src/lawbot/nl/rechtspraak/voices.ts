import { listOf } from "#kit/lexicon.ts";
import { Voice } from "../../../../gen/pincite/span/v1/span_pb.ts";

/** Headings under which a court tells what parties hold. */
const partyHeading =
  /\b(?:standpunt(?:en)?|stellingen|vordering(?:en)?|verweer|verweren|grieven|middel(?:en)? van (?:cassatie|verzoeker)|cassatiemiddel(?:en)?|verzoek(?:en)?|bezwaren)\b/i;
/** The same words in headings that announce the court's own answer to them. */
const courtHeading = /\b(?:beoordeling|oordeel|overweging(?:en)?|beslissing|bespreking|feiten|motivering)\b/i;
const party = String.raw`(?:\[[^\]]{1,40}\]|(?:de |het )?(?:${listOf("nl", "party-in-ruling").join("|")}))`;
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
