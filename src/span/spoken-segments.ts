import type { CanonicalText, Segment, SpeakerSet } from "../../gen/pincite/span/v1/canonical_text_pb.ts";

/** A stretch spoken by one voice. */
export interface SpokenSegment
  extends Pick<Segment, "startChar" | "endChar" | "voice" | "speaker" | "depth" | "dateText"> {
  /** Whether a person said so, in place of the file. */
  readonly isSet?: boolean;
}

/** A half-open stretch in code points. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text as far as it says who speaks. */
type Spoken = Pick<CanonicalText, "segments" | "speakersSet">;

/** The speakers of a text by place, in order of start: those of the file, with the corrections of people laid over them, the last on top. */
export const spokenSegments = ({ segments, speakersSet }: Spoken): readonly SpokenSegment[] =>
  speakersSet.reduce<readonly SpokenSegment[]>(
    (spoken, set) =>
      [...outside(spoken, set), ...(set.withdrawn ? inside(segments, set) : [segmentOf(set)])].toSorted(
        (one, other) => one.startChar - other.startChar,
      ),
    segments,
  );

/** The speakers of a text in a range: whole segments cut at its ends, in order. */
export const spokenIn = (text: Spoken, range: Range): readonly SpokenSegment[] =>
  inside(spokenSegments(text), { startChar: range.start, endChar: range.end });

/** The whole part in which one voice speaks where a range begins: a message, a block; the range itself where no segment has it. */
export const spokenPart = (text: Spoken, range: Range): Range => {
  const part = spokenSegments(text).find(({ startChar, endChar }) => startChar <= range.start && range.start < endChar);
  return part ? { start: part.startChar, end: Math.max(part.endChar, range.end) } : range;
};

/**
 * The text as it was each time before something was said of who speaks in the range: a span that was made then says who spoke by that. None
 * where nothing was.
 */
export const asSpokenBefore = (text: CanonicalText, range: Range): CanonicalText[] =>
  text.speakersSet.flatMap((set, n) =>
    set.startChar < range.end && range.start < set.endChar
      ? [{ ...text, speakersSet: text.speakersSet.slice(0, n) }]
      : [],
  );

interface Stretch {
  readonly startChar: number;
  readonly endChar: number;
}

const segmentOf = ({ startChar, endChar, voice, speaker, depth, dateText }: SpeakerSet): SpokenSegment => ({
  startChar,
  endChar,
  voice,
  speaker,
  depth,
  dateText,
  isSet: true,
});

const cut = (segment: SpokenSegment, startChar: number, endChar: number): SpokenSegment[] => {
  if (startChar >= endChar) return [];
  if (startChar === segment.startChar && endChar === segment.endChar) return [segment];
  const { voice, speaker, depth, dateText, isSet = false } = segment;
  return [{ startChar, endChar, voice, speaker, depth, dateText, isSet }];
};

const outside = (segments: readonly SpokenSegment[], { startChar, endChar }: Stretch): SpokenSegment[] =>
  segments.flatMap((one) => [
    ...cut(one, one.startChar, Math.min(one.endChar, startChar)),
    ...cut(one, Math.max(one.startChar, endChar), one.endChar),
  ]);

const inside = (segments: readonly SpokenSegment[], { startChar, endChar }: Stretch): SpokenSegment[] =>
  segments.flatMap((one) => cut(one, Math.max(one.startChar, startChar), Math.min(one.endChar, endChar)));
