import type { Locale } from "./prose.ts";

/** What is answered to an assertion of the letter. */
export type AnswerKind = "disputed" | "right" | "beside" | "unknown";

/**
 * The letter as the reader of the memo knows it: written by that reader, named here for the first time, or named before. `called`: what
 * this kind of memo calls it within a sentence (`uw besluit`). `writer`: who wrote it, as the author speaks of them; empty where that
 * is not said.
 */
export type Place =
  | { readonly letter: "own"; readonly called: string }
  | { readonly letter: "named" }
  | { readonly letter: "first"; readonly day: string; readonly writer: string };

/** What may stand before a quotation: the first that says all, and then those that go on. */
type Leads = (place: Place) => readonly [string, ...string[]];

/**
 * The words of an answer to a letter. What is disputed is quoted first and answered behind it: words that deny right before a
 * quotation would turn what it says. What is right is told together, as what is left aside and what is not known are.
 */
interface AnswerPhrases {
  /** Before what is answered one by one. */
  readonly says: Leads;
  /** Behind it: a fact is disputed; what the writer does or holds is refused, for it is neither right nor wrong. */
  readonly verdict: Readonly<Record<"disputed" | "refused", readonly [string, ...string[]]>>;
  /** Before what is told together. */
  readonly list: Readonly<Record<"right" | "beside" | "unknown", Leads>>;
  /** Before a question of the letter, behind which its answer stands. */
  readonly asks: Leads;
  readonly askForPapers: string;
  readonly unknownUnquoted: (called: string) => string;
}

/**
 * Chooses among words: the first at the first turn, then those behind it by turns, but none that the words behind begin with
 * (“Ook schrijft u: “Ook …””) and not the former again.
 */
export const phraseAt = (
  [first, ...others]: readonly [string, ...string[]],
  turn: number,
  { behind, former }: { readonly behind: string; readonly former: string },
): string => {
  if (turn === 0) return first;
  const byTurns = others.map((_, at) => others[(turn - 1 + at) % others.length] ?? first);
  return byTurns.find((one) => one !== former && firstWord(one) !== firstWord(behind)) ?? byTurns[0] ?? first;
};

const firstWord = (text: string): string => /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? "";

const dutchLetter = (place: Place): string => {
  if (place.letter === "own") return place.called;
  if (place.letter === "named") return "die brief";
  return `de brief${place.writer === "" ? "" : ` van ${place.writer}`}${place.day === "" ? "" : ` van ${place.day}`}`;
};

const englishLetter = (place: Place): string => {
  if (place.letter === "own") return place.called;
  if (place.letter === "named") return "that letter";
  return `the letter${place.writer === "" ? "" : ` of ${place.writer}`}${place.day === "" ? "" : ` of ${place.day}`}`;
};

export const answerPhrases: Readonly<Record<Locale, AnswerPhrases>> = {
  nl: {
    says: (place) =>
      place.letter === "own"
        ? ["U schrijft", "Ook schrijft u", "Verder schrijft u", "Daarnaast schrijft u"]
        : [
            `In ${dutchLetter(place)} staat`,
            "Ook staat in die brief",
            "Verder staat in die brief",
            "Daarnaast staat in die brief",
          ],
    verdict: {
      disputed: ["Dat is onjuist."],
      refused: ["Daarmee ben ik het niet eens."],
    },
    list: {
      right: (place) => [`Het volgende uit ${dutchLetter(place)} is juist`, "Ook dit is juist"],
      beside: (place) => [`Het volgende uit ${dutchLetter(place)} laat ik hier rusten`, "Ook dit laat ik rusten"],
      unknown: (place) => [`Het volgende uit ${dutchLetter(place)} is mij onbekend`, "Ook dit is mij onbekend"],
    },
    asks: (place) =>
      place.letter === "own"
        ? ["U vraagt", "Ook vraagt u", "Verder vraagt u", "Daarnaast vraagt u"]
        : [`In ${dutchLetter(place)} wordt gevraagd`, "Ook wordt daarin gevraagd", "Verder wordt daarin gevraagd"],
    askForPapers: "Ik verzoek u mij de stukken daarover te sturen.",
    unknownUnquoted: (called) => `Van een deel van ${called} is mij niet bekend of het juist is.`,
  },
  en: {
    says: (place) =>
      place.letter === "own"
        ? ["You write", "You also write", "Further you write", "In addition you write"]
        : [
            `In ${englishLetter(place)} it says`,
            "That letter also says",
            "Further that letter says",
            "In addition that letter says",
          ],
    verdict: {
      disputed: ["That is wrong."],
      refused: ["I do not agree with that."],
    },
    list: {
      right: (place) => [`The following of ${englishLetter(place)} is right`, "This too is right"],
      beside: (place) => [`The following of ${englishLetter(place)} I leave aside here`, "This too I leave aside"],
      unknown: (place) => [`The following of ${englishLetter(place)} is unknown to me`, "This too is unknown to me"],
    },
    asks: (place) =>
      place.letter === "own"
        ? ["You ask", "You also ask", "Further you ask", "In addition you ask"]
        : [`In ${englishLetter(place)} it is asked`, "It is also asked there", "Further it is asked there"],
    askForPapers: "I ask you to send me the papers about it.",
    unknownUnquoted: (called) => `Of a part of ${called} I do not know whether it is right.`,
  },
};
