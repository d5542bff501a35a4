import { createContext, useContext } from "react";
import { type Speech, speechOf } from "../../messages/speech.ts";
import type { Say } from "./say.ts";
import { useTexts } from "./texts.ts";

/** The page's own messages and the server's, in the language of the run. */
export interface Words {
  readonly speech: Speech;
  readonly say: Say;
}

/** Words in one language. */
export const wordsIn = (locale: string): Words => {
  const speech = speechOf(locale);
  return { speech, say: speech.phrase };
};

/** The words of everything below it. */
export const WordsContext = createContext<Words>(wordsIn("nl"));

/** The words of the page at hand. */
export const useWords = (): Words => {
  useTexts();
  return useContext(WordsContext);
};
