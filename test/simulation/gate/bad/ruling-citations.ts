import type { BadSentence } from "../../../support/cases/bad-sentence.ts";
import type { HonestSentence } from "../../../support/cases/dossier.ts";
import { drawFrom } from "./citations.ts";

/** The parts of the one ruling that the dossier on the home-working day quotes, in entry e22. */
interface RulingCitation {
  readonly court: string;
  readonly short: string;
  readonly code: string;
  readonly year: number;
  readonly number: string;
  readonly day: number;
  readonly consideration: string | undefined;
}

const TRUE: RulingCitation = {
  court: "Rechtbank Overijssel",
  short: "Rb. Overijssel",
  code: "RBOVE",
  year: 2023,
  number: "99412",
  day: 7,
  consideration: undefined,
};

const ecli = ({ code, year, number }: RulingCitation): string => `ECLI:NL:${code}:${year}:${number}`;
const at = ({ consideration }: RulingCitation): string =>
  consideration === undefined ? "" : `, r.o. ${consideration}`;
const day = ({ day: number, year }: RulingCitation): string => `${number} november ${year}`;

const FORMS: readonly ((ruling: RulingCitation) => string)[] = [
  (ruling) => `${ecli(ruling)}${at(ruling)}`,
  (ruling) => `${ruling.court} ${day(ruling)}, ${ecli(ruling)}${at(ruling)}`,
  (ruling) => `${ruling.short} ${day(ruling)}, ${ecli(ruling)}${at(ruling)}`,
  (ruling) => `${ruling.short} ${ruling.day}-11-${ruling.year} (${ecli(ruling)})${at(ruling)}`,
  (ruling) => `${ecli(ruling).toLowerCase()}${at(ruling)}`,
  (ruling) => `${ruling.code}:${ruling.year}:${ruling.number}${at(ruling)}`,
  (ruling) => `${ruling.court} ${day(ruling)}${at(ruling)}`,
  (ruling) => `de uitspraak met nummer ${ecli(ruling)}${at(ruling)}`,
];

const FRAMES = ["Ik verwijs naar {}.", "Zie {}.", "Mijn standpunt steunt op {}.", "Vergelijk {}."];

const CHANGES: readonly { readonly why: string; readonly parts: readonly Partial<RulingCitation>[] }[] = [
  {
    why: "the court is another one than the entry's",
    parts: [
      { court: "Rechtbank Gelderland", short: "Rb. Gelderland", code: "RBGEL" },
      { court: "Gerechtshof Den Haag", short: "Hof Den Haag", code: "GHDHA" },
      { court: "Hoge Raad", short: "HR", code: "HR" },
    ],
  },
  { why: "the year is another one than the entry's", parts: [{ year: 2013 }, { year: 2022 }, { year: 2024 }] },
  { why: "the day is another one than the entry's", parts: [{ day: 17 }, { day: 8 }] },
  {
    why: "the number is another one than the entry's",
    parts: [{ number: "99421" }, { number: "9941" }, { number: "99413" }],
  },
  { why: "the ruling has no such consideration", parts: [{ consideration: "6.4" }, { consideration: "4.14" }] },
];

const framed = (written: string, frame: string): string => frame.replace("{}", () => written);

/** Draws, for every part of the ruling's citation, sentences in which that part alone is changed, in every form that shows it. */
export const changedRulings = (seed: number): readonly BadSentence[] => {
  const draw = drawFrom(seed, "rulings");
  const rows = CHANGES.flatMap(({ why, parts }) =>
    FORMS.flatMap((form) => {
      const written = form({ ...TRUE, ...parts[draw(parts.length)]! });
      return written === form(TRUE) ? [] : [{ why, text: framed(written, FRAMES[draw(FRAMES.length)]!) }];
    }),
  );
  return rows.map(({ why, text }, index) => ({
    id: `th-r${seed}-${String(index + 1).padStart(3, "0")}`,
    class: "citation-ruling",
    kind: "LAW",
    entryIds: ["e22"],
    expect: "refused",
    text,
    why,
  }));
};

/** Writes the ruling's citation unchanged in every form; these sentences are honest. */
export const trueRulings = (seed: number): readonly HonestSentence[] => {
  const draw = drawFrom(seed, "rulings");
  return FORMS.map((form, index) => ({
    id: `th-u${seed}-${index + 1}`,
    kind: "LAW",
    claimId: "c3",
    entryIds: ["e22"],
    text: framed(form(TRUE), FRAMES[draw(FRAMES.length)]!),
  }));
};
