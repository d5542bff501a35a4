import type { MessageFacts } from "../../../gen/messages/facts.ts";
import type { Locale } from "../../messages/locale.ts";
import { textsOf } from "./texts.ts";

// Texts that a page loads with the room that says them, and not before. In a bundle scripts/bundle/page-messages.ts writes the
// texts in the place of this list; elsewhere they are among the others.

const lateTexts: Readonly<Partial<Record<Locale, Partial<Record<keyof MessageFacts, string>>>>> = {};

/** Puts these texts among those of their languages. */
export const addLateTexts = (): void => {
  for (const locale of Object.keys(lateTexts) as Locale[]) Object.assign(textsOf(locale), lateTexts[locale]);
};
