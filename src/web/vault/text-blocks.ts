import type { CanonicalText } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { CodePointIndex } from "../../span/code-points.ts";
import { type Shown, stretchesShown } from "../../span/marked-stretches.ts";
import { spokenSegments } from "../../span/spoken-segments.ts";

/** A piece of a text that is drawn as one, in UTF-16 units; together they are the whole text. */
export interface TextBlock {
  readonly start: number;
  readonly end: number;
  /** Page that begins with it; 0: none does. */
  readonly page: number;
  /** True: somebody else's words than the author's. */
  readonly isQuoted: boolean;
  /** Who says it, where a stretch of somebody else's words begins here; undefined elsewhere. */
  readonly quotedFrom: string | undefined;
  /** True: what begins here stands in a message whose author is known, and nobody knows whose words it is. */
  readonly isNobodys: boolean;
  /** Its words, cut where its source shows them struck through, or so that no reader sees them. */
  readonly words: readonly ShownWords[];
}

/** Words that a source shows in one way. */
export interface ShownWords {
  /** Where they begin in the text, in UTF-16 units. */
  readonly start: number;
  readonly text: string;
  readonly isStruck: boolean;
  readonly isUnseen: boolean;
}

/** A block ends at the first line break behind so many characters; a line without one is cut at a blank. */
const [blockMin, blockMax] = [280, 2_400];

/** Cuts a text into blocks: at pages, where somebody else begins to speak, and between lines. */
export const blocksOf = (canonical: CanonicalText): TextBlock[] => {
  const { text, pages } = canonical;
  const index = new CodePointIndex(text);
  const pageAt = new Map(pages.map(({ startChar, number }) => [index.toUtf16(startChar), number]));
  const voices = spokenSegments(canonical).map(({ startChar, endChar, voice, speaker }) => ({
    start: index.toUtf16(startChar),
    end: index.toUtf16(endChar),
    isQuoted: voice === Voice.QUOTED || voice === Voice.FORWARDED,
    isUnknown: voice === Voice.UNSPECIFIED && speaker === "",
    speaker,
  }));
  const hasAuthor = spokenSegments(canonical).some(({ voice }) => voice === Voice.AUTHOR);
  const shown = shownIn(canonical, index);
  const borders = [...new Set([0, text.length, ...pageAt.keys(), ...voices.flatMap(({ start, end }) => [start, end])])];
  borders.sort((one, other) => one - other);
  const blocks: TextBlock[] = [];
  let voiceAt = 0;
  for (let border = 0; border + 1 < borders.length; border++) {
    const from = borders[border] as number;
    while (voiceAt + 1 < voices.length && (voices[voiceAt]?.end ?? 0) <= from) voiceAt++;
    const found = voices[voiceAt];
    const voice = found && found.start <= from && from < found.end ? found : undefined;
    for (const { start, end } of cutBetween(text, from, borders[border + 1] as number))
      blocks.push({
        start,
        end,
        page: pageAt.get(start) ?? 0,
        isQuoted: voice?.isQuoted ?? false,
        quotedFrom: voice?.isQuoted && voice.start === start ? voice.speaker : undefined,
        isNobodys: hasAuthor && voice?.isUnknown === true && voice.start === start,
        words: wordsOf(text, { start, end }, shown),
      });
  }
  return blocks;
};

type Places = readonly { readonly start: number; readonly end: number }[];
type ShownPlaces = Readonly<Record<Shown, Places>>;

const shownIn = (canonical: CanonicalText, index: CodePointIndex): ShownPlaces => {
  const places = (shown: Shown): Places =>
    stretchesShown(canonical, shown).map(({ start, end }) => ({
      start: index.toUtf16(start),
      end: index.toUtf16(end),
    }));
  return { struck: places("struck"), unseen: places("unseen") };
};

const wordsOf = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  { struck, unseen }: ShownPlaces,
): ShownWords[] => {
  const inside = (at: number): boolean => start < at && at < end;
  const edges = [...struck, ...unseen].flatMap((place) => [place.start, place.end]).filter(inside);
  const cuts = [...new Set([start, ...edges, end])].toSorted((one, other) => one - other);
  const holds = (places: Places, at: number): boolean => places.some((place) => place.start <= at && at < place.end);
  return cuts.slice(0, -1).map((at, n) => ({
    start: at,
    text: text.slice(at, cuts[n + 1]),
    isStruck: holds(struck, at),
    isUnseen: holds(unseen, at),
  }));
};

function* cutBetween(text: string, from: number, to: number): Generator<{ start: number; end: number }> {
  for (let start = from; start < to; ) {
    const end = Math.min(to, endOfBlock(text, start));
    yield { start, end };
    start = end;
  }
}

const endOfBlock = (text: string, start: number): number => {
  const line = text.indexOf("\n", start + blockMin);
  if (line >= 0 && line - start < blockMax) return line + 1;
  if (text.length - start <= blockMax) return text.length;
  const blank = text.lastIndexOf(" ", start + blockMax);
  const end = blank > start + blockMin ? blank + 1 : start + blockMax;
  // Never between the two halves of one character.
  return /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end + 1 : end;
};

/** The block that holds an offset. */
export const blockAt = (blocks: readonly TextBlock[], offset: number): number => {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((blocks[middle] as TextBlock).start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
};
