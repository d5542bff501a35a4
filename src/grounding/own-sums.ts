import { shareContent } from "./content-words.ts";
import { grammarsFor, readTokens } from "./reading.ts";

/** Whether two texts that speak of the same matter name sums of which none is in both: "ik betaal € 184,56", "verlagen tot € 143,61". */
export const sumsDiffer = (one: string, other: string): boolean => {
  const [left, right] = [sumsIn(one), sumsIn(other)];
  return (
    left.length > 0 && right.length > 0 && !left.some((sum) => right.includes(sum)) && shareContent(one, other) === true
  );
};

/** The sums of a text; one that is counted anew each month is none of them. */
export const sumsIn = (text: string): string[] =>
  readTokens(text, { grammars: grammarsFor(text, ""), known: new Set(), struck: [] }).flatMap((token) =>
    token.kind === "sum" && token.rate === "" ? [`${token.value} ${token.currency}`] : [],
  );
