import { SpanFlag, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import type { Place } from "./occurrences.ts";
import { sentenceEnd } from "./sentences.ts";
import type { SpanSource } from "./source.ts";
import type { CodePointRange } from "./structure.ts";
import { saysNothing } from "./unsaid.ts";

/** Whole words of a list. The plain search goes first: it is ten times faster, and nearly always finds nothing. */
const anyOf = (alternatives: string): ((text: string) => boolean) => {
  const plain = new RegExp(alternatives, "i");
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, "iu");
  return (text) => plain.test(text) && whole.test(text);
};

/** Turns a sentence round when it stands near: looked for in the six words next to the quote. */
const negates = anyOf(
  "niet|geen|nooit|nimmer|noch|zonder|evenmin|geenszins|not|no|never|neither|nor|without|cannot|" +
    "(?:is|are|was|were|do|does|did|has|have|had|ca|wo|would|should|could|must|need)n['’]t",
);
/** Takes something out of a rule: looked for in the whole rest of the sentence, since it may close a long one. */
const excepts = anyOf("tenzij|behoudens|mits|behalve|uitgezonderd|voor zover|unless|except|excluding|provided that");
const negationReach = 6;
/** How far a sentence is followed past an edge; statutes have few longer ones, and the flag is advice. */
const sentenceReach = 1_000;
/** How much of the quote's end is looked at to see whether it ends its sentence. */
const sentenceTail = 48;

/** Markers that an importer leaves for what is not text. */
const marker = /\[(?:formule|afbeelding|illustratie|plaatje|tabel|formula|image|figure)\]/iu;

const othersVoices = new Set<number>([Voice.QUOTED, Voice.FORWARDED, Voice.PARTY, Voice.EDITOR]);

/** Flags that one span has by itself, in the order of their numbers. A stitched quote adds its own. */
export const flagsOf = (source: SpanSource, place: Place, range: CodePointRange): SpanFlag[] => {
  const flags: SpanFlag[] = [];
  if (dropsNegation(source.text, place)) flags.push(SpanFlag.DROPPED_NEGATION);
  if (crossesBorder(source, range)) flags.push(SpanFlag.CROSSES_BORDER);
  const units = source.structure.unitsTouching(range);
  const isOfPicture = units.some(({ element }) => element === "alternative-text");
  if (isOfPicture || marker.test(source.text.slice(place.start, place.end))) flags.push(SpanFlag.CROSSES_MARKER);
  const voices = source.structure.segmentsTouching(range);
  if (voices.some(({ voice, depth }) => depth > 0 || othersVoices.has(voice))) flags.push(SpanFlag.NOT_AUTHOR);
  if (units.some(({ flags: said }) => said.includes("struck"))) flags.push(SpanFlag.STRUCK);
  if (units.some(({ flags: said }) => said.includes("unseen"))) flags.push(SpanFlag.UNSEEN);
  if (saysNothing(source, place)) flags.push(SpanFlag.NOTHING_SAID);
  if (units.some(({ flags: said }) => said.includes("corrected"))) flags.push(SpanFlag.CORRECTED);
  if (voices.some(({ isSet }) => isSet)) flags.push(SpanFlag.SPEAKER_SET);
  return flags;
};

/** Whether the words left out between two pieces of a quote turn or limit what they say. */
export const dropsNegationBetween = (text: string, gap: Place): boolean => saysNo(text.slice(gap.start, gap.end));

/** Whether the text says no, or makes an exception, anywhere. */
export const saysNo = (text: string): boolean => negates(text) || excepts(text);

/**
 * Whether a negation stands within six words of the place, or an exception in the rest of its sentences: words without
 * which what stands at the place may say the opposite.
 */
export const dropsNegation = (text: string, place: Place): boolean => {
  const { before, after } = restOfSentence(text, place);
  return negates(lastWords(before)) || negates(firstWords(after)) || excepts(before) || excepts(after);
};

const isBlank = (text: string, at: number): boolean => text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === 0xa0;

/** The six words at the end; fewer where the text has fewer. */
const lastWords = (text: string): string => {
  let at = text.length;
  for (let words = 0; at > 0 && words < negationReach; words++) {
    while (at > 0 && isBlank(text, at - 1)) at--;
    while (at > 0 && !isBlank(text, at - 1)) at--;
  }
  return text.slice(at);
};

/** The six words at the beginning. */
const firstWords = (text: string): string => {
  let at = 0;
  for (let words = 0; at < text.length && words < negationReach; words++) {
    while (at < text.length && isBlank(text, at)) at++;
    while (at < text.length && !isBlank(text, at)) at++;
  }
  return text.slice(0, at);
};

/** The text outside the place in the sentences that it begins and ends in. */
const restOfSentence = (text: string, place: Place): { before: string; after: string } => {
  const start = Math.max(0, place.start - sentenceReach);
  // A little of the quote as well: whether a stop before it ends a sentence shows in how the text goes on.
  const lead = text.slice(start, place.start + 2);
  let begin = 0;
  for (let end = sentenceEnd(lead, 0); end >= 0 && start + end <= place.start; end = sentenceEnd(lead, end)) {
    begin = end;
  }
  // From a little inside, so that a full stop at the quote's own end is seen with the word before it.
  const from = Math.max(place.start, place.end - sentenceTail);
  const tail = text.slice(from, place.end + sentenceReach);
  const inside = place.end - from;
  let stop = sentenceEnd(tail, 0);
  while (stop >= 0 && stop < inside) stop = sentenceEnd(tail, stop);
  return { before: text.slice(start + begin, place.start), after: tail.slice(inside, stop < 0 ? tail.length : stop) };
};

/** Marks of words within a sentence, which are no parts of a text: a quote goes over their edges as a reader does. */
const inLine = new Set(["struck", "unseen", "link", "alternative-text", "cell", "corrected"]);

const crossesBorder = (source: SpanSource, range: CodePointRange): boolean => {
  const { structure } = source;
  const isInside = (at: number): boolean => range.start < at && at < range.end;
  const cuts = (one: { startChar: number; endChar: number }): boolean =>
    isInside(one.startChar) || isInside(one.endChar);
  return (
    structure.pagesTouching(range).some(cuts) ||
    structure.segmentsTouching(range).some(cuts) ||
    structure.unitsTouching(range).some((unit) => !inLine.has(unit.element) && cuts(unit))
  );
};
