import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { hasKin } from "../language/kin.ts";
import { wordsIn } from "../language/words.ts";
import { contentWords, tongueOfSentence } from "../sentence.ts";
import { at, type Look } from "./look.ts";

/**
 * "Onder 4.1 staat dat …": words that hold several numbered passages say this under another number. The passage that is named
 * has no word of the sentence that another one has.
 */
export const placeIsOfAnother: Look = (sentence) => {
  const tongue = tongueOfSentence(sentence);
  const [place, ...more] = sentence.places.filter(({ kind }) => kind === "paragraph");
  if (place === undefined || more.length > 0 || place.values.length > 1 || tongue === undefined) return [];
  const index = sentence.clauses.findIndex(({ start, end }) => start <= place.start && place.end <= end);
  // What is said to stand there: in the clause that names it, and in that behind "staat dat".
  const saying = sentence.clauses.filter(
    ({ opener }, one) => one === index || (one === index + 1 && /^(?:dat|that)$/u.test(opener)),
  );
  const own = contentWords(saying.map(({ text }) => text).join(" "), sentence.grammars);
  return sentence.cited.flatMap((source) => {
    const passages = source.tongue === tongue ? passagesIn(source.said) : [];
    const named = passages.filter(({ number }) => number === place.values[0]);
    if (passages.length < 2 || named.length !== 1) return [];
    // What all of them say tells none apart.
    const telling = own.filter((word) => !passages.every(({ words }) => hasKin(word, words)));
    const shared = ({ words }: Passage): number => telling.filter((word) => hasKin(word, words)).length;
    const most = Math.max(...passages.filter((one) => !named.includes(one)).map(shared));
    return named.every((one) => shared(one) === 0) && most > 0 ? [at(LookCode.ENTRIES_CROSSED, place, source)] : [];
  });
};

interface Passage {
  readonly number: string;
  readonly words: readonly string[];
}

/** The passages of a text that begin a line with their number. */
const passagesIn = (said: string): Passage[] => {
  const starts = [...said.matchAll(/^[ \t]*(?:\p{L}+[ \t]+)?(?<number>\d+(?:\.\d+)*)[.):]?[ \t]/gmu)];
  return starts.map((start, index) => ({
    number: start.groups?.number ?? "",
    words: wordsIn(said.slice(start.index, starts[index + 1]?.index)).map(({ folded }) => folded),
  }));
};
