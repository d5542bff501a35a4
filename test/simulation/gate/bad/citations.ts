import type { BadClass, BadSentence } from "../../../support/cases/bad-sentence.ts";
import { citationFrames } from "../../../support/cases/citations.ts";
import type { HonestSentence } from "../../../support/cases/dossier.ts";
import type { CitedProvision } from "../../../support/cases/read-case.ts";
import { casesWith } from "../../../support/cases/sets.ts";
import { DUTCH_FORMS, ENGLISH_FORMS, type Form, type LawName, type StatuteCitation } from "./citation-forms.ts";

const LAWS: readonly LawName[] = ["BW", "Awb", "WIA", "WW", "Rv", "Sr"];

/** A provision that an entry of a dossier quotes. */
interface Bound {
  readonly entryId: string;
  readonly claimId: string;
  readonly citation: StatuteCitation;
}

const isLaw = (name: string): name is LawName => LAWS.some((one) => one === name);

const boundOf = ({ entryId, claimId, law, book, article, paragraph: lid }: CitedProvision): Bound => {
  if (!isLaw(law)) throw new Error(`a citations.tsv names ${law}, of which no forms are known: ${LAWS.join(", ")}`);
  const rest = { secondLid: undefined, part: undefined, onder: undefined, tail: undefined };
  return { entryId, claimId, citation: { law, book, article, lid, ...rest } };
};

interface Change {
  readonly class: BadClass;
  readonly why: string;
  /** Gives undefined where this part cannot be changed. */
  readonly apply: (citation: StatuteCitation, draw: Draw) => StatuteCitation | undefined;
}

type Draw = (below: number) => number;

/** Draws the same whole numbers for the same seed and name, so that a sentence found wrongly judged can be made again. */
export const drawFrom = (seed: number, name: string): Draw => {
  let state = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed * 2654435761) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
};

const pick = <Item>(items: readonly Item[], draw: Draw): Item => items[draw(items.length)]!;

const cited = (await casesWith("citations.tsv")).filter(({ citations }) => citations.length > 0);

/** The provisions that rows of the cases quote, by the case: `citations.tsv` of each. */
export const BOUND: Readonly<Record<string, readonly Bound[]>> = Object.fromEntries(
  cited.map(({ name, citations }) => [name, citations.map(boundOf)] as const),
);
const isEnglish = (name: string): boolean => cited.some((one) => one.name === name && one.dossier.locale === "en");

/** The provisions of one case; none where no row of it quotes one. */
export const boundIn = (name: string): readonly Bound[] => BOUND[name] ?? [];

const digitsOf = (article: string): string => article.replace(/[a-z]+$/u, "");
const letterOf = (article: string): string => article.slice(digitsOf(article).length);
const LETTERS = ["a", "b", "c", "e", "g", "h"];

const nearby = (citation: StatuteCitation, draw: Draw): string =>
  `${Number(digitsOf(citation.article)) + pick([1, 2, 5, 10, 100], draw)}${letterOf(citation.article)}`;

const otherLid = (citation: StatuteCitation, draw: Draw): number =>
  pick(
    [1, 2, 3, 5, 6, 8].filter((lid) => lid !== citation.lid),
    draw,
  );

const added = (joint: NonNullable<StatuteCitation["tail"]>["joint"], why: string): Change => ({
  class: "citation-added",
  why,
  apply: (citation, draw) => ({ ...citation, tail: { joint, article: nearby(citation, draw) } }),
});

export const CHANGES: readonly Change[] = [
  {
    class: "citation-book",
    why: "the book or chapter is another one than the entry's",
    apply: (citation, draw) => {
      const others = [2, 3, 4, 5, 6, 7, 8].filter((book) => book !== citation.book);
      return { ...citation, book: pick(others, draw) };
    },
  },
  {
    class: "citation-article",
    why: "the article is another one than the entry's",
    apply: (citation, draw) => ({ ...citation, article: nearby(citation, draw) }),
  },
  {
    class: "citation-article",
    why: "two digits of the article have changed places",
    apply: (citation) => {
      const digits = digitsOf(citation.article);
      const turned = `${digits.slice(0, -2)}${[...digits.slice(-2)].reverse().join("")}`;
      return turned === digits ? undefined : { ...citation, article: `${turned}${letterOf(citation.article)}` };
    },
  },
  {
    class: "citation-letter",
    why: "the letter of the article number is added, another one or gone",
    apply: (citation, draw) => {
      const letters = ["", "a", "b", "c"].filter((letter) => letter !== letterOf(citation.article));
      return { ...citation, article: `${digitsOf(citation.article)}${pick(letters, draw)}` };
    },
  },
  {
    class: "citation-lid",
    why: "the entry is of another lid, or of an article cited without one",
    apply: (citation, draw) => ({ ...citation, lid: otherLid(citation, draw) }),
  },
  {
    class: "citation-lid",
    why: "a second lid stands beside the entry's",
    apply: (citation, draw) => {
      const lid = citation.lid ?? 1;
      return { ...citation, lid, secondLid: lid + 1 + draw(3) };
    },
  },
  {
    class: "citation-onder",
    why: "the entry is of no second sentence",
    apply: (citation) => ({ ...citation, part: "volzin" }),
  },
  {
    class: "citation-law",
    why: "the entry is of the wording in force, not of an older one",
    apply: (citation) => ({ ...citation, part: "oud" }),
  },
  {
    class: "citation-onder",
    why: "the entry is of no lettered part",
    apply: (citation, draw) => ({ ...citation, lid: citation.lid ?? 1, onder: pick(LETTERS, draw) }),
  },
  {
    class: "citation-law",
    why: "the law is another one than the entry's",
    apply: (citation, draw) => {
      const law = pick(
        LAWS.filter((name) => name !== citation.law),
        draw,
      );
      return { ...citation, law, book: law === "BW" || law === "Awb" ? citation.book : undefined };
    },
  },
  added("list", "a second article stands beside the entry's"),
  added("range", "a range reaches beyond the entry's article"),
  added("onwards", "the articles that follow are in no entry"),
  added("jo", "a second article is read with the entry's"),
];

const FRAMES = { nl: citationFrames("nl"), en: citationFrames("en") };

const writable = (forms: readonly Form[], citation: StatuteCitation, unlike?: StatuteCitation): readonly string[] =>
  forms.flatMap(({ write }) => {
    const written = write(citation);
    return written === undefined || (unlike !== undefined && written === write(unlike)) ? [] : [written];
  });

export const formsOf = (name: string): readonly Form[] => (isEnglish(name) ? ENGLISH_FORMS : DUTCH_FORMS);
export const framesOf = (name: string): readonly string[] => (isEnglish(name) ? FRAMES.en : FRAMES.nl);

export const framed = (name: string, written: string, draw: Draw): string =>
  pick(framesOf(name), draw).replace("{}", () => written);

/** The citation in every form of the dossier's language that can express it, each once. */
export const writtenForms = (name: string, citation: StatuteCitation): readonly string[] => [
  ...new Set(writable(formsOf(name), citation)),
];

/** Draws, for every provision quoted and every change, some sentences whose citation differs from the entry's in that one part. */
export const changedCitations = (name: string, seed: number, each = 2): readonly BadSentence[] => {
  const draw = drawFrom(seed, name);
  const texts = new Set<string>();
  for (const { entryId, citation } of boundIn(name))
    for (const change of CHANGES)
      for (let turn = 0; turn < each; turn += 1) {
        const changed = change.apply(citation, draw);
        const forms = changed === undefined ? [] : writable(formsOf(name), changed, citation);
        if (forms.length === 0) continue;
        const text = framed(name, pick(forms, draw), draw);
        texts.add(JSON.stringify([entryId, change.class, change.why, text]));
      }
  return [...texts].map((row, index) => {
    const [entryId, drawnClass, why, text] = JSON.parse(row) as [string, BadClass, string, string];
    const id = `${name.slice(0, 2)}-s${seed}-${String(index + 1).padStart(3, "0")}`;
    return { id, class: drawnClass, kind: "LAW", entryIds: [entryId], expect: "refused", text, why };
  });
};

/** Writes every quoted provision unchanged in every form that can express it; these sentences are honest. */
export const trueCitations = (name: string, seed: number): readonly HonestSentence[] => {
  const draw = drawFrom(seed, name);
  return boundIn(name).flatMap(({ entryId, claimId, citation }) =>
    writtenForms(name, citation).map((written, index) => ({
      id: `${name.slice(0, 2)}-t${seed}-${entryId}-${index + 1}`,
      kind: "LAW" as const,
      claimId,
      entryIds: [entryId],
      text: framed(name, written, draw),
    })),
  );
};
