import { create } from "@bufbuild/protobuf";
import { type LawVersion, type LawVocabulary, LawVocabularySchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { sha256Hex } from "../sha256.ts";

/** The most words that are published, and their bytes: a list is fetched whole, and kept with each run that asks by it. */
const wordsMax = 60_000;
const bytesMax = 1024 * 1024;

/** Letters alone: a number of an article is cited, and as a word of a query would only spell. */
const wordForm = /(?<![\p{L}\p{N}])\p{L}{2,40}(?![\p{L}\p{N}])/gu;

/** Where the texts and names come from. */
export interface VocabularySource {
  readonly versions: {
    readonly revision: string;
    all(): readonly LawVersion[];
    names(): readonly { readonly title: string; readonly citationTitle: string; readonly titles?: readonly string[] }[];
  };
  /** The whole text of a version. */
  text(version: LawVersion): Promise<string>;
}

/** The words of all loaded laws, made when somebody asks for them and kept until something is imported. */
export class LawVocabularies {
  readonly #source: VocabularySource;
  #made: { readonly revision: string; readonly vocabulary: Promise<LawVocabulary> } | undefined;

  constructor(source: VocabularySource) {
    this.#source = source;
  }

  /** The vocabulary of the corpus as it is now. Errors: DATA_LOSS. */
  now(): Promise<LawVocabulary> {
    const { revision } = this.#source.versions;
    if (this.#made?.revision !== revision) {
      const vocabulary = this.#make(revision);
      this.#made = { revision, vocabulary };
      // What could not be read now may be read once somebody has looked at the store.
      vocabulary.catch(() => (this.#made = undefined));
    }
    return this.#made.vocabulary;
  }

  async #make(corpusRevision: string): Promise<LawVocabulary> {
    const { versions } = this.#source;
    const counts = new Map<string, number>();
    for (const { title, citationTitle, titles = [] } of versions.names())
      countWords([title, citationTitle, ...titles].join("\n"), counts);
    // One text at a time, each waited for: others are answered in between.
    for (const version of versions.all()) countWords(await this.#source.text(version), counts);
    const words = oftenest(counts).sort();
    return create(LawVocabularySchema, { digest: digestOf(words), corpusRevision, words, wordCount: counts.size });
  }
}

const countWords = (text: string, counts: Map<string, number>): void => {
  for (const [word] of text.normalize("NFC").toLowerCase().matchAll(wordForm))
    counts.set(word, (counts.get(word) ?? 0) + 1);
};

const oftenest = (counts: ReadonlyMap<string, number>): string[] => {
  const inOrder = [...counts].sort(([a, times], [b, others]) => others - times || (a < b ? -1 : 1));
  const kept: string[] = [];
  let bytes = 0;
  for (const [word] of inOrder.slice(0, wordsMax)) {
    bytes += Buffer.byteLength(word) + 2;
    if (bytes > bytesMax) break;
    kept.push(word);
  }
  return kept;
};

const digestOf = (words: readonly string[]): string =>
  sha256Hex(new TextEncoder().encode(words.map((word) => `${word}\n`).join("")));
