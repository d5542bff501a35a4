import { createContext, useContext } from "react";
import type { FactsOf } from "../../messages/said.ts";
import { type Locale, type MessageId, type Said, speechOf } from "../../messages/speech.ts";
import { useTexts } from "./texts.ts";

export type { Locale };

/** The language of everything below it; Dutch where nobody says. */
export const LocaleContext = createContext<Locale>("nl");

/** Says a message of the page by its id. */
export type Say = <Id extends MessageId>(id: Id, ...facts: FactsOf<Id>) => string;

/** Says messages in the language of the page. */
export const useSay = (): Say => speechOf(useContext(LocaleContext)).phrase;

/** A message, or a finished sentence that was recorded, in the language of the page. */
export type Sentence = (message: Said | string) => string;

/** Says what a server said, in the language of the page. */
export const useSentence = (): Sentence => {
  useTexts();
  return speechOf(useContext(LocaleContext)).sentence;
};
