import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import type { SpanSource } from "./source.ts";
import type { CodePointRange } from "./structure.ts";

/** Why a range may not be quoted, as the end of a sentence, and where quoting could begin instead, if that would help. */
export interface QuotingBar {
  readonly why: string;
  readonly quotableStart?: number;
}

const reasons: Readonly<Record<string, string>> = {
  repealed: "is repealed",
  "not-in-force": "is not yet in force",
  editorial: "holds an editor's words, not the source's",
};

/** Undefined where the range may be quoted as the source's own words. */
export const quotingBar = (source: SpanSource, range: CodePointRange): QuotingBar | undefined => {
  const barred = source.structure.unitsTouching(range).find((unit) => !unit.quotable);
  if (barred) return { why: `it stands in ${nameOf(barred)}, which ${reasonOf(barred)}` };
  const segments = source.structure.segmentsTouching(range);
  if (segments.some((segment) => segment.voice === Voice.EDITOR))
    return { why: "it holds an editor's words, not the source's" };
  const first = source.structure.unitAround({ start: range.start, end: range.start + 1 });
  if (!first || range.start >= first.quotableStartChar) return undefined;
  const why = `it begins with the number or heading of ${nameOf(first)}, which is no part of its words`;
  return first.quotableStartChar < range.end ? { why, quotableStart: first.quotableStartChar } : { why };
};

const nameOf = (unit: Unit): string => unit.label || unit.path || "a unit";

const reasonOf = (unit: Unit): string => {
  const flag = unit.flags.find((one) => one in reasons);
  return (flag && reasons[flag]) || "cannot be quoted";
};
