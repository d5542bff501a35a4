import { localeOf } from "../../messages/locale.ts";
import type { Locale } from "./say.ts";

/** What the language of a tag (BCP 47) is called among its speakers, with a capital. */
export const ownName = (tag: string): string => {
  const locale = localeOf(tag);
  const name = languageName(locale, locale);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
};

/** What it is called within a sentence of another language. */
export const languageName = (tag: string, speech: Locale): string =>
  new Intl.DisplayNames([speech], { type: "language" }).of(localeOf(tag)) ?? tag;
