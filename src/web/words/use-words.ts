import { useContext, useMemo } from "react";
import { type Speech, speechOf } from "../../messages/speech.ts";
import { LocaleContext, type Say } from "./say.ts";
import { useTexts } from "./texts.ts";

/** The page's own messages and the server's, in one language. */
export interface Words {
  readonly speech: Speech;
  readonly say: Say;
}

/** Words in one language. */
export const wordsIn = (locale: string): Words => {
  const speech = speechOf(locale);
  return { speech, say: speech.phrase };
};

/** The words of the page at hand. */
export const useWords = (): Words => {
  useTexts();
  const locale = useContext(LocaleContext);
  return useMemo(() => wordsIn(locale), [locale]);
};
