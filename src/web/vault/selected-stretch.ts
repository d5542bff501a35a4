import type { Stretch } from "../quote/source-window.ts";

/**
 * The stretch of the text that is selected in the page, without the white space at its ends; undefined where nothing of it is. Both
 * ends must stand in drawn words of this text: what was scrolled away is not guessed.
 */
export const stretchSelected = (place: HTMLElement | null, text: string): Stretch | undefined => {
  const selection = place?.ownerDocument.getSelection();
  if (!place || !selection || selection.rangeCount === 0 || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const from = offsetOf(place, range.startContainer, range.startOffset);
  const to = offsetOf(place, range.endContainer, range.endOffset);
  if (from === undefined || to === undefined) return undefined;
  const words = text.slice(from, to);
  const [start, end] = [from + words.length - words.trimStart().length, from + words.trimEnd().length];
  return start < end ? { start, end } : undefined;
};

/** Where in the text a point of the page stands: as many characters behind its block's beginning as the page has between them. */
const offsetOf = (place: HTMLElement, node: Node, offset: number): number | undefined => {
  const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : (node as HTMLElement);
  const words = element?.closest<HTMLElement>("[data-start]");
  if (!words || !place.contains(words)) return undefined;
  const before = place.ownerDocument.createRange();
  before.setStart(words, 0);
  before.setEnd(node, offset);
  return Number(words.dataset.start) + before.toString().length;
};
