import { spelledOut } from "#kit/unseen.ts";

/** Everything that some reader takes for the end of a line (Unicode UAX #14, mandatory breaks). */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

/**
 * Writes out what nobody sees, as memo and screen do, so that no evidence speaks to a model past the person who reads it too; and
 * the marker's words so that no reader takes them for the marker.
 */
const defused = (text: string): string => spelledOut(text).replace(/TOOL_CONTEXT_(START|END)/giu, "TOOL_CONTEXT\\_$1");

/** Content on one line: line breaks become a sign, marker words are written apart. */
export const onOneLine = (text: string): string => defused(text.split(lineBreak).join(" ⏎ "));

/** Content over several lines, each behind a bar, so that no line of it can begin like anything of ours. */
export const behindBars = (text: string): string[] => text.split(lineBreak).map((line) => `  | ${defused(line)}`);

/** Characters of lines as they stand in a prompt: code points, line ends included. */
export const charsOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + [...line].length + 1, 0);
