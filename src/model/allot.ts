/** One thing that may be shown: what it takes whole, the least that makes sense of it, and how to put it in place. */
export interface Piece {
  /** Order of importance, smallest first; equal ranks keep their order. */
  readonly rank: number;
  /** Characters it takes when shown whole. */
  readonly wanted: number;
  /** Below this it is left out. */
  readonly least: number;
  /** Shows it in at most so many characters and answers how many it took. */
  place(chars: number): number;
}

/** Below this a text says too little: with less to share, fewer pieces are shown rather than smaller ones. */
const usefulChars = 300;

/**
 * Shares characters out among pieces, in order of rank: each gets an equal part of what is left, what one does not need
 * goes to the next, and what does not fit is left out. Answers the characters used and whether everything was shown whole.
 */
export const allot = (pieces: readonly Piece[], chars: number): { used: number; whole: boolean } => {
  const ordered = pieces.toSorted((one, other) => one.rank - other.rank);
  let left = chars;
  let whole = true;
  for (const [index, piece] of ordered.entries()) {
    const waiting = Math.min(ordered.length - index, Math.max(1, Math.floor(left / usefulChars)));
    const given = Math.min(piece.wanted, left, Math.max(piece.least, Math.floor(left / waiting)));
    if (given < piece.least) {
      whole = false;
      continue;
    }
    left -= piece.place(given);
    whole &&= given === piece.wanted;
  }
  return { used: chars - left, whole };
};
