import { type ScreenPhrase, screenInDutch } from "./dutch/screen.ts";
import { usageInDutch } from "./dutch/usage.ts";
import { type Filling, filled } from "./filled.ts";
import { itemNameInDutch, typedInDutch } from "./item-names.ts";
import { sentenceInDutch } from "./sentences.ts";

export type { ScreenPhrase };

/** The languages in which the program speaks to people. */
export type Locale = "nl" | "en";

/** The program's words to a person, in one language. */
export interface Speech {
  readonly locale: Locale;
  /** Says a phrase of the program. A phrase without a Dutch form does not compile. */
  phrase(english: ScreenPhrase, ...fillings: readonly Filling[]): string;
  /** Says a finished English sentence of the program or a server: as it is where no Dutch form of it is known. */
  sentence(english: string): string;
  /** Says a line of usage, with the names of what a command line takes between brackets. */
  usage(english: string): string;
  /** Names an item of a run for a reader: `stelling 3` for `claim:3`. Any other id stays as it is. */
  itemName(id: string): string;
  /** Writes an item's id as a command line takes it: `stelling:3`. */
  itemTyped(id: string): string;
}

const english: Speech = {
  locale: "en",
  phrase: (pattern, ...fillings) => filled(pattern, fillings),
  sentence: (text) => text,
  usage: (text) => text,
  itemName: (id) => id,
  itemTyped: (id) => id,
};

const dutch: Speech = {
  locale: "nl",
  phrase: (pattern, ...fillings) => filled(screenInDutch[pattern], fillings),
  sentence: sentenceInDutch,
  usage: usageInDutch,
  itemName: (id) => itemNameInDutch(id) ?? id,
  itemTyped: typedInDutch,
};

/** The speech of a language tag (BCP 47), such as `nl` or `nl-BE`; English for every other one and for none. */
export const speechOf = (tag: string | undefined): Speech => (/^nl(?![a-z])/iu.test(tag ?? "") ? dutch : english);
