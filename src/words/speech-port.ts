import { type ScreenPhrase, screenInDutch } from "./dutch/screen.ts";
import { type Filling, filled } from "./filled.ts";
import { itemNameInDutch, typedInDutch } from "./item-names.ts";

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

/** Everything in English, which is what phrases and sentences are written in. */
export const english: Speech = {
  locale: "en",
  phrase: (pattern, ...fillings) => filled(pattern, fillings),
  sentence: (text) => text,
  usage: (text) => text,
  itemName: (id) => id,
  itemTyped: (id) => id,
};

/** Everything in Dutch, with what it takes of the sentences of others and of lines of usage. */
export const dutchWith = ({ sentence, usage }: Pick<Speech, "sentence" | "usage">): Speech => ({
  locale: "nl",
  phrase: (pattern, ...fillings) => filled(screenInDutch[pattern], fillings),
  sentence,
  usage,
  itemName: (id) => itemNameInDutch(id) ?? id,
  itemTyped: typedInDutch,
});
