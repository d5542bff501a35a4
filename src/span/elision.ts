import { clauseAround } from "./clause.ts";
import { type Match, matchesOf } from "./match.ts";
import type { Place } from "./occurrences.ts";
import type { SpanSource } from "./source.ts";

/** The sign that a writer puts where words were left out: `[…]`, `[...]`, or dots standing free. */
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

/** About a page: what stands farther apart is no one passage, however long the clause. UTF-16 units, first to last. */
const reachMax = 3_000;

/**
 * Every way to find the pieces in order, without overlap, inside one article, consideration or clause: a quote may leave
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

/**
 * Where the pieces stand in order, however far apart; the place of one that stands only before another is undefined, as is that
 * of one that stands nowhere. For telling why they are no quote.
 */
export const piecesApart = (source: SpanSource, pieces: readonly string[], within: Place): (Match | undefined)[] => {
  let from = within.start;
  return pieces.map((piece) => {
    const match = matchesOf(source, piece, { start: from, end: within.end })[0];
    from = match?.place.end ?? from;
    return match;
  });
};

const extend = (begun: readonly Match[], later: readonly Match[][], end: number, found: Match[][]): void => {
  const [next, ...rest] = later;
  if (!next) found.push([...begun]);
  for (const match of next ?? []) {
    if (found.length >= assembliesMax || match.place.end > end) break;
    if (match.place.start >= (begun.at(-1) as Match).place.end) extend([...begun, match], rest, end, found);
  }
};

/**
 * The article or consideration around the place, else the clause, at most a page of it; and never less than the passage that was
 * shown to whoever quotes.
 */
const scopeAt = (source: SpanSource, place: Place, within: Place): Place => {
  const { codePoints, structure } = source;
  const at = codePoints.toCodePoint(place.start);
  const cited = structure.citedAround(at);
  if (cited) return clipped({ start: codePoints.toUtf16(cited.start), end: codePoints.toUtf16(cited.end) }, within);
  const clause = clauseAround(source, place.start);
  const chunk = structure.chunkAt(at);
  const chunkEnd = chunk === undefined ? 0 : codePoints.toUtf16(chunk.endChar);
  const end = Math.max(chunkEnd, Math.min(clause.end, place.start + reachMax));
  return clipped({ start: clause.start, end }, within);
};

const clipped = ({ start, end }: Place, within: Place): Place => ({
  start: Math.max(within.start, start),
  end: Math.min(within.end, end),
});
