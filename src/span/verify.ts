import type { Sha256 } from "#kit/digest.ts";
import { type Difference, MatchKind, SpanFlag, type SpanRef, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { CodePointIndex } from "./code-points.ts";
import { correctedIn } from "./corrected.ts";
import { isMachineRead, rangeOf, shownAround, voiceOf } from "./describe.ts";
import { elisionPieces } from "./elision.ts";
import { flagsOf } from "./flags.ts";
import { foldText } from "./fold.ts";
import { isGraphemeBorder } from "./grapheme.ts";
import { foldedMatches } from "./match.ts";
import type { Place } from "./occurrences.ts";
import { quotingBar } from "./quotable.ts";
import { openBeginning, type SpanSource, textDigest } from "./source.ts";
import { asSpokenBefore } from "./spoken-segments.ts";

/**
 * Checks a stored span against the text it claims to be of, trusting nothing it says: document, digest, offsets, excerpt,
 * hash, match kind, unit, voice, flags and what it shows around itself. Undefined means that all of it holds; otherwise
 * one sentence names the first thing that does not. The address and version date are the service's and not checked here.
 */
export const verifySpan = (source: SpanSource, span: SpanRef, sha256: Sha256): string | undefined => {
  if (span.docUid !== source.canonical.docUid) return "The span names another document.";
  if (span.sourceDigest !== source.digest) return "The span was taken from another version of the text.";
  if (span.startChar >= span.endChar || span.endChar > source.codePoints.length)
    return "The span's offsets are not in the text.";
  const place = { start: source.codePoints.toUtf16(span.startChar), end: source.codePoints.toUtf16(span.endChar) };
  if (source.text.slice(place.start, place.end) !== span.excerpt)
    return "The excerpt is not what the text has at these offsets.";
  if (textDigest(span.excerpt, sha256) !== span.excerptSha256)
    return "The excerpt's hash is not the hash of the excerpt.";
  if (!isGraphemeBorder(source.text, place.start) || !isGraphemeBorder(source.text, place.end)) {
    return "The span begins or ends inside a character as readers see it.";
  }
  return matchFault(span) ?? standingFault(source, span) ?? surroundingsFault(source, span, place);
};

/**
 * The source as it stood each time that somebody said who speaks in the span, the present one first: a span says what stood there when it
 * was made.
 */
const sourcesOf = (source: SpanSource, span: SpanRef): SpanSource[] => {
  const before = asSpokenBefore(source.canonical, { start: span.startChar, end: span.endChar });
  return [source, ...before.map((canonical) => openBeginning(canonical, source.digest))];
};

/** The fault of a span by every source; undefined where it holds by one of them. */
const faultByAll = (
  sources: readonly SpanSource[],
  faultBy: (source: SpanSource) => string | undefined,
): string | undefined => {
  const faults = sources.map(faultBy);
  return faults.includes(undefined) ? undefined : faults[0];
};

/** Whether excerpt and quote differ in more than the span admits: asked of the span alone. */
export const matchFault = (span: SpanRef): string | undefined => {
  const quote = span.locator?.exactQuote ?? "";
  const pieces = [quote, ...(elisionPieces(quote) ?? [])];
  if (span.matchKind === MatchKind.EXACT) {
    if (span.differences.length > 0) return "The span is called exact and lists differences.";
    return pieces.includes(span.excerpt) ? undefined : "The excerpt is not the quote, though the span is called exact.";
  }
  if (span.matchKind === MatchKind.MACHINE_READ && span.differences.length === 0 && pieces.includes(span.excerpt))
    return undefined;
  if (span.matchKind !== MatchKind.NORMALISED && span.matchKind !== MatchKind.MACHINE_READ)
    return "The span does not say how the quote met the source.";
  const excerpt = { text: span.excerpt, folded: foldText(span.excerpt), codePoints: new CodePointIndex(span.excerpt) };
  const everywhere = { start: 0, end: span.excerpt.length };
  const matches = pieces.flatMap((piece) => foldedMatches(excerpt, piece, everywhere));
  const whole = matches.find(({ place }) => place.start === 0 && place.end === everywhere.end);
  if (!whole) return "Excerpt and quote differ in more than typography.";
  const isAdmitted = admitted(whole.differences(), 0) === admitted(span.differences, span.startChar);
  return isAdmitted ? undefined : "The span does not list the differences that there are.";
};

/** Differences as one comparable string, places counted from the span's start. */
const admitted = (differences: readonly Difference[], start: number): string =>
  differences
    .map((one) => [one.kind, one.sourceStart - start, one.quoteText.length, one.quoteText, one.sourceText].join(":"))
    .join("\n");

const othersVoices: ReadonlySet<Voice> = new Set([Voice.QUOTED, Voice.FORWARDED]);

/** Whether the span stands in another unit or with another speaker than it says, or may not be quoted: asked of structure alone. */
export const standingFault = (source: SpanSource, span: SpanRef): string | undefined => {
  const range = { start: span.startChar, end: span.endChar };
  const bar = quotingBar(source, range);
  if (bar) return `The span cannot be quoted: ${bar.why}.`;
  if (isMachineRead(source, range) !== (span.matchKind === MatchKind.MACHINE_READ))
    return "The span does not say of words that a machine read from a picture that it did, or says it of others.";
  if (placesOf(span.corrected) !== placesOf(correctedIn(source, range)))
    return "The span does not say which of its words a person set in place of what a machine had read.";
  if (span.unitPath !== (source.structure.unitAround(range)?.path ?? ""))
    return "The span names another unit than it stands in.";
  return faultByAll(sourcesOf(source, span), (spoken) => speakerFault(spoken, span));
};

/** Whether a text has another speaker or date for the words of a span than it says, or by another hand. */
const speakerFault = (source: SpanSource, span: SpanRef): string | undefined => {
  const range = { start: span.startChar, end: span.endChar };
  const { voice, speaker, segmentDateText } = voiceOf(source, range);
  const isSet = source.structure.segmentsTouching(range).some((segment) => segment.isSet);
  if (isSet !== span.flags.includes(SpanFlag.SPEAKER_SET))
    return "The span does not say of its speaker that a person set who that is, or says it of the file's own.";
  // A span that says less than the text does puts no words into a mouth: the Vault may have seen that an original lacks them.
  const saysLess = span.voice === Voice.UNSPECIFIED && span.speaker === "" && othersVoices.has(voice);
  if (!saysLess && (span.voice !== voice || span.speaker !== speaker))
    return "The span names another speaker than the text has there.";
  // Spans that were stored before the date was told have none.
  if (span.segmentDateText !== "" && span.segmentDateText !== segmentDateText)
    return "The span names another date for its words than the text has there.";
  return undefined;
};

const placesOf = (places: readonly { readonly startChar: number; readonly endChar: number }[]): string =>
  places.map(({ startChar, endChar }) => `${startChar}-${endChar}`).join(" ");

const surroundingsFault = (source: SpanSource, span: SpanRef, place: Place): string | undefined => {
  const left = faultByAll(sourcesOf(source, span), (spoken) => flagFault(spoken, span, place));
  if (left !== undefined) return left;
  const shown = shownAround(source.text, place);
  const isShown = span.shownBefore === shown.shownBefore && span.shownAfter === shown.shownAfter;
  return isShown ? undefined : "The span shows other words around it than the text has.";
};

const flagFault = (source: SpanSource, span: SpanRef, place: Place): string | undefined => {
  // Spans that were stored before the flag was known have it not.
  const missing = flagsOf(source, place, rangeOf(source, place)).some(
    (flag) => flag !== SpanFlag.NOTHING_SAID && !span.flags.includes(flag),
  );
  return missing ? "The span leaves out a flag that the reader should see." : undefined;
};
