import { type BodyLine, splitMarks } from "./body-line.ts";

/** The signature separator of RFC 3676 4.3: never flowed, although it ends in a space. */
const signature = "-- ";

/**
 * Lines of a `format=flowed` body as RFC 3676 section 4 reads them: take off the quote marks, then the stuffed space, and
 * join a line that ends in a space with the next one of equal depth. With `delSp` that space goes. Marks count as marks
 * only when they stand at the very start, since the author's own `>` is space-stuffed.
 */
export const flowedLines = (text: string, delSp: boolean): BodyLine[] => {
  const lines: BodyLine[] = [];
  // Parts of the paragraph that is being joined; an array, because growing a string line by line is quadratic.
  let open: { depth: number; parts: string[] } | undefined;
  const close = (): void => {
    if (open) lines.push({ depth: open.depth, text: open.parts.join("") });
    open = undefined;
  };
  for (const raw of text.split("\n")) {
    const { depth, content } = unstuff(raw);
    const isSignature = content === signature;
    if (open && (isSignature || open.depth !== depth)) close();
    const flows = !isSignature && content.endsWith(" ");
    open ??= { depth, parts: [] };
    open.parts.push(flows && delSp ? content.slice(0, -1) : content);
    if (!flows) close();
  }
  close();
  return lines;
};

const unstuff = (raw: string): { depth: number; content: string } => {
  // RFC 3676 counts only unbroken marks; `> >` of other programs is read as two, as their authors meant it.
  const { depth, rest } = raw.startsWith(">") ? splitMarks(raw) : { depth: 0, rest: raw };
  const content = depth === 0 && rest.startsWith(" ") ? rest.slice(1) : rest;
  return { depth, content };
};
