import { performance } from "node:perf_hooks";
import { forgetTexts } from "#kit/by-text.ts";
import { bookOf } from "../../src/grounding/book.ts";
import { citationReader } from "../../src/grounding/citations.ts";
import { examineDraft } from "../../src/grounding/draft-check.ts";
import { readSentence } from "../../src/grounding/sentence.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { draftInput } from "../simulation/gate/measure.ts";
import { caseNamed } from "../support/cases/sets.ts";
import type { BenchRow } from "./row.ts";

/** Fifty pages of twelve sentences. */
const sentenceCount = 600;
const rounds = 5;

const median = (call: () => unknown): number => {
  const times: number[] = [];
  for (let round = -2; round < rounds; round++) {
    forgetTexts();
    const start = performance.now();
    call();
    if (round >= 0) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] as number;
};

/**
 * The check of a long memo beside reading its sentences alone, each for the first time: tokens, citations, clauses and acts, and no
 * entry. The memo's sentences repeat, so that the check remembers most of them, as that of a real memo does its words and quotes.
 */
export const benchDraftCheck = async (): Promise<BenchRow[]> => {
  const { dossier: thuiswerk } = await caseNamed("thuiswerk");
  const sentences = Array.from({ length: sentenceCount }, (_, at) => thuiswerk.honest[at % thuiswerk.honest.length]!);
  const input = {
    ...draftInput(thuiswerk, sentences),
    citations: citationReader({ register: shippedNames(), laws: [] }),
  };
  const bare = input.draft.sections.flatMap((section) => section.sentences.map((one) => ({ ...one, entryIds: [] })));
  const own = median(() => examineDraft(input));
  const floor = median(() => {
    const book = bookOf(input);
    for (const sentence of bare) {
      forgetTexts();
      readSentence(sentence, book);
    }
  });
  return [
    {
      ...{ id: "check", what: `draft check of a memo of 50 pages (${sentenceCount} sentences)`, ratio: own / floor },
      ...{
        figure: `${own.toFixed(0)} ms`,
        floor: `${floor.toFixed(0)} ms reading its sentences alone, each anew`,
        target: "≤ 10×",
      },
    },
  ];
};
