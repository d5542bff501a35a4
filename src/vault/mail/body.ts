import { inEnglish, worded } from "../../messages/said.ts";
import { readAlternatives } from "./alternatives.ts";
import { type BodyLine, fixedLines } from "./body-line.ts";
import { decodeText } from "./charset.ts";
import { cleanText } from "./clean-text.ts";
import { cleanedLine } from "./cleaned-line.ts";
import { flowedLines } from "./flowed.ts";
import { htmlText } from "./html-text.ts";
import type { MimePart } from "./mime-tree.ts";
import { withoutTags } from "./plain-markup.ts";
import { introduces } from "./reply-header.ts";
import { signedContent } from "./signed-content.ts";

/** The text of a message, and every part that is not its text. */
export interface MailBody {
  readonly lines: readonly BodyLine[];
  readonly attached: readonly MimePart[];
  readonly notes: readonly string[];
  /** True when the text was made from HTML. */
  readonly fromHtml: boolean;
  /** The same words by a plainer reading of the same parts. */
  readonly witness: string;
}

interface Collected {
  readonly lines: BodyLine[];
  readonly attached: MimePart[];
  readonly notes: Set<string>;
  fromHtml: boolean;
  readonly read: string[];
}

/** Reads the part tree of a message: which parts are its text, in which form, and what is attached. */
export const readBody = (root: MimePart): MailBody => {
  const into: Collected = { lines: [], attached: [], notes: new Set(), fromHtml: false, read: [] };
  visit(root, into, true);
  for (const note of notesOf(root)) into.notes.add(note);
  if (isEncrypted(root) || into.lines.some(({ text }) => text === armour))
    into.notes.add(inEnglish(worded("import.this-message-is-encrypted")));
  const { attached, fromHtml, read } = into;
  return { attached, fromHtml, lines: trimBlank(into.lines), notes: [...into.notes], witness: read.join("\n") };
};

/** RFC 9580, 6.2.1: the line above what is encrypted inside a text. */
const armour = "-----BEGIN PGP MESSAGE-----";

/** RFC 1847 and RFC 8551; of an S/MIME part that is only signed the content has taken its place, or is a file of its own. */
const isEncrypted = ({ mediaType, bytes, children }: MimePart): boolean =>
  mediaType === "multipart/encrypted" ||
  (/^application\/(?:x-)?pkcs7-mime$/.test(mediaType) && signedContent(bytes) === undefined && children.length === 0) ||
  children.some(isEncrypted);

const visit = (part: MimePart, into: Collected, isRoot: boolean): void => {
  if (part.children.length > 0) visitMultipart(part, into);
  else if (!isBodyText(part, isRoot)) into.attached.push(part);
  else appendLines(into, part.mediaType === "text/html" ? htmlPart(part, into) : plainPart(part, into));
};

/** What everybody takes for a file of its own, even where a message is nothing else. */
const ownFile = /^text\/(?:calendar|(?:x-)?vcard|directory|rtf)$/;

/**
 * A named part inside a message is an attachment, even when it is shown inline. The message itself may bear any name, and is
 * text unless it surely is something else.
 */
const isBodyText = ({ mediaType, disposition, fileName }: MimePart, isRoot: boolean): boolean => {
  if (isRoot && disposition !== "attachment" && /^text\//.test(mediaType)) return !ownFile.test(mediaType);
  // A multipart without parts is a message whose boundary is broken: its bytes are text, as far as anyone can tell.
  const isText = /^(?:text\/(?:plain|html)|multipart\/.*)$/.test(mediaType);
  return isText && disposition !== "attachment" && (isRoot || fileName === "");
};

const visitMultipart = (part: MimePart, into: Collected): void => {
  if (part.mediaType !== "multipart/alternative") {
    for (const child of part.children) visit(child, into, false);
    return;
  }
  const { chosen, beside, differs } = readAlternatives(part.children);
  if (chosen !== undefined) visit(chosen, into, false);
  for (const other of beside) into.attached.push(other);
  if (differs) into.notes.add(otherWords);
};

const otherWords =
  "It was sent in two renderings that do not say the same words: one is its text, the other is kept as a document beside it.";

const notesOf = ({ notes, children }: MimePart): string[] => [...notes, ...children.flatMap(notesOf)];

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
  return lines.map(cleanedLine);
};

const partText = (part: MimePart, into: Collected): string => {
  const decoded = decodeText(part.bytes, part.parameters.charset);
  if (decoded.assumed)
    into.notes.add("The message does not say truly how its letters are encoded; windows-1252 was assumed.");
  if (decoded.replaced > 0) into.notes.add(damagedLetters(decoded.replaced, decoded.charset));
  into.read.push(part.mediaType === "text/html" ? withoutTags(decoded.text) : decoded.text);
  return cleanText(decoded.text);
};

/** A sentence on bytes that mean nothing. */
export const damagedLetters = (count: number, charset: string): string =>
  `${count} ${count === 1 ? "place" : "places"} in it cannot be read as ${charset}, and ${count === 1 ? "is" : "are"} shown as the sign U+FFFD.`;

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
