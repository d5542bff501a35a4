/** Words that stand around a letter where nobody said others. */
interface LetterCustom {
  readonly salutation: string;
  readonly closing: string;
}

const dutch: LetterCustom = { salutation: "Geachte heer, mevrouw,", closing: "Hoogachtend," };
const english: LetterCustom = { salutation: "Dear Sir or Madam,", closing: "Yours faithfully," };

/** What is customary in a language; anything but English is Dutch. */
export const letterCustom = (locale: string): LetterCustom => (locale.startsWith("en") ? english : dutch);
