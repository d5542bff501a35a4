import { datedHeading, dateInWords, isoOf } from "./heading-names.ts";
import { claimantOf, type KnownLaw, sharedName } from "./known-law.ts";
import type { LawMatch } from "./law-table.ts";
import { type NameWord, nameEndsAt, wordsFrom } from "./name-words.ts";

/** An act by its kind and date: `wet van 8 juni 2005`, `Regeling van de Minister van … van 9 mei 2000`. */
export const datedAct = new RegExp(
  String.raw`(rijkswet|wet|koninklijk\s+besluit|besluit|regeling|verordening|beschikking)(?:\s+van\s+(?:de|het)\s[^\d;:]{3,160}?)?\s+(?:van|d\.d\.)\s+${dateInWords}(?!\p{L})`,
  "iuy",
);
/** Where an act was published, behind its date or its title: `, Stb. 305,`, `(Stb. 1997, 14)`, `nr. R&P/RA/2009/17756`. */
const published =
  /\s*,?\s*(?:\((?:Stb|Stcrt|Trb)\.?\s[^()]{1,40}\)|(?:Stb|Stcrt|Trb)\.?\s*(?:\d{4},\s*)?(?:nr\.?\s*)?\d+|nr\.\s[^\s,]{1,60})\s*,?/iuy;
const joint = /[\s,]*/y;
/** Words of the heading that must stand in the citation: fewer do not tell the acts of one day apart. */
const wordsMin = 3;
const wordsMax = 120;
interface Act {
  readonly law: KnownLaw;
  readonly heading: string;
  /** The heading behind its date. */
  readonly rest: string;
}

/** How far a citation goes along with a heading: words that agree, whether all of the heading's do, where the last one ends. */
interface Agreement {
  readonly act: Act;
  readonly agreed: number;
  readonly isWhole: boolean;
  readonly end: number;
}

/** Finds acts that are cited by kind and date: `de wet van 8 juni 2005, Stb. 305, tot wijziging van de Wet op …`. */
export class DatedActs {
  readonly #byDay = new Map<string, Act[]>();

  constructor(laws: Iterable<KnownLaw>) {
    for (const law of laws) {
      const parts = law.heading === undefined ? undefined : datedHeading(law.heading);
      if (!law.heading || !parts) continue;
      const key = `${kindOf(parts.kind)} ${parts.made}`;
      const acts = this.#byDay.get(key);
      if (acts) acts.push({ law, heading: law.heading, rest: parts.rest });
      else this.#byDay.set(key, [{ law, heading: law.heading, rest: parts.rest }]);
    }
  }

  /**
   * The act of that kind and day whose heading the citation follows furthest, at least for three words that count. Where two
   * follow as far, or none does, the name is shared by the acts of that day and resolves to none: a register need not
   * hold every act, and the one that is meant may be missing.
   */
  match(text: string, at: number): LawMatch | undefined {
    datedAct.lastIndex = at;
    const named = datedAct.exec(text);
    if (!named) return undefined;
    const [, kind = "", day = "", month = "", year = ""] = named;
    const acts = this.#byDay.get(`${kindOf(kind)} ${isoOf(day, month, year)}`) ?? [];
    if (acts.length === 0) return undefined;
    const from = skip(published, text, datedAct.lastIndex);
    const words = firstWords(text, skip(joint, text, from));
    const agreements = acts.map((each) => agreement(each, words)).sort((a, b) => b.agreed - a.agreed);
    const [first, second] = agreements;
    const isNamed =
      first && first.agreed > 0 && (first.isWhole || (first.agreed >= wordsMin && nameEndsAt(text, first.end)));
    if (!isNamed || second?.agreed === first.agreed)
      return {
        law: sharedName(
          named[0].replace(/\s+/g, " "),
          acts.map(({ law }) => claimantOf(law)),
        ),
        book: "",
        end: from,
      };
    return { law: first.act.law, book: "", end: skip(published, text, first.end, /\)$/), readAs: first.act.heading };
  }
}

const firstWords = (text: string, at: number): NameWord[] => {
  const words: NameWord[] = [];
  for (const word of wordsFrom(text, at)) {
    if (word.folded !== "") words.push(word);
    if (words.length >= wordsMax) break;
  }
  return words;
};

/** A decree is cited as a royal decree or as a decree; an act of the Kingdom is another kind than an act. */
const kindOf = (kind: string): string => kind.toLowerCase().replace(/^koninklijk\s+/, "");

/** Past what matches here, if it ends as asked. */
const skip = (pattern: RegExp, text: string, at: number, ending = /$/): number => {
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0];
  return found && ending.test(found) ? at + found.length : at;
};

const agreement = (each: Act, words: readonly NameWord[]): Agreement => {
  const heading = [...wordsFrom(each.rest, 0)].flatMap(({ folded }) => folded || []);
  const agreed = heading.findIndex((word, index) => words[index]?.folded !== word);
  const isWhole = agreed < 0;
  const count = isWhole ? heading.length : agreed;
  return { act: each, agreed: count, isWhole, end: words[count - 1]?.end ?? 0 };
};
