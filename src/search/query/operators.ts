import type { Piece } from "./lexer.ts";

/**
 * Operators of capitals are words where everything is written in capitals and stands as a sentence does; small ones are
 * operators where a bracket or a distance shows that somebody writes a formula.
 */
export const asOperators = (pieces: readonly Piece[]): Piece[] => {
  const words = pieces.filter(({ kind }) => kind === "word");
  const isShouted = words.length > 0 && words.every(({ text }) => !/\p{Ll}/u.test(text));
  const hasRow = pieces.some(({ kind }, at) => kind === "word" && pieces[at + 1]?.kind === "word");
  const isFormula = pieces.some(({ kind }) => kind === "open" || kind === "near");
  return pieces.map((piece): Piece => {
    const { kind, text } = piece;
    if (isShouted && hasRow && /^\p{Lu}+$/u.test(text) && (kind === "and" || kind === "or" || kind === "not"))
      return { kind: "word", text, sign: "" };
    if (isFormula && kind === "word" && piece.sign === "" && (text === "and" || text === "or" || text === "not"))
      return { kind: text, text };
    return piece;
  });
};
