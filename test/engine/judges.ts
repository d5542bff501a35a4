import type { AskedSentence } from "../../gen/pincite/model/v1/judge_turn_pb.ts";
import type { SentenceJudge } from "../../src/model/sentence-judge.ts";
import { type Say, ScriptedSide } from "./scripted-side.ts";

export type { Say } from "./scripted-side.ts";

/** A second reader that says what it is told. */
export class ScriptedJudge extends ScriptedSide implements SentenceJudge {
  draftsAs?: string;

  constructor(say: Say) {
    super("stand-in/small", say);
  }
}

/** What is said of one part of a sentence, as a model writes it. */
export type Atom = Readonly<Record<string, string | number>>;

/** An answer that says this of each sentence. */
export const saying =
  (atomsOf: (sentence: AskedSentence) => readonly Atom[]): Say =>
  ({ nonce, context }) => ({
    nonce,
    sentences: (context?.askedSentences ?? []).map((one) => ({ sentenceId: one.sentenceId, atoms: atomsOf(one) })),
  });

/** A verdict on a whole sentence, held against all of its first excerpt. */
export const whole =
  (verdict: string): ((sentence: AskedSentence) => readonly Atom[]) =>
  ({ text, excerpts }) => [
    {
      startChar: 0,
      endChar: [...text].length,
      verdict: `SENTENCE_VERDICT_${verdict}`,
      entryId: excerpts[0]?.entryId ?? "",
    },
  ];

/** Finds everything said, whatever it reads. */
export const blind = saying(whole("SAID"));

/** Doubts everything. */
export const contrary = saying(whole("NOT_SAID"));

/** Finds a sentence said where every word of it outside quotation marks stands in what it cites, and doubts the words that do not. */
export const literal = saying(({ text, excerpts }) => {
  const cited = excerpts.map((one) => one.text.toLowerCase()).join(" ");
  return Array.from(text.matchAll(/[\p{L}\d]+/gu), ({ 0: word, index }) => {
    const start = [...text.slice(0, index)].length;
    const verdict = cited.includes(word.toLowerCase()) ? "SAID" : "NOT_SAID";
    return { startChar: start, endChar: start + [...word].length, verdict: `SENTENCE_VERDICT_${verdict}` };
  }).slice(0, 20);
});
