import { useSay } from "../words/say.ts";
import { useLooking } from "./use-looking.ts";

/** Says that something is being looked up in a source. */
export const Looking = () => {
  const say = useSay();
  useLooking();
  return <p role="status">{say("page-quote.looking-it-up-in-the-source")}</p>;
};
