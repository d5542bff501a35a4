import type { Box, PageGlyph } from "./page-glyphs.ts";

/** Letters further apart than so many heights belong to another column. */
const gapMax = 3;

/** Puts signs that follow each other on one line into one box; a new line, or another column, begins another. */
export const lineBoxes = (glyphs: readonly PageGlyph[]): Box[] => {
  const boxes: Box[] = [];
  let last: PageGlyph | undefined;
  for (const glyph of glyphs) {
    const open = boxes.at(-1);
    if (open && last && isSameLine(last, glyph)) boxes[boxes.length - 1] = both(open, glyph.box);
    else boxes.push(glyph.box);
    last = glyph;
  }
  return boxes;
};

const isSameLine = (before: PageGlyph, after: PageGlyph): boolean => {
  if (before.isTurned !== after.isTurned) return false;
  // Along the line, and across it: text that stands upright on its side runs up or down the page.
  const [along, across] = before.isTurned ? [1, 0] : [0, 1];
  const height = Math.min(extent(before.box, across), extent(after.box, across));
  const shared = overlap(before.box, after.box, across);
  return shared >= height / 2 && -overlap(before.box, after.box, along) <= gapMax * height;
};

const extent = (box: Box, axis: 0 | 1 | number): number => (box[axis + 2] ?? 0) - (box[axis] ?? 0);

/** How far two boxes lie over each other in a direction; below nought: how far apart they are. */
const overlap = (one: Box, other: Box, axis: number): number =>
  Math.min(one[axis + 2] ?? 0, other[axis + 2] ?? 0) - Math.max(one[axis] ?? 0, other[axis] ?? 0);

const both = (one: Box, other: Box): Box => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
];
