/** The languages in which the program speaks to people. Each has a file in messages/ and its row in catalogues.ts. */
export const locales = ["en", "nl"] as const;

/** A language in which the program speaks to people. */
export type Locale = (typeof locales)[number];

/** The tag by whose customs days and times are written in a language: `1 December 2026, 20:14` in English, as the program writes it in letters. */
export const customsOf = (locale: Locale): string => customs.find((tag) => tag.startsWith(locale)) ?? locale;
const customs = ["en-GB", "nl-NL"];

/** The language in which messages are written first, and which reads whoever has another one than those above. */
export const firstLocale: Locale = "en";

/** The language of a tag (BCP 47), such as `nl` or `nl-BE`: the first one for every tag of a language that is not spoken, and for none. */
export const localeOf = (tag: string | undefined): Locale => {
  const language = /^[a-z]+/iu.exec(tag ?? "")?.[0].toLowerCase();
  return locales.find((locale) => locale === language) ?? firstLocale;
};

/** What stands for a language among texts of which each language has one. */
export const inLocale = <Text>(texts: Readonly<Record<Locale, Text>>, tag: string | undefined): Text =>
  texts[localeOf(tag)];
