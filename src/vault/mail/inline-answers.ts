import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { announcesAnswers } from "./answer-announcements.ts";
import { goesOnBelow, type Tags, taggedFrom, tagsOf } from "./answer-tags.ts";
import type { BodyLine } from "./body-line.ts";
import { type Look, plainLook } from "./html-look.ts";
import { replyHeaderAt } from "./reply-header.ts";
import type { LineSegment } from "./reply-segments.ts";

/** Stretches of lines whose speaker is not known: number of the line to UTF-16 ranges of it, half-open. */
export type Doubts = ReadonlyMap<number, readonly { readonly from: number; readonly to: number }[]>;

/**
 * What of the quoted parts may be an answer that somebody typed into them: runs that look otherwise than the block's first
 * words do (another colour, another font), what stands behind the initials or the name of somebody who had the block before
 * them, and the whole of a block that is announced as answered inside. Whose words these are nobody can tell from the
 * message alone, so they are nobody's.
 */
export const doubtsIn = (lines: readonly BodyLine[], segments: readonly LineSegment[], author: string): Doubts => {
  const doubts = new Map<number, { from: number; to: number }[]>();
  const doubt = (line: number, from = 0): void => {
    const to = lines[line]?.text.length ?? 0;
    if (to > from) doubts.set(line, [...(doubts.get(line) ?? []), { from, to }]);
  };
  const blocks = blocksOf(lines, segments);
  const isAnnounced = announcedIn(lines, segments);
  for (const block of blocks) {
    const tags = tagsAbove(block, blocks, author);
    if (isAnnounced(block)) for (const at of block.lines) doubt(at);
    else {
      for (const [at, run] of runsApart(lines, block)) doubts.set(at, [...(doubts.get(at) ?? []), run]);
      for (let i = 0; i < block.lines.length; i++) i = doubtTagged(lines, block, i, tags, doubt);
    }
  }
  return doubts;
};

/** Whether words of quoted parts look otherwise than these parts begin. */
export const hasRunsApart = (lines: readonly BodyLine[], segments: readonly LineSegment[]): boolean =>
  blocksOf(lines, segments).some((block) => runsApart(lines, block).length > 0);

/** What one message says in a part that is quoted or forwarded, without its header and its ending. */
interface Block extends Pick<LineSegment, "voice" | "speaker" | "depth" | "dateText"> {
  readonly segments: number[];
  readonly lines: number[];
}

const isOthers = ({ voice }: LineSegment): boolean => voice === Voice.QUOTED || voice === Voice.FORWARDED;

const blocksOf = (lines: readonly BodyLine[], segments: readonly LineSegment[]): Block[] => {
  const blocks = new Map<string, Block>();
  for (const [number, segment] of segments.entries()) {
    if (!isOthers(segment)) continue;
    const { voice, speaker, depth, dateText } = segment;
    const key = JSON.stringify([voice, speaker, depth, dateText]);
    const block = blocks.get(key) ?? { voice, speaker, depth, dateText, segments: [], lines: [] };
    blocks.set(key, block);
    block.segments.push(number);
    for (let at = segment.from; at < segment.to; at++) {
      const headerLines = replyHeaderAt(lines, at)?.lineCount ?? 0;
      if (headerLines > 0) at += headerLines - 1;
      else block.lines.push(at);
    }
  }
  return [...blocks.values()];
};

/** Segments looked back over for an announcement, and messages above a block whose tags count: more than letters have. */
const [lookedBackMax, taggersMax] = [100, 50];

/** Whether whoever had the block before them says that answers stand in it. */
type Announced = (block: Block) => boolean;

/**
 * Asks it of one text. Not announced is what has its answers between its parts; and a level that is a reply header alone is
 * nobody's: Apple Mail puts the header inside the quotation.
 */
const announcedIn = (lines: readonly BodyLine[], segments: readonly LineSegment[]): Announced => {
  const speaks = segments.map((segment) => says(lines, segment));
  const known = new Map<string, boolean>();
  const announces = (at: number, pointers: boolean): boolean => {
    const key = `${at} ${pointers}`;
    const answer = known.get(key) ?? announcesAnswers(wordsOf(lines, segments[at] as LineSegment), pointers);
    known.set(key, answer);
    return answer;
  };
  return (block) => {
    const [first = 0, last = 0] = [block.segments[0], block.segments.at(-1)];
    let level: number | undefined;
    for (let at = first - 1; at >= Math.max(0, first - lookedBackMax); at--) {
      const around = segments[at] as LineSegment;
      if (speaks[at] !== true || around.depth >= block.depth) continue;
      level ??= around.depth;
      if (around.depth < level) return false;
      // "See below" is said above what is sent on too; and what bears marks shows by itself where it ends.
      const isMarked = (lines[block.lines[0] ?? 0]?.depth ?? 0) > (lines[around.from]?.depth ?? 0);
      if (around.depth !== level || !announces(at, block.voice !== Voice.FORWARDED && !isMarked)) continue;
      for (let between = first; between < last; between++)
        if (speaks[between] === true && segments[between]?.depth === level) return false;
      return true;
    }
    return false;
  };
};

/** Whether somebody says something in it beside a reply header. */
const says = (lines: readonly BodyLine[], segment: LineSegment): boolean => {
  if (segment.voice !== Voice.AUTHOR && !isOthers(segment)) return false;
  const header = replyHeaderAt(lines, segment.from)?.lineCount ?? 0;
  return lines.slice(segment.from + header, segment.to).some(({ text }) => /[\p{L}\p{N}]/u.test(text));
};

const wordsOf = (lines: readonly BodyLine[], { from, to }: LineSegment): string =>
  lines
    .slice(from, to)
    .map(({ text }) => text)
    .join("\n");

/** The initials and names of those who had the block before them. */
const tagsAbove = (block: Block, blocks: readonly Block[], author: string): Tags => {
  const above = blocks
    .slice(0, taggersMax)
    .filter(({ depth }) => depth < block.depth)
    .map(({ speaker }) => speaker);
  const own = new Set(tagsOf(block.speaker));
  return new Set([author, ...above].flatMap(tagsOf).filter((tag) => !own.has(tag)));
};

/** Doubts an answer behind a tag, to the end of its paragraph; gives the last of its lines. */
const doubtTagged = (
  lines: readonly BodyLine[],
  block: Block,
  i: number,
  tags: Tags,
  doubt: (line: number, from?: number) => void,
): number => {
  const at = block.lines[i] as number;
  const from = taggedFrom(lines[at]?.text ?? "", tags);
  if (from === undefined) return i;
  doubt(at, from);
  let last = i;
  while (block.lines[last + 1] !== undefined && goesOnBelow(lineAt(lines, block, last), lineAt(lines, block, last + 1)))
    doubt(block.lines[++last] as number);
  return last;
};

const lineAt = (lines: readonly BodyLine[], block: Block, i: number): BodyLine =>
  lines[block.lines[i] as number] as BodyLine;

/** A look that fewer of a block's letters have than this is not the look of the block: nothing in it is certain then. */
const shareMin = 1 / 3;

/** Runs whose colour or font is not that of the block's first words. A link has the colour that its program gives it. */
const runsApart = (lines: readonly BodyLine[], block: Block): [line: number, { from: number; to: number }][] => {
  const runs = block.lines.flatMap((line) => saidRuns(lines[line] as BodyLine).map((run) => ({ line, ...run })));
  const first = runs[0]?.written;
  const letters = (of: typeof runs): number => of.reduce((sum, { from, to }) => sum + to - from, 0);
  const apart = runs.filter(({ written }) => written !== first);
  const isMixed = letters(runs) - letters(apart) < letters(runs) * shareMin;
  return (isMixed ? runs : apart).map(({ line, from, to }) => [line, { from, to }]);
};

const saidRuns = ({ text, runs }: BodyLine): { from: number; to: number; written: string }[] =>
  (runs ?? [{ start: 0, end: text.length, look: plainLook }])
    .filter(
      ({ start, end, look }) => look.link === "" && !look.isAlternative && /[\p{L}\p{N}]/u.test(text.slice(start, end)),
    )
    .map(({ start, end, look }) => ({ from: start, to: end, written: handOf(look) }));

/** Colour and font, by which people tell apart who wrote what. */
const handOf = ({ colour, font }: Look): string => `${colour}\n${font}`;
