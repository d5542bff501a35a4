import { wordsOf } from "#kit/lexicon.ts";
import { strongVerbs } from "#kit/strong-verbs-nl.ts";

/** Verbs of being, lying and seeming: they tell a state, and nothing that anybody did. */
const states = wordsOf("nl", "state-verb");

/** To appear is done, though it is built on a verb of seeming. */
const appearing: (typeof strongVerbs)[number] = {
  infinitive: "verschijnen",
  pastSingular: ["verscheen"],
  pastPlural: ["verschenen"],
  participles: ["verschenen"],
};

/** Preterites that are a common noun, an adjective or a present tense too: they count only beside their subject. */
const alsoOtherWords = wordsOf("nl", "ambiguous-preterite");

/** `zie` of `zien`, `ga` of `gaan`: of one syllable, which ends in its vowel. */
const ofOneSyllable = /^([^aeiouy]+(?:a(?=an$)|oe|ie))a?n$/u;

/** `geef` of `geven`: an open syllable doubles its vowel, a final v or z is written f or s. */
const stemOf = (infinitive: string): string => {
  const short = ofOneSyllable.exec(infinitive)?.[1];
  if (short !== undefined) return short;
  const base = infinitive.replace(/en$|n$/u, "");
  return base
    .replace(/([^aeiou])\1$/u, "$1")
    .replace(/^(.*[^aeiou]|)([aeou])([bdfgklmnprstvz])$/u, "$1$2$2$3")
    .replace(/v$/u, "f")
    .replace(/z$/u, "s");
};

/** `blijft`, `gaat`: the vowel of an open syllable is written twice before the ending. */
const thirdOf = (infinitive: string): string => {
  const stem = stemOf(infinitive);
  if (/t$/u.test(stem)) return stem;
  return /[^aeiou]a$/u.test(stem) ? `${stem}at` : `${stem}t`;
};

const presentOf = (infinitive: string): string[] => [infinitive, stemOf(infinitive), thirdOf(infinitive)];

interface StrongForms {
  /** The bare forms, with which a command begins, but for those of states. */
  readonly imperatives: ReadonlySet<string>;
  /** The forms of the present behind a subject of the third person (`blijft`), but for those of a stem in -t, which nouns are too. */
  readonly thirds: ReadonlySet<string>;
  readonly pasts: ReadonlySet<string>;
  readonly doubtful: ReadonlySet<string>;
  readonly participles: ReadonlySet<string>;
  /** The infinitive of each form. */
  readonly lemmas: ReadonlyMap<string, string>;
}

/** A participle without what stands before it: the prefix that is looked for apart. */
const withoutPrefix = (participle: string): string => participle.replace(/^(?:ge|be|ver|ont)/u, "");

/** The forms of the strong and irregular verbs that name something done, said or received, by what they can be taken for. */
export const strongForms: StrongForms = (() => {
  const acts = [...strongVerbs.filter(({ infinitive }) => !states.has(infinitive)), appearing];
  // `weet` and `weten` are present forms of weten before they are the past of wijten.
  const present = new Set(strongVerbs.flatMap(({ infinitive }) => presentOf(infinitive)));
  const finite = acts
    .flatMap(({ pastSingular, pastPlural }) => [...pastSingular, ...pastPlural])
    .filter((form) => !present.has(form));
  // A form of two verbs (`zit`, `lag`) is one of doing before it is one of being.
  const being = strongVerbs.filter(({ infinitive }) => states.has(infinitive));
  const lemmas = [...acts, ...being].flatMap(({ infinitive, pastSingular, pastPlural, participles }) =>
    [...presentOf(infinitive), ...pastSingular, ...pastPlural, ...participles.map(withoutPrefix)].map(
      (form): [string, string] => [form, infinitive],
    ),
  );
  return {
    thirds: new Set(
      strongVerbs
        .map(({ infinitive }) => infinitive)
        .filter((one) => !/t$/u.test(stemOf(one)))
        .map(thirdOf),
    ),
    imperatives: new Set(acts.map(({ infinitive }) => stemOf(infinitive))),
    pasts: new Set(finite.filter((form) => !alsoOtherWords.has(form))),
    doubtful: new Set(finite),
    lemmas: new Map(lemmas.toReversed()),
    participles: new Set(acts.flatMap(({ participles }) => participles.map(withoutPrefix))),
  };
})();
