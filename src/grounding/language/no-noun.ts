import { dutch } from "./dutch.ts";
import { english } from "./english.ts";

/** Whether a folded word is of a closed class or a verb, so that a number in front of it counts nothing by it ("doos 17 ontbrak"). */
export const isNoNoun = (word: string): boolean =>
  [dutch, english].some(
    ({ functionWords, modals, auxiliaries, isPast, saysNow, prepositions }) =>
      [functionWords, modals, auxiliaries, prepositions].some((set) => set.has(word)) || isPast(word) || saysNow(word),
  );
