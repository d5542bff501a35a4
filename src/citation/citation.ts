/** The relation of a part to the part before it: listed beside it, or read together with it ("jo."). */
export type Relation = "and" | "jo";

/** A number, or a range of numbers when `through` is not "". */
export interface NumberRange {
  readonly number: string;
  readonly through: string;
}

/** An item of a list, outermost mark first (`["a", "2°"]`); `through` ends a range on the innermost level, or is "". */
export interface ItemPath {
  readonly marks: readonly string[];
  readonly through: string;
}

/** Parts of one provision. */
export interface Pinpoint {
  readonly relation: Relation;
  /** Leden. */
  readonly paragraphs: readonly NumberRange[];
  /** The words before the list ("aanhef"). */
  readonly introductory: boolean;
  /** Onderdelen. */
  readonly items: readonly ItemPath[];
  /** Volzinnen, from 1; −1 is the last. */
  readonly sentences: readonly number[];
}

/** One cited provision or range of provisions. `number` is as lawyers write it: `7:611`, `8:29`, `9.14`; "" for a mere "eerste lid". */
export interface Provision {
  readonly relation: Relation;
  readonly number: string;
  readonly through: string;
  readonly andFollowing: boolean;
  readonly former: boolean;
  readonly pinpoints: readonly Pinpoint[];
}

/** A provision with nothing but its number and its parts; "" is the number of a mere "eerste lid". */
export const provisionOf = (number: string, pinpoints: readonly Pinpoint[]): Provision => ({
  relation: "and",
  number,
  through: "",
  andFollowing: false,
  former: false,
  pinpoints,
});

/** The content of a citation, without its place in a text. An unknown law leaves `law` empty and its words in `lawRaw`. */
export interface Citation {
  readonly kind: "statute" | "case" | "anaphora";
  /** Short name of a known law, such as `BW`; "" otherwise. */
  readonly law: string;
  readonly lawRaw: string;
  /**
   * The registered name under which the law was found, where the text writes it otherwise: misspelt, by its date, by a short
   * name of the document's own, or by a name that belongs to one law only on the day asked for. Absent when the text writes
   * the registered name itself.
   */
  readonly lawReadAs?: string;
  /**
   * The numbers as they were read, where the text writes them otherwise: a book carried on from the number before (`7:611 en
   * 699 BW`), a law that stands behind another "artikel", a number in two pieces. Absent when the text writes the same numbers.
   */
  readonly numbersReadAs?: string;
  /** The ECLI as it was read, where the text writes it otherwise: without its beginning, or with other punctuation. */
  readonly caseReadAs?: string;
  readonly provisions: readonly Provision[];
  /** ECLI, LJN or neutral citation of a ruling; "" for statutes. */
  readonly caseNumber: string;
  /** True where it is cited by the customs of common law: sections with their parts in brackets, neutral citations. */
  readonly isEnglish?: true;
}

/** A citation found in a text. Offsets are UTF-16 code units of it, half-open; `spots` has the offsets of each provision. */
export interface FoundCitation {
  readonly citation: Citation;
  readonly start: number;
  readonly end: number;
  readonly spots: readonly { readonly start: number; readonly end: number }[];
  /**
   * Ranks of provisions whose law stands behind a further "artikel" only ("artikel 5 of artikel 31 van de Awb"): a reading,
   * which whoever has the law at hand can try. Absent: none.
   */
  readonly carried?: readonly number[];
}
