import { type SpanRef, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { onOneLine } from "./content-lines.ts";

/** Where the words are the document's own, nothing is said. */
const wordsOf: Partial<Record<Voice, string>> = {
  [Voice.QUOTED]: "quoted from somebody else's message",
  [Voice.FORWARDED]: "forwarded, somebody else's message",
  [Voice.SIGNATURE]: "signature",
  [Voice.DISCLAIMER]: "disclaimer",
  [Voice.COURT]: "the court's own reasoning",
  [Voice.PARTY]: "a party's position, not the court's",
  [Voice.EDITOR]: "an editor's words, not the source's: do not quote",
};

/**
 * Who speaks in a passage or a span, in a few words for the model: `quoted from somebody else's message, by Bram, of
 * 12 juni 2025`. Empty for the document's author and for statutes. Speaker and date stand as the source writes them.
 */
export const voiceWords = ({
  voice,
  speaker,
  segmentDateText,
}: Pick<SpanRef, "voice" | "speaker" | "segmentDateText">): string => {
  const words = wordsOf[voice];
  if (words === undefined) return "";
  const by = speaker === "" ? [] : [`by ${onOneLine(speaker)}`];
  const of = segmentDateText === "" ? [] : [`of ${onOneLine(segmentDateText)}`];
  return [words, ...by, ...of].join(", ");
};
