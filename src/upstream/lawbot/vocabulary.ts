import { create } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { type LawVocabulary, LawVocabularySchema } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import type { LawVocabularySource } from "../../engine/run/ports.ts";
import { sha256Hex } from "../../sha256.ts";
import { createLawbotClient } from "./client.ts";

/** A turn waits for it before it begins, and goes on without it. */
const timeoutMs = 5_000;
/** A fetched list is asked about again after so long: a corpus changes with an import. */
const freshMs = 10 * 60_000;
const [wordsMax, wordForm] = [60_000, /^\p{L}{2,40}$/u];

/**
 * Fetches the words that the LawBot of another machine publishes, once for the whole installation. The call says nothing but which
 * list was fetched before, so that it is the same whatever any run is about. `ofLaw`: the words of law that the program brings; of
 * what is published no other is offered, or a LawBot that means harm would name the words that it wants to hear.
 */
export const createLawVocabulary = (
  lawbot: Transport,
  now: () => number,
  ofLaw: ReadonlySet<string>,
): LawVocabularySource => {
  const { laws } = createLawbotClient(lawbot);
  let known: { readonly digest: string; readonly vocabulary: LawVocabulary; readonly atMs: number } | undefined;
  return {
    async read(signal) {
      if (known && now() - known.atMs < freshMs) return offered(known.vocabulary);
      const knownDigest = known?.digest ?? "";
      const { vocabulary } = await laws
        .getVocabulary({ knownDigest }, { signal, timeoutMs })
        // An older LawBot has no such call, and one that is away none at all: the words it gives the run are offered without.
        .catch(() => ({ vocabulary: undefined }));
      if (known && (!vocabulary || vocabulary.digest === known.digest)) known = { ...known, atMs: now() };
      else if (vocabulary && isSound(vocabulary))
        known = { digest: vocabulary.digest, vocabulary: onlyOf(ofLaw, vocabulary), atMs: now() };
      return known && offered(known.vocabulary);
    },
  };
};

/** Whether a list is well formed and matches its digest: the counts rest on the size of the list, and a receipt on its digest. */
const isSound = ({ digest, words }: LawVocabulary): boolean =>
  words.length > 0 &&
  words.length <= wordsMax &&
  words.every((word, at) => wordForm.test(word) && (at === 0 || (words[at - 1] as string) < word)) &&
  digest === digestOf(words);

/** A list without a word is none. */
const offered = (vocabulary: LawVocabulary): LawVocabulary | undefined =>
  vocabulary.words.length > 0 ? vocabulary : undefined;

const digestOf = (words: readonly string[]): string =>
  sha256Hex(new TextEncoder().encode(words.map((word) => `${word}\n`).join("")));

const onlyOf = (ofLaw: ReadonlySet<string>, { words, ...fields }: LawVocabulary): LawVocabulary => {
  const known = words.filter((word) => ofLaw.has(word));
  return create(LawVocabularySchema, { ...fields, words: known, digest: digestOf(known) });
};
