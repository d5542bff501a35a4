import type { ToolRequestParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";

/** Longest query that may leave for LawBot, in Unicode code points. Long enough for any question of law, short for a letter. */
export const outgoingCharsMax = 300;

/** So many words in a row are somebody's sentence, not a term of law. Below it, phrases such as "in strijd met de wet" match. */
export const verbatimWordsMax = 8;

/**
 * Control, format, private-use and unassigned characters and lone surrogates: nothing a question of law needs, and all of
 * them able to hide text from the person who looks at the request.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * Whether a text may leave for LawBot, which may be another company's server: undefined, or a sentence that says what to
 * change. Security.md §1: a query a model writes is a channel out of the case.
 */
export const checkOutgoing = (text: string, charsMax: number = outgoingCharsMax): string | undefined => {
  const length = [...text].length;
  if (length > charsMax)
    return `a text for LawBot has at most ${charsMax} characters, and this one has ${length}: ask in fewer words`;
  return hidden.test(text)
    ? "a text for LawBot holds a control or invisible character: write it in plain letters"
    : undefined;
};

/**
 * Every text of a request that would leave for LawBot, in order of the message; empty for tools of the Vault, which do not
 * leave. For whoever holds the evidence to ask `carriesVerbatim` about.
 */
export const outgoingTexts = ({ params }: ToolRequestParams): string[] => {
  switch (params.case) {
    case "lawbotSearch":
    case "lawbotCaseSearch":
      return [params.value.query];
    case "lawbotResolveCitations":
    case "lawbotCaseResolveCitations":
      return [...params.value.citations];
    case "lawbotGetSpans":
    case "lawbotCaseGetSpans":
      return params.value.queries.flatMap(({ locator, query }) => [
        query,
        locator?.exactQuote ?? "",
        locator?.contextBefore ?? "",
        locator?.contextAfter ?? "",
      ]);
    default:
      return [];
  }
};

/**
 * Whether `query` repeats `runLength` or more consecutive words of one of the texts. Letter case, accents, typography,
 * punctuation and white space do not count, so that they cannot be used to slip past. `evidenceTexts` are texts of the
 * Vault: words of a statute are LawBot's own. Linear in the length of the texts.
 *
 * @param runLength words in a row, at least 1; default 8
 */
export const carriesVerbatim = (
  query: string,
  evidenceTexts: readonly string[],
  runLength: number = verbatimWordsMax,
): boolean => {
  const runs = new Set(runsOf(wordsOf(query), runLength));
  return runs.size > 0 && evidenceTexts.some((text) => runsOf(wordsOf(text), runLength).some((run) => runs.has(run)));
};

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const runsOf = (words: readonly string[], length: number): string[] =>
  words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(" "));
