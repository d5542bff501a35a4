import { type ItemPhrase, itemsInDutch } from "./dutch/items.ts";
import { type Filling, filled } from "./filled.ts";
import { itemNameInDutch } from "./item-names.ts";
import { isDutch } from "./language.ts";
import { pageSentenceInDutch } from "./page-sentences.ts";
import type { Speech } from "./speech-port.ts";

export type { ItemPhrase };

/** What a page says with the terminal's words: sentences of a server, and a run's items. Other phrases of the terminal it does not load. */
export interface PageSpeech extends Pick<Speech, "locale" | "sentence" | "itemName"> {
  phrase(english: ItemPhrase, ...fillings: readonly Filling[]): string;
}

const english: PageSpeech = {
  locale: "en",
  phrase: (pattern, ...fillings) => filled(pattern, fillings),
  sentence: (text) => text,
  itemName: (id) => id,
};

const dutch: PageSpeech = {
  locale: "nl",
  phrase: (pattern, ...fillings) => filled(itemsInDutch[pattern], fillings),
  sentence: pageSentenceInDutch,
  itemName: (id) => itemNameInDutch(id) ?? id,
};

/** The speech of a page, by a language tag as `speechOf` has it. */
export const pageSpeechOf = (tag: string | undefined): PageSpeech => (isDutch(tag) ? dutch : english);
