import { type Match, matchesOf } from "./match.ts";
import type { Place } from "./occurrences.ts";
import type { SpanSource } from "./source.ts";

/** What a writer puts where words were left out: `[…]`, `[...]`, or dots standing free. */
const elision = /\s*\[\s*(?:…|\.{3})\s*\]\s*|(?:^|\s+)(?:…|\.{3})(?=\s|$)\s*/u;

/** More ways to put the pieces together than this are not told apart; the count then says "at least". */
const assembliesMax = 1_000;

/** The pieces of a quote with elisions, or undefined where it has none. Marks at its ends leave one piece. */
export const elisionPieces = (quote: string): string[] | undefined => {
  const pieces = quote.split(new RegExp(elision, "gu"));
  if (pieces.length === 1) return undefined;
  const words = pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
  return words.length > 0 ? words : undefined;
};

/**
 * Every way to find the pieces in order, without overlap, inside one article, consideration or chunk: a quote may leave
 * words out, it may not join what two articles say. In order of the pieces' places.
 */
export const stitchedMatches = (source: SpanSource, pieces: readonly string[], within: Place): Match[][] => {
  const [first = [], ...later] = pieces.map((piece) => matchesOf(source, piece, within));
  const assemblies: Match[][] = [];
  for (const match of first) {
    if (assemblies.length >= assembliesMax) break;
    const scope = later.length === 0 ? within : scopeAt(source, match.place, within);
    if (match.place.end <= scope.end) extend([match], later, scope.end, assemblies);
  }
  return assemblies;
};

const extend = (begun: readonly Match[], later: readonly Match[][], end: number, found: Match[][]): void => {
  const [next, ...rest] = later;
  if (!next) found.push([...begun]);
  for (const match of next ?? []) {
    if (found.length >= assembliesMax || match.place.end > end) break;
    if (match.place.start >= (begun.at(-1) as Match).place.end) extend([...begun, match], rest, end, found);
  }
};

const scopeAt = (source: SpanSource, place: Place, within: Place): Place => {
  const scope = source.structure.elisionScope(source.codePoints.toCodePoint(place.start));
  if (!scope) return within;
  const { toUtf16 } = { toUtf16: (cp: number) => source.codePoints.toUtf16(cp) };
  return { start: Math.max(within.start, toUtf16(scope.start)), end: Math.min(within.end, toUtf16(scope.end)) };
};
