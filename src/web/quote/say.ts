import { createContext, useContext, useEffect, useState } from "react";
import { type Filling, filled } from "../../words/filled.ts";

/** The languages in which the page speaks. */
export type Locale = "nl" | "en";

/** The language of everything below it; Dutch where nobody says. */
export const LocaleContext = createContext<Locale>("nl");

/** Says a phrase of a room in the language of the page. The key is the English phrase, with `{1}` where something is filled in. */
export const useSay = <Phrase extends string>(
  dutch: Readonly<Record<Phrase, string>>,
): ((english: Phrase, ...fillings: readonly Filling[]) => string) => {
  const locale = useContext(LocaleContext);
  return (english, ...fillings) => filled(locale === "nl" ? dutch[english] : english, fillings);
};

/** A finished sentence of a server in the language of the page. */
export type Sentence = (english: string) => string;

const asItIs: Sentence = (english) => english;
let inDutch: Sentence | undefined;

/**
 * Says sentences of a server in the language of the page. Their Dutch is fetched when the first one is to be said, since it is as
 * large as the rest of the page; until it is there, and where it has none, a sentence stays English.
 */
export const useSentence = (): Sentence => {
  const locale = useContext(LocaleContext);
  const [known, setKnown] = useState<Sentence | undefined>(() => inDutch);
  useEffect(() => {
    if (locale !== "nl" || known !== undefined) return;
    let isGone = false;
    import("../../words/page-sentences.ts").then(
      ({ pageSentenceInDutch }) => {
        inDutch = pageSentenceInDutch;
        if (!isGone) setKnown(() => inDutch);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [locale, known]);
  return locale === "nl" ? (known ?? asItIs) : asItIs;
};
