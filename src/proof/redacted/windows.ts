import type { CitationLedger } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { codePointLength } from "../../span/code-points.ts";
import type { CodePointRange } from "../../span/structure.ts";
import type { CitedText } from "../memo/texts.ts";

/** The quotations that a ledger takes from one text. */
export const spansOf = ({ entries }: CitationLedger, { docUid, sourceDigest }: CitedText): readonly SpanRef[] =>
  entries.flatMap(({ span }) => (span?.docUid === docUid && span.sourceDigest === sourceDigest ? [span] : []));

/** A quotation with the words that were shown around it. */
export const windowOf = ({ startChar, endChar, shownBefore, shownAfter }: SpanRef): CodePointRange => ({
  start: startChar - codePointLength(shownBefore),
  end: endChar + codePointLength(shownAfter),
});

/** All that quotations of one text lay open, in order: windows that touch are one. */
export const windowsOf = (spans: readonly SpanRef[]): readonly CodePointRange[] => {
  const windows: CodePointRange[] = [];
  for (const next of spans.map(windowOf).toSorted((a, b) => a.start - b.start)) {
    const last = windows.at(-1);
    if (last && next.start <= last.end)
      windows[windows.length - 1] = { start: last.start, end: Math.max(last.end, next.end) };
    else windows.push(next);
  }
  return windows;
};
