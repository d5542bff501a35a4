import type { ParsedCitation } from "../../../gen/pincite/lawbot/v1/citation_pb.ts";
import { oneLine } from "../text/plain.ts";

/** Words that only join citations. */
const joining = /^(?:en|of|and|or|jo|juncto|alsmede|zie|ook)$/i;

/**
 * What a person should know of how a text was read, a line each: a law that was found under another name than the text
 * writes, and what stood beside the citations that were read. A silent correction is what an opponent attacks, and a misspelt
 * second citation must not vanish behind the first.
 */
export const readingNotes = (text: string, parsed: readonly ParsedCitation[]): string[] => [
  ...parsed.flatMap(readAsLines),
  ...unreadLines(text, parsed),
];

const readAsLines = (citation: ParsedCitation): string[] => {
  const { raw, law, lawReadAs, numbersReadAs, caseReadAs, provisions } = citation;
  const told = (what: string, name: string) => `Read as ${what}: ${oneLine(raw, 90)}; check that this ${name} is meant`;
  const short = law && law !== lawReadAs ? ` (${law})` : "";
  return [
    ...(lawReadAs ? [told(`a citation of ${oneLine(lawReadAs, 90)}${short}`, "law")] : []),
    ...(numbersReadAs ? [told(oneLine(numbersReadAs, 90), "number")] : []),
    ...(caseReadAs ? [told(oneLine(caseReadAs, 90), "ruling")] : []),
    ...(provisions.some(({ andFollowing }) => andFollowing)
      ? [`Goes on with articles that it does not number: ${oneLine(raw, 90)}; name each that is meant`]
      : []),
  ];
};

const unreadLines = (text: string, parsed: readonly ParsedCitation[]): string[] => {
  if (parsed.length === 0) return [];
  const points = [...text];
  for (const { startChar, endChar } of parsed) points.fill(" ", startChar, endChar);
  const words = points.join("").match(/[\p{L}\p{N}][^\s;]*/gu) ?? [];
  const left = words.filter((word) => !joining.test(word.replace(/[.,]+$/, "")));
  return left.length === 0 ? [] : [`Not read as a citation: ${oneLine(left.join(" "), 90)}`];
};
