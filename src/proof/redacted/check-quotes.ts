import type { Sha256 } from "#kit/digest.ts";
import type { CitationLedger } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { Place, SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { type SpanSource, textDigest } from "../../span/source.ts";
import { matchFault, standingFault } from "../../span/verify.ts";
import { must } from "../memo/broken.ts";
import { mentionsOf, nameOf } from "../memo/texts.ts";
import { windowOf } from "./windows.ts";

/** Cuts every quotation again from what is laid open of its text. `told`: places that only the kept-back words could show. */
export const checkShownQuotes = (
  texts: ReadonlyMap<string, SpanSource>,
  ledger: CitationLedger,
  sha256: Sha256,
): { readonly quotes: number; readonly places: number; readonly told: number } => {
  let [quotes, places, told] = [0, 0, 0];
  for (const { entryId, span, place, ...cited } of mentionsOf(ledger)) {
    const source = texts.get(nameOf(cited));
    must(source, `the text of ${entryId} is not there`);
    if (span) {
      const problem = shownFault(source, span, sha256) ?? matchFault(span) ?? standingFault(source, span);
      must(problem === undefined, `${entryId}: ${problem?.replace(/\.$/, "")}`);
      quotes += 1;
    }
    if (place) {
      const there = placeThere(source, place);
      must(there !== false, `${entryId}: its text has no ${place.label} where it is said to be`);
      if (there === undefined) told += 1;
      else places += 1;
    }
  }
  return { quotes, places, told };
};

/** Whether excerpt and surroundings are what is laid open at their place. */
const shownFault = (source: SpanSource, span: SpanRef, sha256: Sha256): string | undefined => {
  const { start, end } = windowOf(span);
  if (start < 0 || span.startChar >= span.endChar || end > source.codePoints.length)
    return "The span's offsets are not in the text.";
  const cut = (from: number, to: number): string => source.codePoints.slice(from, to);
  if (cut(span.startChar, span.endChar) !== span.excerpt)
    return "The excerpt is not what the text has at these offsets.";
  if (textDigest(span.excerpt, sha256) !== span.excerptSha256)
    return "The excerpt's hash is not the hash of the excerpt.";
  const isShown = cut(start, span.startChar) === span.shownBefore && cut(span.endChar, end) === span.shownAfter;
  return isShown ? undefined : "The span shows other words around it than the text has.";
};

/** Undefined for a heading or numbered paragraph: where those begin and end only the words themselves can say. */
const placeThere = (
  { canonical, codePoints }: SpanSource,
  { named, startChar, endChar }: Place,
): boolean | undefined => {
  const { chunks, pages, units } = canonical;
  const holds = (one: { readonly startChar: number; readonly endChar: number } | undefined): boolean =>
    one !== undefined && one.startChar <= startChar && startChar < endChar && endChar <= one.endChar;
  if (startChar >= endChar || endChar > codePoints.length) return false;
  if (named.case === "page") return holds(pages.find(({ number }) => number === named.value));
  if (named.case === "passage") return holds(chunks.find(({ chunkUid }) => chunkUid === named.value));
  if (named.case === "unit") return holds(units.find(({ path }) => path === named.value));
  return named.case === undefined ? false : undefined;
};
