import { useContext } from "react";
import { dayShown } from "../quote/date-shown.ts";
import { LocaleContext } from "../words/say.ts";

/**
 * The day of a field in words, for the eye: a browser shows its field in its own language and order of numbers, and that may be
 * another than the page's.
 */
export const DayWords = ({ day }: { readonly day: string }) => {
  const locale = useContext(LocaleContext);
  if (day === "") return null;
  return (
    <span className="note" aria-hidden="true">
      {dayShown(day, locale)}
    </span>
  );
};
