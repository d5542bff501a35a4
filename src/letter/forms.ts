import shipped from "./forms.json" with { type: "json" };

/**
 * What a label of a letter's head names. `drawn-up-by` names who drew up a paper that is no letter, and in a letter whoever is to be asked.
 * `other` ones are read so that their values are taken for nothing else.
 */
export type LabelOf =
  | "writer-reference"
  | "reader-reference"
  | "subject"
  | "day"
  | "sent"
  | "writer"
  | "drawn-up-by"
  | "reader"
  | "other";

/** The fixed words of letters, Dutch and English, compiled for reading. The rows and their sources stand in `forms.json`. */
export interface LetterForms {
  /** A known label anywhere in a line, with `label` and what ends it (`mark`: a colon, a bar, a tab, or nothing). */
  readonly label: RegExp;
  readonly labelOf: ReadonlyMap<string, LabelOf>;
  /** In front of the place where something was signed, as the source of a pattern (`getekend te Utrecht op 3 mei 2030`). */
  readonly signing: string;
  /** A line that speaks to somebody. */
  readonly salutation: RegExp;
  /** A line that closes a letter. */
  readonly closing: RegExp;
  /** A courtesy title at the beginning of a name. */
  readonly honorific: RegExp;
  /** The title in a salutation for a courtesy title of an address (`heer` for `dhr.`); empty: it says no one title. */
  readonly titleOf: (honorific: string, locale: "nl" | "en") => string;
  /** The title in a salutation where the address says none; empty: the name stands alone. */
  readonly unknownTitle: (locale: "nl" | "en") => string;
  /** A board at the beginning of a line, which acts as one and is greeted as one (`College van …`). */
  readonly board: RegExp;
  /** How a board is greeted, by the words that `board` finds; empty: it is none. */
  readonly boardGreeting: (board: string, locale: "nl" | "en") => string;
  /** Words in front of the person within an organisation (`t.a.v.`), which belong to the address. */
  readonly attention: RegExp;
  /** Words that only say that the letter goes there (`Aan`). */
  readonly towards: RegExp;
  /** A degree or title in front of or behind a name. */
  readonly title: RegExp;
  /** A legal form, which makes a line the name of an organisation. */
  readonly organisation: RegExp;
  /** A legal form that ends a name, with what stands before it. */
  readonly behind: RegExp;
  /** A small word of a family name, as the source of a pattern. */
  readonly particle: string;
  /** Somebody speaking of himself: a report or a list does not. Case counts. */
  readonly pronoun: RegExp;
  /** A word by which one person speaks of themselves. */
  readonly ownPronoun: RegExp;
  /** Whose a reference is, by the first word of a label that no row has. */
  readonly possessiveOf: ReadonlyMap<string, LabelOf>;
  /** Two are named. */
  readonly conjunction: RegExp;
  /** The header line of a message that says who wrote it. */
  readonly writerHeader: RegExp;
  /** Where a postal box begins within a line. */
  readonly box: RegExp;
  /** A line, or the beginning of one, that says that who is named below signs for who is named above. */
  readonly onBehalf: RegExp;
  /** The beginning of a line that says for which organisation the signer signs. */
  readonly representing: RegExp;
  /** A line of telephone numbers, registers and addresses on the net. */
  readonly contact: RegExp;
  /** What points at the text that follows it (`als volgt`). */
  readonly pointer: RegExp;
  /** A line that ends in what somebody is by their work (`HR Manager`), which many write with capitals, as names are. */
  readonly workTitle: RegExp;
  /** What is done against a decision, as the law says it (`bezwaar maken`). */
  readonly remedyAct: RegExp;
  /** A word for what is done against a decision, for its paper, or for what goes with it. */
  readonly remedy: RegExp;
  /** In front of whom something is sent to or lodged with, within a sentence (`naar het`). */
  readonly sending: RegExp;
  /** The beginning of a sentence that hands something over, or says what the letter comes back to. */
  readonly handing: RegExp;
}

const escaped = (form: string): string => form.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&").replaceAll(/\s+/gu, "\\s+");

/** Longest form first: `ons kenmerk` before `kenmerk`. A full stop within an abbreviation may be left out; `*` is any one word. */
const anyOf = (rows: readonly { readonly form: string }[]): string =>
  rows
    .map(({ form }) => form)
    .toSorted((one, other) => other.length - one.length)
    .map((form) => escaped(form).replaceAll("\\.", "\\.?").replaceAll("\\*", "\\p{L}+"))
    .join("|");

/** No letter in front, and not the digits of a postal code: `1234 BV` is no private company. */
const outsideWord = "(?<![\\p{L}.]|\\d{4}\\s?)";

const withoutDot = (form: string): string => form.trim().toLowerCase().replaceAll(".", "");
const greets: ReadonlyMap<string, { readonly nl: string; readonly en: string }> = new Map(
  shipped.honorifics.flatMap(({ form, greets }) => (greets === undefined ? [] : [[withoutDot(form), greets] as const])),
);

const unknown = shipped.honorifics.find((row) => "isUnknown" in row && row.greets !== undefined);

const boards: ReadonlyMap<string, { readonly nl: string; readonly en: string }> = new Map(
  shipped.boards.map(({ form, greets: said }) => [form, said] as const),
);

const compiled = (): LetterForms => ({
  label: new RegExp(`(?<![\\p{L}\\p{N}.-])(?<label>${anyOf(shipped.labels)})\\.?(?<mark>\\s*[:|\\t]|(?=\\s|$))`, "giu"),
  labelOf: new Map(shipped.labels.map((row) => [row.form, row.of as LabelOf])),
  signing: `(?:${anyOf(shipped.signings)})`,
  salutation: new RegExp(
    `^(?:${anyOf(shipped.salutations)})(?=,|\\s+\\S)(?:[^.:;?!\\d]|(?<=\\b\\p{L}{1,4})\\.){0,80}[,.!:]?$`,
    "iu",
  ),
  closing: new RegExp(`^(?:${anyOf(shipped.closings)})(?:\\s+(?:uit|van|from)\\s[^.]{1,40})?\\s*[,.!]?$`, "iu"),
  honorific: new RegExp(`^(?:${anyOf(shipped.honorifics)})\\s+`, "iu"),
  titleOf: (honorific, locale) => greets.get(withoutDot(honorific))?.[locale] ?? "",
  unknownTitle: (locale) => unknown?.greets?.[locale] ?? "",
  board: new RegExp(`^(?:${anyOf(shipped.boards)})(?![\\p{L}-])`, "iu"),
  boardGreeting: (board, locale) => boards.get(board.toLowerCase().replaceAll(/\s+/gu, " "))?.[locale] ?? "",
  attention: new RegExp(`^(?:${anyOf(shipped.attention)})[:\\s]\\s*`, "iu"),
  towards: new RegExp(`^(?:${anyOf(shipped.towards)})(?:\\s*:\\s*|\\s+)(?=\\S)`, "iu"),
  title: new RegExp(`(?<![\\p{L}.])(?:${anyOf(shipped.titles)})(?![\\p{L}])`, "giu"),
  organisation: new RegExp(`${outsideWord}(?:${anyOf(shipped.legalForms)})(?![\\p{L}])`, "u"),
  behind: new RegExp(
    `${outsideWord}(?:${anyOf(shipped.legalForms.filter(({ where }) => where === "behind"))})(?![\\p{L}])`,
    "u",
  ),
  particle: `(?:${anyOf(shipped.particles)})`,
  pronoun: new RegExp(`(?<!\\p{L})(?:${anyOf(shipped.pronouns)})(?!\\p{L}|\\.)`, "u"),
  ownPronoun: new RegExp(
    `(?<!\\p{L})(?:${anyOf(shipped.pronouns.filter((row) => "isOne" in row))})(?!\\p{L}|\\.)`,
    "u",
  ),
  possessiveOf: new Map(shipped.possessives.map((row) => [row.form, row.of as LabelOf])),
  conjunction: new RegExp(`\\s(?:${anyOf(shipped.conjunctions)})\\s`, "u"),
  writerHeader: new RegExp(`^(?:${anyOf(shipped.labels.filter((row) => row.of === "writer"))})\\s*:\\s*\\S`, "iu"),
  box: new RegExp(`(?<=\\S\\s)(?:${anyOf(shipped.boxes)})\\s+\\d`, "iu"),
  onBehalf: new RegExp(`^(?:${anyOf(shipped.onBehalf)})(?:\\s*[,:]?$|:?\\s+(?=\\p{Lu}))`, "iu"),
  representing: new RegExp(`^(?:${anyOf(shipped.representing)})\\s+(?=\\S)`, "iu"),
  contact: new RegExp(
    `[^\\s@]+@[^\\s@]+\\.[a-z]{2,}|(?:^|[\\s/·|])(?:www\\.|https?://)|(?<!\\p{L})(?:${anyOf(shipped.contacts)})\\b\\.?[:\\s]|^\\W*(?:T|M|F|E|W)[.:\\s]\\s*[+(\\d]|^[+(]?\\d[\\d\\s()–-]{7,}\\d$`,
    "iu",
  ),
  pointer: new RegExp(`(?<!\\p{L})(?:${anyOf(shipped.pointers)})(?!\\p{L})`, "iu"),
  workTitle: new RegExp(`(?<=\\s)(?:${anyOf(shipped.functions)})$`, "iu"),
  remedyAct: new RegExp(`(?<!\\p{L})(?:${anyOf(shipped.remedies.filter(({ isAct }) => isAct))})(?!\\p{L})`, "iu"),
  remedy: new RegExp(`(?<!\\p{L})(?:${anyOf(shipped.remedies)})(?!\\p{L})`, "iu"),
  sending: new RegExp(`(?<!\\p{L})(?:${anyOf(shipped.sendings)})\\s+(?=\\S)`, "giu"),
  handing: new RegExp(`^(?:${anyOf(shipped.handing)})(?!\\p{L})`, "iu"),
});

/** The fixed words that come with the program. */
export const letterForms: LetterForms = compiled();
