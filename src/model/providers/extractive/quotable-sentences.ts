import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Passage } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type SpanLocatorSchema, Voice } from "../../../../gen/pincite/span/v1/span_pb.ts";
import { step } from "../../../citation/address.ts";
import { queryTerms } from "../../../search/words/analysis.ts";
import { TermCounts } from "../../../span/bm25.ts";
import { CodePointIndex } from "../../../span/code-points.ts";
import { sentencesOf } from "../../../span/sentences.ts";
import { citedLaws, stepsOf } from "./cited-laws.ts";
import { isFrame, isSignature } from "./frames.ts";
import { articleNumber } from "./words.ts";

/** A sentence of a passage, exactly as it stands there, with its neighbours' words. */
export interface QuotableSentence {
  readonly docUid: string;
  readonly chunkUid: string;
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** The part of its article that it stands in, as far as its passage tells it: `["lid 2", "onder c"]`; empty of a paper. */
  readonly part: readonly string[];
}

/** Shorter than the first a quote matches noise; longer than the second nobody reads it in a sentence. In code points. */
const charsLeast = 12;
const charsMost = 700;

/** What is sought in the passages of one source. */
export interface Sought {
  readonly claimText: string;
  /** Words that weigh less than the claim's. */
  readonly cues: string;
  /** Number of the statute's article that is quoted from; empty: any. */
  readonly article: string;
  /** The part of the article that the claim names, outermost first, as addresses write it: `lid 6`; empty: none. */
  readonly part: readonly string[];
}

/** A sentence as it stands in a passage, in code points, with the part of its article as far as the passage tells it. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly part: readonly string[];
}

/** What cues, the neighbours and the author's own voice count beside the claim's words in a sentence. */
const [cueWeight, beside, ownVoice] = [1 / 3, 0.2, 0.5];

/**
 * The part that a claim names goes before one that says more of the claim, up to this share of what the best says: below it the number is
 * that of another version, in which the leden are counted otherwise.
 */
const namedShare = 0.5;

/**
 * Sentences of passages that could be quoted for a claim, best first: by rare words of the claim, then of the cues, with
 * those of their neighbours; the author's own voice before what somebody else is quoted with, and between equals the
 * shorter, then the earlier. The part that the claim names goes first where it says as much of the claim as half of what any other does, or
 * where none says anything of it. What a sentence asks of its reader has no say in it.
 */
export const rankSentences = (passages: readonly Passage[], sought: Sought): QuotableSentence[] => {
  const { claimText, cues, article, part } = sought;
  const all = passages.flatMap((passage) => sentencesIn(passage, article).map((sentence) => ({ passage, sentence })));
  const counts = new TermCounts(all.map(({ sentence }) => queryTerms(sentence.text)));
  const [claim, cue] = [claimText, cues].map((words) => counts.scores(new Set(queryTerms(words))));
  const own = (at: number): number => (claim?.[at] ?? 0) + cueWeight * (cue?.[at] ?? 0);
  const near = (at: number, other: number): number =>
    all[at]?.passage === all[other]?.passage ? beside * own(other) : 0;
  const most = Math.max(0, ...(claim ?? []));
  const isNamed = (at: number): boolean =>
    part.length > 0 &&
    part.every((step, depth) => all[at]?.sentence.part[depth] === step) &&
    (claim?.[at] ?? 0) >= namedShare * most;
  const scored = all.map(({ passage, sentence }, at) => ({
    sentence,
    named: isNamed(at) ? 1 : 0,
    score: own(at) > 0 ? own(at) + near(at, at - 1) + near(at, at + 1) + ownVoice * voiceBonus(passage.voice) : 0,
    length: sentence.text.length,
  }));
  return scored
    .sort(
      (one, other) =>
        other.named - one.named ||
        other.score - one.score ||
        (one.score === 0 ? other.length - one.length : one.length - other.length),
    )
    .map(({ sentence }) => sentence);
};

const voiceBonus = (voice: Voice): number => (voice === Voice.AUTHOR || voice === Voice.STATUTE ? 1 : 0);

const sentencesIn = (passage: Passage, article: string): QuotableSentence[] => {
  const index = new CodePointIndex(passage.text);
  const pieces =
    passage.voice === Voice.STATUTE
      ? statutePieces(passage, article)
      : sentencesOf(passage.text).map(({ start, end }) => ({
          start: start + announced(index.slice(start, end)),
          end,
          part: [],
        }));
  return pieces
    .filter(({ start, end }) => end - start >= charsLeast && end - start <= charsMost)
    .map(({ start, end, part }) => ({
      part,
      docUid: passage.docUid,
      chunkUid: passage.chunkUid,
      text: index.slice(start, end),
      before: index.slice(Math.max(0, start - 48), start),
      after: index.slice(end, end + 48),
    }))
    .filter(
      ({ text }) => text.trim().split(/\s+/u).length >= 3 && !isFrame(text) && !isSignature(text, passage.speaker),
    );
};

/** How far a line goes, in code points, that only says whose mail is quoted below it: it names a time or an address, and ends in a colon. */
const announced = (text: string): number => {
  const [line = ""] = /^[^\n]*(?:\d{1,2}:\d{2}|@)[^\n]*:\s*\n\s*/u.exec(text) ?? [];
  return [...line].length;
};

const heading = /^(?:artikel|hoofdstuk|afdeling|paragraaf|titeldeel|titel|boek)\s+(\S+?)\.?(?:\s|$)/iu;
/** The number of a lid or item, which belongs to its place and not to its words. */
const numberMark = /^(?:\d+[a-z]?\.?|[a-z]{1,2}\.|\d+°\.?)\s+/u;

/**
 * In canonical statute text each block is a line; headings and the numbers before a block cannot be quoted. A chunk may
 * hold several short articles: with `article` given, only blocks under that article's heading count, and those before
 * the first heading where the passage itself is addressed as that article.
 */
const statutePieces = (passage: Passage, article: string): Piece[] => {
  const pieces: Piece[] = [];
  let isWanted = article === "" || passage.address === "" || articleNumber(passage.address) === article;
  let at = 0;
  let part = firstPart(passage);
  for (const line of passage.text.split("\n")) {
    const title = heading.exec(line);
    const mark = numberMark.exec(line)?.[0] ?? "";
    const marked = [...mark].length;
    if (title) {
      isWanted = article === "" || [article, article.replace(/^.*:/u, "")].includes(title[1] as string);
      part = [];
    } else if (isWanted) {
      part = partBehind(part, mark);
      for (const { start, end } of sentencesOf([...line].slice(marked).join("")))
        pieces.push({ start: at + marked + start, end: at + marked + end, part });
    }
    at += [...line].length + 1;
  }
  return pieces;
};

/** The part of the article that a passage begins in, whose number is left out of it: that of its address, else the one before the next number. */
const firstPart = ({ address, text }: Passage): readonly string[] => {
  const [steps = []] = citedLaws(address).flatMap(({ places }) => places.map(stepsOf));
  if (steps.length > 0) return steps;
  const next = Number(/^(\d+)\.?\s/mu.exec(text)?.[1] ?? 0);
  return next > 1 ? [step("lid", String(next - 1))] : [];
};

/** The part that a line stands in, by the number before it: a lid, or an item of the lid. */
const partBehind = (part: readonly string[], mark: string): readonly string[] => {
  const number = mark.trim().replace(/\.$/u, "");
  if (number === "") return part;
  return /^\d+[a-z]?$/u.test(number)
    ? [step("lid", number)]
    : [...part.filter((one) => one.startsWith("lid")), step("onder", number)];
};

/** A sentence that stands more than once is told apart by the words around it. */
export const locatorOf = (
  { chunkUid, text, before, after }: QuotableSentence,
  docUid: string,
): MessageInitShape<typeof SpanLocatorSchema> => ({
  docUid,
  chunkUid: chunkUid.length <= 256 ? chunkUid : "",
  exactQuote: text,
  contextBefore: before,
  contextAfter: after,
});
