import { useContext } from "react";
import { wordsOf } from "../../export/words.ts";
import { LocaleContext } from "../words/say.ts";

/** Where words stand in their source, in the reader's language; nothing where the source has no address for them. */
export const QuoteAddress = ({ address }: { readonly address: string }) => {
  const locale = useContext(LocaleContext);
  return address === "" ? null : <p className="quote-address">{wordsOf(locale).place(address)}</p>;
};
