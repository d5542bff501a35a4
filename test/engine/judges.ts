import type { AskedSentence } from "../../gen/pincite/model/v1/judge_turn_pb.ts";
import type { ModelRequest } from "../../gen/pincite/model/v1/model_call_pb.ts";
import type { ModelOutput } from "../../src/model/provider.ts";
import type { SentenceJudge } from "../../src/model/sentence-judge.ts";

/** What a second reader answers; text goes out as it is, anything else as JSON. */
export type Say = (request: ModelRequest, signal: AbortSignal) => unknown;

/** A second reader that says what it is told, and remembers what it was asked. */
export class ScriptedJudge implements SentenceJudge {
  readonly model = "stand-in/small";
  readonly asked: ModelRequest[] = [];
  isLocal = false;
  draftsAs?: string;
  say: Say;

  constructor(say: Say) {
    this.say = say;
  }

  readonly provider = {
    generate: async (request: ModelRequest, signal: AbortSignal): Promise<ModelOutput> => {
      this.asked.push(request);
      const said = await this.say(request, signal);
      const raw = new TextEncoder().encode(typeof said === "string" ? said : JSON.stringify(said));
      return { raw, inputTokens: 7, outputTokens: 3 };
    },
  };
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
