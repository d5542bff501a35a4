import type { Passage } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { Voice } from "../../../../gen/pincite/span/v1/span_pb.ts";
import { CodePointIndex } from "../../../span/code-points.ts";
import { sentencesOf } from "../../../span/sentences.ts";
import { articleNumber, sharedCount, tellingStems } from "./words.ts";

/** A sentence of a passage, exactly as it stands there, with its neighbours' words. */
export interface QuotableSentence {
  readonly docUid: string;
  readonly chunkUid: string;
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/** Shorter than the first a quote matches noise; longer than the second nobody reads it in a sentence. In code points. */
const charsLeast = 12;
const charsMost = 700;

/**
 * Sentences of passages that could be quoted for a claim, best first: words of the claim count three times those of the
 * cues, the author's own voice before what somebody else is quoted with, and between equals the shorter, then the
 * earlier. What a sentence asks of its reader has no say in it. `article` is the number of the statute's article that is
 * quoted from; empty: any.
 */
export const rankSentences = (
  passages: readonly Passage[],
  sought: { claimText: string; cues: string; article: string },
): QuotableSentence[] => {
  const { claimText, cues, article } = sought;
  const claim = tellingStems(claimText);
  const cueStems = tellingStems(cues);
  const scored = passages.flatMap((passage) =>
    sentencesIn(passage, article).map((sentence) => ({
      sentence,
      score: 3 * sharedCount(sentence.text, claim) + sharedCount(sentence.text, cueStems) + voiceBonus(passage.voice),
      length: sentence.text.length,
    })),
  );
  return scored
    .sort(
      (one, other) =>
        other.score - one.score || (one.score <= 1 ? other.length - one.length : one.length - other.length),
    )
    .map(({ sentence }) => sentence);
};

const voiceBonus = (voice: Voice): number => (voice === Voice.AUTHOR || voice === Voice.STATUTE ? 1 : 0);

const sentencesIn = (passage: Passage, article: string): QuotableSentence[] => {
  const index = new CodePointIndex(passage.text);
  const pieces = passage.voice === Voice.STATUTE ? statutePieces(passage, article) : sentencesOf(passage.text);
  return pieces
    .filter(({ start, end }) => end - start >= charsLeast && end - start <= charsMost)
    .map(({ start, end }) => ({
      docUid: passage.docUid,
      chunkUid: passage.chunkUid,
      text: index.slice(start, end),
      before: index.slice(Math.max(0, start - 48), start),
      after: index.slice(end, end + 48),
    }))
    .filter(({ text }) => text.trim().split(/\s+/u).length >= 3 && !isFrame(text));
};

/** Header lines of a message, and its greeting and its close: they surround what is said and say nothing. */
const headerLine = /^(?:from|to|cc|date|subject|sent|van|aan|datum|onderwerp|verzonden)\s*:/iu;
const greeting =
  /^(?:beste|geachte|hallo|dag|dear|hello|hi|met vriendelijke groet(?:en)?|vriendelijke groet(?:en)?|groet(?:en|jes)?|hoogachtend|kind regards|best regards|regards|yours sincerely)\b/iu;

const isFrame = (text: string): boolean =>
  headerLine.test(text) || (greeting.test(text) && text.trim().split(/\s+/u).length <= 8);

const heading = /^(?:artikel|hoofdstuk|afdeling|paragraaf|titeldeel|titel|boek)\s+(\S+?)\.?(?:\s|$)/iu;
/** The number of a lid or item, which belongs to its place and not to its words. */
const numberMark = /^(?:\d+[a-z]?\.?|[a-z]{1,2}\.|\d+°\.?)\s+/u;

/**
 * In canonical statute text each block is a line; headings and the numbers before a block cannot be quoted. A chunk may
 * hold several short articles: with `article` given, only blocks under that article's heading count, and those before
 * the first heading where the passage itself is addressed as that article.
 */
const statutePieces = (passage: Passage, article: string): { start: number; end: number }[] => {
  const pieces: { start: number; end: number }[] = [];
  let isWanted = article === "" || passage.address === "" || articleNumber(passage.address) === article;
  let at = 0;
  for (const line of passage.text.split("\n")) {
    const title = heading.exec(line);
    const mark = [...(numberMark.exec(line)?.[0] ?? "")].length;
    if (title) isWanted = article === "" || [article, article.replace(/^.*:/u, "")].includes(title[1] as string);
    else if (isWanted)
      for (const { start, end } of sentencesOf([...line].slice(mark).join("")))
        pieces.push({ start: at + mark + start, end: at + mark + end });
    at += [...line].length + 1;
  }
  return pieces;
};
