import { createContext, useContext } from "react";
import { type Filling, filled } from "../../words/filled.ts";
import type { PageSpeech } from "../../words/page-speech.ts";
import { pageSpeechOf } from "../../words/page-speech.ts";
import { type RunPhrase, runInDutch } from "./run.ts";

/** The page's own phrases and the server's sentences, in the language of the run. */
export interface Words {
  readonly speech: PageSpeech;
  say(english: RunPhrase, ...fillings: readonly Filling[]): string;
}

/** Words in one language. */
export const wordsIn = (locale: string): Words => {
  const speech = pageSpeechOf(locale);
  const isDutch = speech.locale === "nl";
  return { speech, say: (english, ...fillings) => filled(isDutch ? runInDutch[english] : english, fillings) };
};

/** The words of everything below it. */
export const WordsContext = createContext<Words>(wordsIn("nl"));

/** The words of the page at hand. */
export const useWords = (): Words => useContext(WordsContext);
