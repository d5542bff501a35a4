import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";

/** Most code points that a span brings along of what stands on either side of it. */
const shownMax = 64;

/** What a span brings along of the words before it. Where that was cut out of more, it begins at a word. */
export const shownBeforeOf = ({ shownBefore, startChar }: Pick<SpanRef, "shownBefore" | "startChar">): string =>
  startChar > [...shownBefore].length ? `…${shownBefore.replace(/^\S*/u, "")}` : shownBefore;

/** What it brings along of the words after it. Where that is as much as a span may bring, it ends at a word. */
export const shownAfterOf = ({ shownAfter }: Pick<SpanRef, "shownAfter">): string =>
  [...shownAfter].length < shownMax ? shownAfter : `${shownAfter.replace(/\S*$/u, "")}…`;
