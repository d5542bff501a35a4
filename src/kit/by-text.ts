import { Recent } from "./recent.ts";

/** A text that was read, and what each reader made of it. */
interface Read {
  readonly text: string;
  readonly made: Map<object, unknown>;
}

/** At most so many characters of texts: those of some hundred memos and what they cite. What is made of them takes about thirty times as many bytes. */
const charactersMax = 1 << 18;
/** A longer text is a paper: it is read once, and would displace all sentences. */
const textMax = 1 << 13;
/** What a text weighs beside its characters. */
const ownWeight = 16;

const read = new Recent<string, Read>(charactersMax, ({ text }) => text.length + ownWeight);

/**
 * Makes a function of a text alone remember what it made of the texts that were read last. A run asks some hundred times for the words
 * of the same few sentences: they are read once, in one memory for all readers. What is made is shared, and nobody changes it.
 */
export const byText = <A>(make: (text: string) => A): ((text: string) => A) => {
  return (text) => {
    if (text.length > textMax) return make(text);
    let known = read.get(text);
    if (known === undefined) {
      known = { text, made: new Map() };
      read.set(text, known);
    }
    if (known.made.has(make)) return known.made.get(make) as A;
    const made = make(text);
    known.made.set(make, made);
    return made;
  };
};

/** Forgets every text: what was erased stays nowhere. */
export const forgetTexts = (): void => read.clear();
