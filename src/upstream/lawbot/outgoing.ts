import type { SpanQuery } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";

/** Longest query that LawBot is asked, in Unicode code points. Long enough for any question of law, short for a letter. */
const queryCharsMax = 300;

/** The most a locator may hold (span.proto). */
const quoteCharsMax = 8_000;

/**
 * Control, format, private-use and unassigned characters and lone surrogates: nothing a question of law needs, and all of
 * them able to hide text from the person who looks at the request.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Whether LawBot takes a text: undefined, or a sentence that says what to change. */
export const checkForm = (text: string, charsMax: number = queryCharsMax): string | undefined => {
  const length = [...text].length;
  if (length > charsMax)
    return `a text for LawBot has at most ${charsMax} characters, and this one has ${length}: ask in fewer words`;
  return hidden.test(text)
    ? "a text for LawBot holds a control or invisible character: write it in plain letters"
    : undefined;
};

/** Why an id, a quote or a query is not taken. A quote of law may be long and have line breaks; a query may not. */
export const faultOf = ({ locator, query }: SpanQuery): string | undefined => {
  const quoted = [locator?.exactQuote, locator?.contextBefore, locator?.contextAfter].map((text) =>
    checkForm((text ?? "").replaceAll(/[\n\r\t]/g, " "), quoteCharsMax),
  );
  return [checkForm(query), checkForm(locator?.chunkUid ?? ""), ...quoted].find((problem) => problem !== undefined);
};
