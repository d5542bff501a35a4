import { type BodyLine, fixedLines } from "./body-line.ts";
import { decodeText } from "./charset.ts";
import { cleanText } from "./clean-text.ts";
import { flowedLines } from "./flowed.ts";
import { htmlText } from "./html-text.ts";
import type { MimePart } from "./mime-tree.ts";
import { introduces } from "./reply-header.ts";

/** The text of a message, and every part that is not its text. */
export interface MailBody {
  readonly lines: readonly BodyLine[];
  readonly attached: readonly MimePart[];
  readonly notes: readonly string[];
  /** True when the text was made from HTML. */
  readonly fromHtml: boolean;
}

interface Collected {
  readonly lines: BodyLine[];
  readonly attached: MimePart[];
  readonly notes: Set<string>;
  fromHtml: boolean;
}

/** HTML of the same words is rarely more than this many times as long as the plain text beside it. */
const htmlOverhead = 20;

/** Reads the part tree of a message: which parts are its text, in which form, and what is attached. */
export const readBody = (root: MimePart): MailBody => {
  const into: Collected = { lines: [], attached: [], notes: new Set(), fromHtml: false };
  visit(root, into, true);
  return { ...into, lines: trimBlank(into.lines), notes: [...into.notes] };
};

const visit = (part: MimePart, into: Collected, isRoot: boolean): void => {
  if (part.children.length > 0) visitMultipart(part, into);
  else if (!isBodyText(part, isRoot)) into.attached.push(part);
  else appendLines(into, part.mediaType === "text/html" ? htmlPart(part, into) : plainPart(part, into));
};

/** A named part inside a message is an attachment, even when it is shown inline; the message itself may bear any name. */
const isBodyText = (part: MimePart, isRoot: boolean): boolean => {
  // A multipart without parts is a message whose boundary is broken: its bytes are text, as far as anyone can tell.
  const isText = /^(?:text\/(?:plain|html)|multipart\/.*)$/.test(part.mediaType);
  const isRootText = isRoot && /^text\/(?:enriched|richtext)$/.test(part.mediaType);
  return (isText || isRootText) && part.disposition !== "attachment" && (isRoot || part.fileName === "");
};

const visitMultipart = (part: MimePart, into: Collected): void => {
  if (part.mediaType !== "multipart/alternative") {
    for (const child of part.children) visit(child, into, false);
    return;
  }
  const chosen = chooseAlternative(part.children);
  for (const child of part.children) {
    if (child === chosen) visit(child, into, false);
    // The other renderings say the same; what they carry beside text (a calendar, images) is attached.
    else
      for (const leaf of leaves(child))
        if (!/^text\/(?:plain|html|enriched)$/.test(leaf.mediaType)) into.attached.push(leaf);
  }
};

/** text/plain when it says what the HTML says; the HTML when the plain text is only a stub beside it. */
const chooseAlternative = (children: readonly MimePart[]): MimePart | undefined => {
  const plain = children.find((child) => child.mediaType === "text/plain" && child.disposition !== "attachment");
  const html = children.find((child) => leaves(child).some((leaf) => leaf.mediaType === "text/html"));
  if (plain === undefined) return html ?? children.at(-1);
  const htmlLeaf = html && leaves(html).find((leaf) => leaf.mediaType === "text/html");
  return htmlLeaf !== undefined && isStub(plain, htmlLeaf) ? html : plain;
};

const isStub = (plain: MimePart, html: MimePart): boolean => {
  if (plain.bytes.length * htmlOverhead >= html.bytes.length) return false;
  const letters = (text: string): number => text.replace(/[^\p{L}]/gu, "").length;
  const shown = htmlText(decodeText(html.bytes, html.parameters.charset).text)
    .lines.map((line) => line.text)
    .join("\n");
  return letters(decodeText(plain.bytes, plain.parameters.charset).text) * 2 < letters(shown);
};

const leaves = (part: MimePart): MimePart[] => (part.children.length === 0 ? [part] : part.children.flatMap(leaves));

const plainPart = (part: MimePart, into: Collected): BodyLine[] => {
  const text = partText(part, into);
  const flowed = (part.parameters.format ?? "").toLowerCase() === "flowed";
  return flowed
    ? flowedLines(text, (part.parameters.delsp ?? "").toLowerCase() === "yes")
    : fixedLines(text, introduces);
};

const htmlPart = (part: MimePart, into: Collected): BodyLine[] => {
  const { lines, hidden } = htmlText(partText(part, into));
  if (hidden) into.notes.add("Text that the message hides from its reader (display:none and the like) was left out.");
  into.fromHtml = true;
  // Entities can stand for anything, so what the walker gives is cleaned once more.
  return lines.map(({ text, depth }) => ({ depth, text: cleanText(text).replaceAll("\n", " ") }));
};

const partText = (part: MimePart, into: Collected): string => {
  const decoded = decodeText(part.bytes, part.parameters.charset);
  if (decoded.assumed)
    into.notes.add("The message does not say truly how its letters are encoded; windows-1252 was assumed.");
  return cleanText(decoded.text);
};

const appendLines = (into: Collected, lines: readonly BodyLine[]): void => {
  if (into.lines.length > 0 && lines.length > 0) into.lines.push({ text: "", depth: 0 });
  for (const line of lines) into.lines.push(line);
};

const trimBlank = (lines: readonly BodyLine[]): readonly BodyLine[] => {
  let [start, end] = [0, lines.length];
  while (start < end && lines[start]?.text.trim() === "") start++;
  while (end > start && lines[end - 1]?.text.trim() === "") end--;
  return lines.slice(start, end);
};
