import { useContext } from "react";
import { placeIn } from "../../export/place-words.ts";
import { LocaleContext } from "../words/say.ts";

/** Where words stand in their source, in the reader's language; nothing where the source has no address for them. */
export const QuoteAddress = ({ address }: { readonly address: string }) => {
  const locale = useContext(LocaleContext);
  if (address === "") return null;
  return <p className="quote-address">{placeIn(address, locale)}</p>;
};
