import { create } from "@bufbuild/protobuf";
import { CanonicalTextSchema, type Segment, SegmentSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { codePointLength } from "../../span/code-points.ts";
import { openBeginning, type SpanSource } from "../../span/source.ts";
import { replyHeaderAt } from "../mail/reply-header.ts";
import type { Strand } from "../strand/strand.ts";
import { namedBy } from "./find-original.ts";
import { mayBeSamePerson } from "./same-person.ts";

/** Messages that are compared for one document; a thread that is longer is compared with the newest of them. */
const comparedMax = 30;

/**
 * The text with nobody as the speaker of those lines of quoted messages that the messages themselves do not have: somebody may
 * have typed an answer there. Compared is with what the mail names (In-Reply-To, References) and the strand holds, of the
 * person whom the reply header names, as soon as it has a line of the quoted part; of others nothing is known, and their parts stay
 * as they were read. Where answers are announced and all below the header is nobody's, the lines that the message has are given back. Depends on the strand's set of messages alone. The words, and so the digest, are the same.
 */
export const spokenSource = async (strand: Strand, record: DocRecord, source: SpanSource): Promise<SpanSource> => {
  if (record.detail?.summary?.docType !== "email" || !source.canonical.segments.some(isOthers)) return source;
  const docUid = source.canonical.docUid;
  const held = await heldMessages(strand, namedBy(strand, record, docUid).slice(-comparedMax));
  if (held.length === 0) return source;
  const known = compared.get(source);
  if (known?.held.length === held.length && known.held.every((one, at) => one === held[at])) return known.spoken;
  const spoken = comparedWith(source, held);
  compared.set(source, { held, spoken });
  return spoken;
};

/** What a text was last compared with: a strand that gains no message gives the same answer, and what is made of it is kept. */
const compared = new WeakMap<SpanSource, { readonly held: readonly SpanSource[]; readonly spoken: SpanSource }>();

const comparedWith = (source: SpanSource, held: readonly SpanSource[]): SpanSource => {
  const originals = held.map(heldOf);
  let quoted: Segment | undefined;
  const segments = source.canonical.segments.flatMap((segment) => {
    if (isOthers(segment)) quoted = segment;
    else if (quoted !== undefined && isNobodysBelow(segment, quoted))
      return givenBack(originals, source, segment, quoted);
    else quoted = undefined;
    return partsOf(originals, source, segment);
  });
  if (segments.every(({ voice }, i) => voice === source.canonical.segments[i]?.voice)) return source;
  return openBeginning(create(CanonicalTextSchema, { ...source.canonical, segments }), source.digest);
};

/** A message that may be the original: who sent it, and its words between blanks. */
interface Held {
  readonly sender: string;
  readonly run: string;
}

const heldMessages = async (strand: Strand, docUids: readonly string[]): Promise<SpanSource[]> => {
  const held: SpanSource[] = [];
  for (const docUid of docUids) {
    const source = await strand.sources.readable(strand.record(docUid));
    if (source !== undefined) held.push(source);
  }
  return held;
};

const runs = new WeakMap<SpanSource, string>();

const heldOf = (source: SpanSource): Held => {
  const run = runs.get(source) ?? runOf(source.text);
  runs.set(source, run);
  return { sender: source.structure.segments[0]?.speaker ?? "", run };
};

const isOthers = ({ voice, depth }: Segment): boolean =>
  depth > 0 && (voice === Voice.QUOTED || voice === Voice.FORWARDED);

/** Words of nobody who is known below somebody's head: where answers are announced, all that stands there. */
const isNobodysBelow = ({ voice, speaker, depth }: Segment, quoted: Segment): boolean =>
  voice === Voice.UNSPECIFIED && speaker === "" && depth === quoted.depth;

/** Such words with those lines given back that the message of whoever is named in the head has; the others stay nobody's. */
const givenBack = (originals: readonly Held[], source: SpanSource, segment: Segment, quoted: Segment): Segment[] => {
  const { voice, speaker, dateText } = quoted;
  const theirs = create(SegmentSchema, { ...segment, voice, speaker, dateText });
  const parts = partsOf(originals, source, theirs);
  return parts[0] === theirs ? [segment] : parts;
};

const partsOf = (originals: readonly Held[], source: SpanSource, segment: Segment): Segment[] => {
  const theirs = originals.filter(({ sender }) => mayBeSamePerson(segment.speaker, sender) === true);
  if (!isOthers(segment) || theirs.length === 0) return [segment];
  const lines = source.codePoints.slice(segment.startChar, segment.endChar).split("\n");
  const header =
    replyHeaderAt(
      lines.map((text) => ({ text, depth: 0 })),
      0,
    )?.lineCount ?? 0;
  const found = lines.map((_, at) => at < header || theirs.some(({ run }) => has(run, lines, at, header)));
  // Where no line of theirs is found, this is not the message that is quoted.
  const isTheirs = lines.some((line, at) => at >= header && found[at] === true && wordCount(line) >= certainWords);
  return isTheirs ? cut(segment, lines, found) : [segment];
};

/** Fewer words than these stand in many a letter: they are looked for together with the line before or behind them. */
const certainWords = 4;

const has = (run: string, lines: readonly string[], at: number, first: number): boolean => {
  const line = lines[at] ?? "";
  if (wordCount(line) === 0) return true;
  if (wordCount(line) >= certainWords) return run.includes(runOf(line));
  const [before, after] = [said(lines, at, -1, first), said(lines, at, 1, first)];
  return [before && `${before} ${line}`, after && `${line} ${after}`].some(
    (two) => two !== "" && run.includes(runOf(two)),
  );
};

/** The next line, in that direction, that says something. */
const said = (lines: readonly string[], from: number, step: 1 | -1, first: number): string => {
  for (let at = from + step; at >= first && at < lines.length; at += step)
    if (wordCount(lines[at] ?? "") > 0) return lines[at] ?? "";
  return "";
};

/** Words alone, between blanks: addresses, marks and how lines are broken differ between renderings of one message. */
const runOf = (text: string): string => ` ${wordsOf(text).join(" ")} `;
const wordCount = (text: string): number => wordsOf(text).length;
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?:https?|mailto|cid):\S+/g, " ")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The segment as stretches of lines that the original has, and of lines that it lacks. An empty line is as the one above. */
const cut = (segment: Segment, lines: readonly string[], found: readonly boolean[]): Segment[] => {
  const parts: Segment[] = [];
  let startChar = segment.startChar;
  let known: boolean | undefined;
  for (const [at, line] of lines.entries()) {
    const endChar = startChar + codePointLength(line);
    const isKnown = wordCount(line) === 0 ? (known ?? true) : found[at] === true;
    const last = parts.at(-1);
    if (last && isKnown === known) last.endChar = endChar;
    else parts.push(partOf(segment, startChar, endChar, isKnown));
    known = isKnown;
    startChar = endChar + 1;
  }
  return parts;
};

const partOf = (
  { voice, speaker, depth, dateText }: Segment,
  startChar: number,
  endChar: number,
  isKnown: boolean,
): Segment =>
  isKnown
    ? create(SegmentSchema, { startChar, endChar, voice, speaker, depth, dateText })
    : create(SegmentSchema, { startChar, endChar, voice: Voice.UNSPECIFIED, depth });
