import type { Piece } from "./lexer.ts";

/** Goes through the pieces of a query and keeps what is to be said about them. */
export class PieceReader {
  /** Sentences for the person who asked, each about something that was not understood. */
  readonly notes: string[] = [];
  readonly #pieces: readonly Piece[];
  #at = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  /** Place of the next piece, from 0. */
  get at(): number {
    return this.#at;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#pieces.length;
  }

  peek(): Piece | undefined {
    return this.#pieces[this.#at];
  }

  skip(): void {
    this.#at++;
  }

  /** The next piece if it is of this kind, and goes past it. */
  take<Kind extends Piece["kind"]>(kind: Kind): (Piece & { kind: Kind }) | undefined {
    const piece = this.peek();
    if (piece?.kind !== kind) return undefined;
    this.#at++;
    return piece as Piece & { kind: Kind };
  }

  /** Text of the next piece, a word with its sign or a phrase, and goes past it: the value of a field. */
  value(): string | undefined {
    const piece = this.peek();
    if (piece?.kind !== "word" && piece?.kind !== "phrase") return undefined;
    this.#at++;
    return piece.kind === "word" ? piece.sign + piece.text : piece.text;
  }

  say(note: string): void {
    this.notes.push(note);
  }
}
