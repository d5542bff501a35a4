import dutch from "../../messages/nl.json" with { type: "json" };
import { english } from "./english.ts";
import type { Messages } from "./format.ts";
import type { Locale } from "./locale.ts";
import { translated } from "./translated.ts";

/** The messages of each language. A language without its file, and a file without a message, do not compile. */
export const catalogues: Readonly<Record<Locale, Messages>> = { en: english, nl: translated("nl", dutch) };
