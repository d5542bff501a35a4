import { listOf, wordsOf } from "#kit/lexicon.ts";
import { closedClasses } from "./closed-classes.ts";
import type { Grammar } from "./grammar.ts";
import { strongForms } from "./strong-verbs-nl.ts";

/** What can stand in front of a verb in one word with it (`toe-zeggen`, `mee-delen`), longest first. */
const particles = listOf("nl", "separable-particle");
const particle = `(?:${particles.join("|")})`;

const inseparable = "(?:be|ver|ont|her|er|mis|over|onder|door|om|weer|voor|vol|aanvaar|aan)";

/** `toegezegd`, `gemeld`, `aangepast`: with ge-, which no other class of words takes in front of -d or -t but a few nouns. */
const weakWithGe = new RegExp(`^(?:${particle}|${inseparable})?ge\\p{L}{2,}[dt]$`, "u");
/** `bevestigd`, `verklaard`, `ontmoet`: without ge-, behind a prefix that takes none. */
const weakWithoutGe = new RegExp(`^(?:${particle})?(?:be|ver|ont|her|er|mis|over|onder)\\p{L}{2,}[dt]$`, "u");
/** `geïnformeerd` has ge-; `overeengekomen` two particles. */
const strongParticiple = new RegExp(
  `^(?:overeen|${particle})?(?:ge|be|ver|ont|her|er|mis|over|onder|door|om|weer|voor|vol)?(\\p{L}+)$`,
  "u",
);

/** Nouns, adjectives and prepositions that have the shape of a participle. */
const shapedLikeParticiple = wordsOf("nl", "like-participle");
/**
 * Participles that tell what the law or a text asks or holds, or what a thing is, rather than that somebody did something:
 * deontic ("is verplicht") and resultative ones of texts ("is geregeld in").
 */
const stative = wordsOf("nl", "stative-participle");

const _auxiliaries = wordsOf("nl", "auxiliary");
const weakPast = /^\p{L}{2,}(?:d|t)en?$/u;

/** Present forms of verbs of saying, with a subject that is not the author. */
const sayingNow = wordsOf("nl", "says-now");

/**
 * `bepaalt` and `bevestigt` are present forms: a participle ends in -t only behind a voiceless consonant ('t kofschip), and
 * in -d otherwise.
 */
const isPresent = (word: string): boolean => /(?<!ch|[kfspt])t$/u.test(word);

/** Dutch. */
export const dutch: Grammar = {
  ...closedClasses("nl"),
  isParticiple: (word, previous) => {
    if (stative.has(word) || shapedLikeParticiple.has(word) || previous === "te") return false;
    if (dutch.determiners.has(previous)) return false;
    if ((weakWithGe.test(word) || weakWithoutGe.test(word)) && !isPresent(word)) return true;
    const strong = strongParticiple.exec(word)?.[1] ?? "";
    return strong !== word && word.endsWith("en") && strongForms.participles.has(strong)
      ? true
      : /^(?:\p{L}{2,6})?ge(?:daan|zien|gaan|staan)$/u.test(word) ||
          /^(?:be|ver|ont|voor|toe|over)\p{L}{0,4}(?:daan|gaan|staan)$/u.test(word);
  },
  isPast: (word) => strongForms.pasts.has(afterPrefix(word)) || strongForms.pasts.has(word),
  mayBePast: (word) =>
    strongForms.doubtful.has(word) ||
    strongForms.doubtful.has(afterPrefix(word)) ||
    (weakPast.test(word) && word.length > 4),
  saysNow: (word) => sayingNow.has(word) || sayingNow.has(afterParticle(word)),
};

/** `opmerkt` in a clause that hangs on another is `merkt … op`. */
const separable = new RegExp(`^${particle}(\\p{L}{3,})$`, "u");
const afterParticle = (word: string): string => separable.exec(word)?.[1] ?? word;

const prefix = new RegExp(`^(?:${particle}|${inseparable})(\\p{L}{3,})$`, "u");
const afterPrefix = (word: string): string => prefix.exec(word)?.[1] ?? word;
