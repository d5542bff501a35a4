import type { EvidenceCandidate, Passage } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { queryTerms } from "../../../search/words/analysis.ts";
import { TermCounts } from "../../../span/bm25.ts";
import { CodePointIndex } from "../../../span/code-points.ts";
import { sentencesOf } from "../../../span/sentences.ts";
import { candidatesOf, entriesOf } from "./slot-views.ts";

/** A sentence of a document, as far as the turn shows it. */
interface ShownSentence {
  readonly evidenceId: string;
  readonly text: string;
}

/** What a document says of some words. */
export interface Said {
  readonly text: string;
  readonly score: number;
}

/** What a neighbour counts beside a sentence itself. */
const beside = 0.2;

/**
 * Everything that a turn shows of documents, sentence by sentence, as one collection: a word is rare where few of these
 * sentences have it. Found again for the same context, since every slot asks.
 */
export class ShownTexts {
  /** Documents of which passages are shown, not a snippet alone. */
  readonly read: readonly string[];
  readonly #sentences: readonly ShownSentence[];
  readonly #passages: ReadonlyMap<string, readonly Passage[]>;
  readonly #counts: TermCounts;
  readonly #titles: TermCounts;
  readonly #titleOf = new Map<string, number>();
  readonly #scores = new Map<string, readonly number[]>();

  private constructor(context: TurnContext) {
    const candidates = new Map<string, EvidenceCandidate>();
    const results = context.toolContexts.flatMap(candidatesOf);
    for (const one of [...entriesOf(context).flatMap(({ candidate }) => candidate ?? []), ...results])
      if (!candidates.get(one.evidenceId)?.snippet) candidates.set(one.evidenceId, one);
    const passages = passagesByDocument(context);
    this.read = [...passages.keys()];
    this.#passages = passages;
    const ids = [...candidates.keys()];
    this.#sentences = ids.flatMap((evidenceId) => {
      const texts = passages.get(evidenceId)?.map(({ text }) => text) ?? [candidates.get(evidenceId)?.snippet ?? ""];
      return texts.flatMap((text) => sentencesIn(text).map((one) => ({ evidenceId, text: one })));
    });
    this.#counts = new TermCounts(this.#sentences.map(({ text }) => queryTerms(text)));
    this.#titles = new TermCounts(ids.map((id) => queryTerms(candidates.get(id)?.title ?? "")));
    for (const [at, id] of ids.entries()) this.#titleOf.set(id, at);
  }

  static of(context: TurnContext): ShownTexts {
    const known = made.get(context);
    if (known) return known;
    const texts = new ShownTexts(context);
    made.set(context, texts);
    return texts;
  }

  /** Passages of a document that are shown, in the order of the text. */
  passages(evidenceId: string): readonly Passage[] {
    return this.#passages.get(evidenceId) ?? [];
  }

  /** The sentences of a document with what each says of the words, by rare words and with its neighbours. */
  sentences(evidenceId: string, words: string): Said[] {
    const scores = this.#scored(words);
    return this.#sentences.flatMap((one, at) => {
      if (one.evidenceId !== evidenceId) return [];
      const near = [at - 1, at + 1].filter((other) => this.#sentences[other]?.evidenceId === evidenceId);
      const neighbours = near.reduce((sum, other) => sum + (scores[other] ?? 0), 0);
      return [{ text: one.text, score: (scores[at] ?? 0) + beside * neighbours }];
    });
  }

  /** What its title says of the words. */
  title(evidenceId: string, words: string): number {
    const at = this.#titleOf.get(evidenceId);
    return at === undefined ? 0 : (this.#titles.scores(new Set(queryTerms(words)))[at] ?? 0);
  }

  #scored(words: string): readonly number[] {
    const known = this.#scores.get(words);
    if (known) return known;
    const scores = this.#counts.scores(new Set(queryTerms(words)));
    this.#scores.set(words, scores);
    return scores;
  }
}

const made = new WeakMap<TurnContext, ShownTexts>();

const passagesByDocument = (context: TurnContext): Map<string, Passage[]> => {
  const found = new Map<string, Map<string, Passage>>();
  for (const { output } of context.toolContexts) {
    if (output.case !== "resolved") continue;
    for (const { candidates, passages } of output.value.items)
      for (const { evidenceId } of candidates)
        for (const passage of passages.filter(({ docUid }) => evidenceId.includes(docUid))) {
          const known = found.get(evidenceId) ?? new Map<string, Passage>();
          known.set(`${passage.startChar}`, passage);
          found.set(evidenceId, known);
        }
  }
  return new Map(
    [...found].map(([id, passages]) => [id, [...passages.values()].sort((a, b) => a.startChar - b.startChar)]),
  );
};

const sentencesIn = (text: string): string[] => {
  const index = new CodePointIndex(text);
  return sentencesOf(text).map(({ start, end }) => index.slice(start, end));
};
