/** One segmenter for all: grapheme clusters do not depend on the language (UAX #29, extended grapheme clusters). */
const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Longest walk back to a certain border; longer clusters than this exist only to do harm. */
const windowMax = 512;

/**
 * Whether two neighbours of this kind always have a border between them: letters, digits and signs that neither extend,
 * join nor pair. Carriage return is left out because CR LF is one cluster.
 */
const isPlain = (unit: number): boolean =>
  (unit < 0x300 && unit !== 0x0d) ||
  (unit >= 0x370 && unit <= 0x482) ||
  (unit >= 0x48a && unit <= 0x52f) ||
  (unit >= 0x2010 && unit <= 0x2027) ||
  (unit >= 0x3041 && unit <= 0x3096) ||
  (unit >= 0x4e00 && unit <= 0x9fff);

const isCertainBorder = (text: string, at: number): boolean =>
  at <= 0 || at >= text.length || (isPlain(text.charCodeAt(at - 1)) && isPlain(text.charCodeAt(at)));

/** Whether the UTF-16 offset lies between two grapheme clusters of the text; both ends of the text do. */
export const isGraphemeBorder = (text: string, at: number): boolean => {
  if (isCertainBorder(text, at)) return true;
  let from = at - 1;
  while (from > 0 && at - from < windowMax && !isCertainBorder(text, from)) from--;
  const cluster = segmenter.segment(text.slice(from, at + windowMax)).containing(at - from);
  return cluster?.index === at - from;
};

/** The first border at or after the UTF-16 offset. */
export const graphemeBorderFrom = (text: string, at: number): number => {
  let border = Math.max(0, at);
  while (border < text.length && !isGraphemeBorder(text, border)) border++;
  return Math.min(border, text.length);
};

/** The last border at or before the UTF-16 offset. */
export const graphemeBorderBefore = (text: string, at: number): number => {
  let border = Math.min(at, text.length);
  while (border > 0 && !isGraphemeBorder(text, border)) border--;
  return Math.max(0, border);
};
