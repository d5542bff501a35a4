/** A text in one of its languages. */
interface Localised {
  readonly locale: string;
  readonly text: string;
}

/** What is said in a language; empty where nothing is said in it. */
export const textIn = (texts: readonly Localised[], locale: string): string =>
  texts.find((one) => one.locale === locale)?.text ?? "";
