import type { Messages } from "../../messages/format.ts";
import { firstLocale, type Locale, locales } from "../../messages/locale.ts";
import { translated } from "../../messages/translated.ts";
import { english } from "./page-english.ts";
import { textsOf } from "./texts.ts";

// What a page has in the place of messages/catalogues.ts.

/** The messages of each language, empty until its texts are fetched. */
export const catalogues = Object.fromEntries(
  locales.map((locale) => [locale, locale === firstLocale ? english : translated(locale, textsOf(locale))]),
) as Readonly<Record<Locale, Messages>>;
