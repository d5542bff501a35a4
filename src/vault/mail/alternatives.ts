import { ImportRefusal } from "../reader/port.ts";
import type { BodyLine } from "./body-line.ts";
import { decodeText } from "./charset.ts";
import { isUnseen } from "./html-look.ts";
import { htmlText } from "./html-text.ts";
import { hasRunsApart } from "./inline-answers.ts";
import type { MimePart } from "./mime-tree.ts";
import { replySegments } from "./reply-segments.ts";

/** Which rendering of a multipart/alternative is the text, and which others say words that it does not. */
export interface Alternatives {
  readonly chosen: MimePart | undefined;
  /** Parts that are no rendering (a calendar, an image), and renderings with words of their own. */
  readonly beside: readonly MimePart[];
  readonly differs: boolean;
}

/**
 * text/plain when it says what the HTML says; the HTML when the plain text is only a stub beside it, or cannot say what its
 * letters tell by how they look: who typed into a quoted part.
 */
export const readAlternatives = (children: readonly MimePart[]): Alternatives => {
  const plain = children.find((child) => child.mediaType === "text/plain" && child.disposition !== "attachment");
  const html = children.find((child) => leaves(child).some((leaf) => leaf.mediaType === "text/html"));
  const htmlLeaf = html && leaves(html).find((leaf) => leaf.mediaType === "text/html");
  const chosen =
    plain === undefined
      ? (html ?? children.at(-1))
      : htmlLeaf && (isStub(plain, htmlLeaf) || tellsByLook(htmlLeaf))
        ? html
        : plain;
  const shown = chosen === undefined ? "" : leaves(chosen).map(shownBy).join("\n");
  const others = children.filter((child) => child !== chosen).flatMap(leaves);
  const renderings = others.filter(isRendering);
  const differing = renderings.filter((leaf) => saysMore(shownBy(leaf), shown)).map(named);
  return {
    chosen,
    beside: [...others.filter((leaf) => !isRendering(leaf)), ...differing],
    differs: differing.length > 0,
  };
};

export const leaves = (part: MimePart): MimePart[] =>
  part.children.length === 0 ? [part] : part.children.flatMap(leaves);

const isRendering = ({ mediaType }: MimePart): boolean => /^text\/(?:plain|html|enriched|richtext)$/.test(mediaType);

const isStub = (plain: MimePart, html: MimePart): boolean => {
  const letters = (text: string): number => text.replace(/[^\p{L}]/gu, "").length;
  return letters(shownBy(plain)) * 2 < letters(shownBy(html));
};

/** The words of a rendering; none of one that cannot be read, which is refused where it is shown. */
const shownBy = (part: MimePart): string => {
  if (!isRendering(part)) return "";
  if (part.mediaType !== "text/html") return decodeText(part.bytes, part.parameters.charset).text;
  return linesOf(part).map(wordsShown).join("\n");
};

const linesOf = (part: MimePart): readonly BodyLine[] => {
  try {
    return htmlText(decodeText(part.bytes, part.parameters.charset).text).lines;
  } catch (error) {
    if (error instanceof ImportRefusal) return [];
    throw error;
  }
};

/** The words of a line; what stands in place of a picture is in one rendering only, and nothing is lost with it. */
const wordsShown = ({ text, runs }: BodyLine): string =>
  runs?.map(({ start, end, look }) => (look.isAlternative ? "" : text.slice(start, end))).join("") ?? text;

const isMarked = ({ text, runs }: BodyLine): boolean =>
  runs?.some(
    ({ start, end, look }) =>
      (look.struck || isUnseen(look)) && !look.isAlternative && /[\p{L}\p{N}]/u.test(text.slice(start, end)),
  ) === true;

const tellsByLook = (part: MimePart): boolean => {
  const lines = linesOf(part);
  if (lines.every(({ runs }) => runs === undefined)) return false;
  return lines.some(isMarked) || hasRunsApart(lines, replySegments(lines, "", false));
};

/** Addresses of the web stand behind words in HTML and beside them in plain text. */
const address = /(?:https?|ftp|mailto|cid):\S+/gi;
/** So many words are looked for inside others; a text with more is another text. */
const lookedForMax = 200;

/** Whether one text has a word that the other has not, line breaks inside words and addresses of the web aside. */
const saysMore = (other: string, shown: string): boolean => {
  const known = new Set(wordsOf(shown));
  const strange = [...new Set(wordsOf(other))].filter((word) => !known.has(word));
  if (strange.length === 0) return false;
  const run = [...known].length > 0 ? wordsOf(shown).join("") : "";
  return strange.length > lookedForMax || strange.some((word) => !run.includes(word));
};

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(address, " ")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const named = (part: MimePart): MimePart => {
  if (part.fileName !== "") return part;
  return { ...part, fileName: part.mediaType === "text/html" ? "other-rendering.html" : "other-rendering.txt" };
};
