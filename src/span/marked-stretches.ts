import type { CanonicalText, Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { CodePointRange } from "./structure.ts";

/** How a source shows words that its text has like any others: struck through as withdrawn, or so that no reader sees them. */
export type Shown = "struck" | "unseen";

/** Stretches of a text, or of a range of it, that its source shows so: in code points of the text, in order, those that touch as one. */
export const stretchesShown = (
  { units }: Pick<CanonicalText, "units">,
  shown: Shown,
  range: CodePointRange = { start: 0, end: Number.POSITIVE_INFINITY },
): CodePointRange[] => {
  const stretches: { start: number; end: number }[] = [];
  for (const unit of units.filter(({ flags }) => flags.includes(shown)).toSorted(byStart)) {
    const [start, end] = [Math.max(unit.startChar, range.start), Math.min(unit.endChar, range.end)];
    const last = stretches.at(-1);
    if (start >= end) continue;
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }
  return stretches;
};

const byStart = (one: Unit, other: Unit): number => one.startChar - other.startChar;
