import { pairsOf } from "#kit/lexicon.ts";
import type { Word } from "./words.ts";

/** Particles of Dutch separable verbs that are each other's contrary (ANS 12.2.2.1): where to and where from, with and against. */
const opposed = pairsOf("nl", "opposed-particles");

const particles = [...new Set(opposed.flat())];
const joined = new RegExp(`^(${particles.join("|")})(?:ge|te)?(\\p{L}{4,})$`, "u");

/** A separable verb of a clause, in one word or in two. */
export interface ParticleVerb {
  readonly particle: string;
  readonly root: string;
  readonly word: Word;
}

/** The separable verbs of a clause: in one word, or as a verb and the particle that ends the clause. */
export const particleVerbsIn = (words: readonly Word[]): ParticleVerb[] => {
  const whole = words.flatMap((word): ParticleVerb[] => {
    const [, particle = "", root = ""] = joined.exec(word.folded) ?? [];
    return root === "" ? [] : [{ particle, root, word }];
  });
  const last = words.at(-1);
  if (last === undefined || !particles.includes(last.folded)) return whole;
  return [
    ...whole,
    ...words
      .slice(0, -1)
      .filter(({ folded }) => folded.length > 3)
      .map((word) => ({ particle: last.folded, root: word.folded, word })),
  ];
};
