/** Words that stand around a letter where nobody said others. */
interface LetterCustom {
  readonly salutation: string;
  readonly closing: string;
  /** Below a letter that greets one person by name. */
  readonly closingToNamed: string;
  /** Whether the place where it is written stands in front of its day. */
  readonly namesPlace: boolean;
}

const dutch: LetterCustom = {
  salutation: "Geachte heer, mevrouw,",
  closing: "Hoogachtend,",
  closingToNamed: "Hoogachtend,",
  namesPlace: true,
};
const english: LetterCustom = {
  salutation: "Dear Sir or Madam,",
  closing: "Yours faithfully,",
  closingToNamed: "Yours sincerely,",
  namesPlace: false,
};

/** What is customary in a language; anything but English is Dutch. */
export const letterCustom = (locale: string): LetterCustom => (locale.startsWith("en") ? english : dutch);
