import type { Messages } from "../../messages/format.ts";
import type { Locale } from "../../messages/locale.ts";
import { translated } from "../../messages/translated.ts";
import { english } from "./page-english.ts";
import { textsOf } from "./texts.ts";

// What a page has in the place of messages/catalogues.ts.

/** The messages of each language, empty until its texts are fetched. */
export const catalogues: Readonly<Record<Locale, Messages>> = { en: english, nl: translated("nl", textsOf("nl")) };
