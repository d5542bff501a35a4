import { analyseUnstemmed } from "../../search/words/analysis.ts";
import { isStopWord } from "../../search/words/stop-words.ts";
import { isLoosePart } from "../../search/words/verb-forms.ts";
import type { SpanSource } from "../../span/source.ts";
import { type SentenceUnit, sentenceUnits, signatureIn } from "./sentence-units.ts";

/** What the record says of a paper. */
export interface PaperFacts {
  readonly docUid: string;
  readonly title: string;
  /** ISO day; empty: not known. */
  readonly day: string;
  /** Whoever wrote it, as the source writes them; empty: not known. */
  readonly author: string;
}

/** A paper with its sentences. */
export interface Paper extends PaperFacts {
  readonly units: readonly SentenceUnit[];
  /** The words of each sentence, the number of its paragraph among them. */
  readonly words: readonly ReadonlyMap<string, number>[];
  /** Those of them without digits, in their order. */
  readonly wordRows: readonly (readonly string[])[];
  /** The letters of each sentence, four in a row. */
  readonly grams: readonly ReadonlySet<string>[];
  /** What stands under its words, and in none of its sentences. */
  readonly signature: string;
}

/** A paper as it is compared with claims. */
export const paperOf = (facts: PaperFacts, source: SpanSource): Paper => {
  const units = sentenceUnits(source);
  return {
    ...facts,
    units,
    words: units.map(({ number, text }) => wordsOf(`${number} ${text}`)),
    wordRows: units.map(({ text }) => tellingWords(text)),
    grams: units.map(({ text }) => gramsOf(text)),
    signature: signatureIn(source),
  };
};

/** The words of a text with how often each stands in it, folded and without those that say nothing by themselves. */
export const wordsOf = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  const raws = analyseUnstemmed(text).map(({ raw }) => raw);
  for (const raw of raws) if (!isStopWord(raw)) counts.set(raw, (counts.get(raw) ?? 0) + 1);
  for (const [at, part] of raws.entries())
    if (isLoosePart(part))
      for (const raw of raws.slice(Math.max(0, at - partedMax), at))
        if (!isStopWord(raw)) counts.set(partedVerb(part, raw), 1);
  return counts;
};

/** The words of a text in their order, folded: no digits, and none that says nothing by itself. */
export const tellingWords = (text: string): string[] =>
  analyseUnstemmed(text).flatMap(({ raw, isExtra }) => (isExtra || isStopWord(raw) || /\d/u.test(raw) ? [] : [raw]));

/** Words between a verb and what is parted from it are seldom more. */
const partedMax = 12;

/** How a word in front of a loose part is kept beside the words, in case it is the verb that this is parted from; no word has a space. */
export const partedVerb = (part: string, verb: string): string => `${part} ${verb}`;

/** Whether it is a word of the text, and none that was put together. */
export const isOneWord = (word: string): boolean => !word.includes(" ");

/** The letters of a text, four in a row within its words. */
export const gramsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).flatMap((word) =>
      Array.from({ length: word.length - 3 }, (_, at) => word.slice(at, at + 4)),
    ),
  );
