import type { Speech } from "../messages/speech.ts";
import { dateInWords } from "./days.ts";
import { exhibitTitle } from "./exhibit-names.ts";
import { exhibitDays, peopleOf } from "./exhibits.ts";
import { correctedWords, type Footnote, Footnotes, isMachineRead } from "./footnotes.ts";
import { type Letter, letterOf } from "./letter.ts";
import { type LetterPart, letterOrder } from "./letter-order.ts";
import { framed, type Memo } from "./memo.ts";
import { type Provenance, provenanceOf } from "./provenance.ts";
import { demandWords, sumsIn } from "./sums.ts";
import type { Table } from "./table.ts";
import { memoSpeech } from "./words.ts";

/** What an export shows, part by part in the order it shows them, as plain text that its printer still has to escape. */
export interface Layout {
  /** BCP 47. An export's own words are Dutch where the draft names no language, so that is what it is then. */
  readonly language: string;
  readonly title: string;
  /** The day that the letter bears, ISO 8601; empty: none. */
  readonly day: string;
  /** Says that the memo is not final; undefined: it is. */
  readonly unfinished: string | undefined;
  /** What makes a letter of it; undefined: it is a memo, under its title. */
  readonly letter: Letter | undefined;
  readonly sections: readonly SectionLayout[];
  /** Undefined for a memo that rests on no document. */
  readonly exhibits: (Table & { readonly title: string }) | undefined;
  /** In order, numbered from 1. */
  readonly notes: readonly Footnote[];
  /** A sheet of its own, behind everything else; undefined: it has none. */
  readonly provenance: Provenance | undefined;
}

export interface SectionLayout {
  /** Undefined: it is what a letter says before its first heading, or at its end. */
  readonly title: string | undefined;
  /** What answers one part of the letter is one of its own. */
  readonly paragraphs: readonly (readonly SentenceLayout[])[];
  /** The sums that its sentences ask for, below them; undefined: few enough to be read there. */
  readonly sums: Table | undefined;
}

/** A sentence with its id in the draft and the numbers of the notes behind it. */
export interface SentenceLayout {
  readonly id: string;
  readonly text: string;
  readonly notes: readonly number[];
}

/** A memo laid out for any printer. Errors: DATA_LOSS when the draft cites what its ledger does not have. */
export const layoutOf = (memo: Memo): Layout => {
  const speech = memoSpeech(memo.draft.locale);
  const notes = new Footnotes(memo, speech);
  // Before the rest: sentences hand out the notes that everything else tells of.
  const wanted = (memo.demands ?? []).map(({ text }) => demandWords(text));
  const parts = letterOrder(memo.draft.sections, memo.answers, wanted);
  const all = parts.map((part) => sectionOf(part, notes, memo, speech));
  // A heading above nothing is a question in a draft, and a slip in what was finalised.
  const sections = memo.finalised ? all.filter(({ paragraphs }) => paragraphs.length > 0) : all;
  const provenance = memo.provenance && provenanceOf(memo, notes, speech);
  const language = memo.draft.locale || "nl";
  // A letter is called what it says it is about: the draft's own title is nowhere in it then.
  const title = framed(memo)?.subject || memo.draft.title || speech.phrase("memo.untitled");
  if (memo.provenance === "alone") return { ...sheetAlone, language, title, provenance };
  return {
    language,
    title,
    day: memo.frame?.date ?? "",
    unfinished: memo.finalised ? undefined : speech.phrase("memo.unfinished"),
    letter: letterOf(memo, speech, notes.exhibits.size),
    sections,
    exhibits: exhibitList(notes, speech, framed(memo) !== undefined),
    notes: notes.all,
    provenance,
  };
};

/** A sheet of provenance without the memo that it tells of. */
const sheetAlone = {
  day: "",
  unfinished: undefined,
  letter: undefined,
  sections: [],
  exhibits: undefined,
  notes: [],
} as const;

const sectionOf = (
  { title, paragraphs }: LetterPart,
  notes: Footnotes,
  { demands = [] }: Memo,
  speech: Speech,
): SectionLayout => ({
  title,
  paragraphs: paragraphs.map((sentences) =>
    sentences.map((sentence) => ({
      id: sentence.sentenceId,
      text: sentence.text,
      notes: notes.of(sentence).map(({ number }) => number),
    })),
  ),
  sums: sumsIn(paragraphs.flat(), demands, speech),
});

const exhibitList = ({ exhibits, all }: Footnotes, speech: Speech, isLetter: boolean): Layout["exhibits"] => {
  const { phrase, locale } = speech;
  if (exhibits.size === 0) return undefined;
  const machineRead = new Set(all.filter(({ entry }) => isMachineRead(entry)).map(({ exhibit }) => exhibit));
  const mended = all.filter(({ entry: { span } }) => correctedWords(span).length > 0).map(({ exhibit }) => exhibit);
  const rows = [...exhibits.values()].map((exhibit) => {
    const { number } = exhibit;
    const date = exhibitDays(exhibit, locale) || phrase("memo.undated");
    const how = [
      phrase("memo.machine-read"),
      ...(mended.includes(number) ? [phrase("memo.corrected-partly")] : []),
    ].join(", ");
    const read = machineRead.has(number) && !isLetter ? ` (${how})` : "";
    return [String(number), date, peopleOf(exhibit), exhibitTitle(exhibit, speech) + read];
  });
  return { title: phrase("memo.exhibits"), columns: exhibitColumns(speech), widths: [7, 20, 35, 38], rows };
};

/** Heads of the columns of a list of exhibits. */
export const exhibitColumns = ({ phrase }: Speech): [string, string, string, string] => [
  phrase("memo.number"),
  phrase("memo.date"),
  phrase("memo.from-to"),
  phrase("memo.description"),
];
