import { Clauses, replaced, withSequences } from "./clauses.ts";
import { isExpression, isFilter, type Part, sideOf, simplified, together, withoutStopWords } from "./combine.ts";
import type { Clause, Expression, Query } from "./expression.ts";
import { FieldParser } from "./field-parser.ts";
import { type FieldSet, isForeign, meaningOf } from "./fields.ts";
import { type Piece, piecesOf } from "./lexer.ts";
import { PieceReader } from "./piece-reader.ts";

/** Brackets within brackets: more are no question of a person's, and each is a call. */
const depthMax = 16;

/**
 * Reads a query as people write it: words, "phrases", wild*cards, +must, -not, AND OR NOT, brackets, w/5, fields and dates.
 * Total: whatever it does not understand it says in `notes`, with what it did instead. Words too common to search by are
 * dropped where others remain, so that a sentence can be a query.
 *
 * From tight to loose: fields and signs, distances, words side by side, AND and NOT, OR.
 */
export const parseQuery = (text: string, fields: FieldSet = "mail"): Query => {
  const pieces = piecesOf(text, (name) => meaningOf(name) !== undefined || isForeign(name));
  const reader = new PieceReader(asOperators(pieces));
  const expression = new Parser(reader, fields).whole();
  const notes = [...new Set(reader.notes)];
  const isPlain = pieces.every(({ kind }) => kind === "word" || kind === "phrase");
  return { expression, notes, reading: expression && !isPlain ? readingOf(expression) : "" };
};

class Parser {
  readonly #reader: PieceReader;
  readonly #clauses: Clauses;
  readonly #fields: FieldParser;
  #depth = 0;

  constructor(reader: PieceReader, fields: FieldSet) {
    this.#reader = reader;
    this.#clauses = new Clauses(reader);
    this.#fields = new FieldParser(reader, this.#clauses, fields, () => this.#bracket());
  }

  whole(): Expression | undefined {
    const parts: Expression[] = [];
    while (!this.#reader.isAtEnd()) {
      const before = this.#reader.at;
      const part = this.#some();
      if (part !== undefined) parts.push(part);
      if (this.#reader.take("close")) this.#reader.say('A ")" closes no bracket; it was passed over.');
      // Whatever stands there, reading goes on behind it.
      if (this.#reader.at === before) this.#reader.skip();
    }
    return together("some", parts);
  }

  #some(): Expression | undefined {
    return this.#joined("or", "some", () => this.#all());
  }

  #all(): Expression | undefined {
    const parts: Expression[] = [];
    const add = (part: Expression | undefined, operator: string): void => {
      if (part !== undefined) parts.push(part);
      else if (operator !== "") this.#reader.say(`${operator} has nothing behind it; it was passed over.`);
    };
    add(this.#negated(), "");
    for (;;) {
      const operator = this.#reader.take("and");
      if (operator === undefined && this.#reader.peek()?.kind !== "not") return together("all", parts);
      if (parts.length === 0 && operator !== undefined)
        this.#reader.say(`${operator.text} has nothing before it; it was passed over.`);
      add(this.#negated(), operator?.text ?? "NOT");
    }
  }

  #negated(): Expression | undefined {
    const not = this.#reader.take("not");
    if (not === undefined) return this.#row();
    const part = this.#negated();
    if (part === undefined && not.text !== "-")
      this.#reader.say(`${not.text} has nothing behind it; it was passed over.`);
    return part && { kind: "not", part };
  }

  /** What stands side by side. */
  #row(): Expression | undefined {
    const must: Expression[] = [];
    const not: Expression[] = [];
    const may: Expression[] = [];
    const filters: Expression[] = [];
    const runs: string[][] = [];
    let run: number[] = [];
    let count = 0;
    const endRun = (): void => {
      runs.push(...withSequences(run, may));
      run = [];
    };
    for (;;) {
      const piece = this.#reader.peek();
      const sign = piece !== undefined && "sign" in piece ? piece.sign : "";
      const isBare = piece?.kind === "word" && sign === "";
      const part = this.#near();
      if (part === undefined) {
        if (!this.#reader.isAtEnd() && this.#isSkipped(piece)) continue;
        break;
      }
      if (part === "none") continue;
      count++;
      const isWord = isBare && part.kind === "clause" && !part.clause.isPrefix && part.clause.pattern === undefined;
      if (!isWord) endRun();
      if (sign === "+") must.push(part);
      else if (sign === "-") not.push(part);
      else if (isFilter(part)) filters.push(part);
      else {
        if (isWord) run.push(may.length);
        may.push(part);
      }
    }
    endRun();
    if (count === 0) return undefined;
    const row = withoutStopWords({
      kind: "row",
      must,
      not,
      may: may.filter((part) => part !== replaced),
      filters,
      runs: runs.filter(({ length }) => length > 1),
    });
    return simplified(row);
  }

  /** Whether a piece was taken without meaning anything. */
  #isSkipped(before: Piece | undefined): boolean {
    return this.#reader.peek() !== before;
  }

  /** Two things and the distance between them. "none": a piece was taken that means nothing. */
  #near(): Part {
    let left = this.#unit();
    while (this.#reader.peek()?.kind === "near") {
      const operator = this.#reader.take("near") as Piece & { kind: "near" };
      const right = this.#unit();
      const sides = [sideOf(left), sideOf(right)] as const;
      if (sides[0] === undefined || sides[1] === undefined) {
        this.#reader.say(
          `${operator.text} needs a word, a "phrase" or a bracket of them on either side; it was passed over.`,
        );
        left = left === undefined || left === "none" ? right : together("some", [left, right].filter(isExpression));
        continue;
      }
      const { within, isOrdered } = operator;
      left = { kind: "near", sides: [sides[0], sides[1]], within, isOrdered };
    }
    return left;
  }

  #unit(): Part {
    const piece = this.#reader.peek();
    switch (piece?.kind) {
      case "word":
        this.#reader.skip();
        return this.#clauses.word(piece.text) ?? "none";
      case "phrase":
        this.#reader.skip();
        return this.#clauses.of(piece.text, true, piece.isPrefix) ?? "none";
      case "field":
        this.#reader.skip();
        return this.#fields.read(piece) ?? "none";
      case "open":
        this.#reader.skip();
        return this.#bracket() ?? "none";
      case "nearList":
        this.#reader.skip();
        return this.#nearList() ?? "none";
      default:
        return undefined;
    }
  }

  #bracket(): Expression | undefined {
    if (this.#depth === depthMax) {
      this.#reader.say("Brackets stand too deep in one another; the innermost were passed over.");
      return undefined;
    }
    this.#depth++;
    const inner = this.#some();
    this.#depth--;
    if (!this.#reader.take("close")) this.#reader.say('A "(" is not closed; it was closed at the end.');
    return inner;
  }

  /** `NEAR(a b, 5)`: all of them within so many words, two by two. */
  #nearList(): Expression | undefined {
    const sides: Clause[][] = [];
    let within = 10;
    for (let piece = this.#reader.peek(); piece !== undefined && piece.kind !== "close"; piece = this.#reader.peek()) {
      this.#reader.skip();
      if (piece.kind !== "word" && piece.kind !== "phrase") continue;
      if (/^,?\d{1,3}$/.test(piece.text) && sides.length > 1) within = Number(piece.text.replace(",", ""));
      else {
        const side = sideOf(this.#clauses.of(piece.text.replace(/,$/, ""), piece.kind === "phrase", false));
        if (side !== undefined) sides.push(side);
      }
    }
    this.#reader.take("close");
    const pairs = sides.slice(1).map((side, at): Expression => {
      return { kind: "near", sides: [sides[at] as Clause[], side], within, isOrdered: false };
    });
    return together("all", pairs);
  }

  #joined(operator: "or", kind: "some", next: () => Expression | undefined): Expression | undefined {
    const parts: Expression[] = [];
    const first = next();
    if (first !== undefined) parts.push(first);
    for (let sign = this.#reader.take(operator); sign !== undefined; sign = this.#reader.take(operator)) {
      const part = next();
      if (part === undefined || parts.length === 0)
        this.#reader.say(
          part === undefined
            ? `${sign.text} has nothing behind it; it was passed over.`
            : `${sign.text} has nothing before it; it was passed over.`,
        );
      if (part !== undefined) parts.push(part);
    }
    return together(kind, parts);
  }
}

/**
 * Operators of capitals are words where everything is written in capitals and stands as a sentence does; small ones are
 * operators where a bracket or a distance shows that somebody writes a formula.
 */
const asOperators = (pieces: readonly Piece[]): Piece[] => {
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

/** A query in the words of its own language, brackets where they matter: how it was understood. */
const readingOf = (expression: Expression): string => read(expression, false);

const read = (part: Expression, isInner: boolean): string => {
  switch (part.kind) {
    case "clause":
      return clauseText(part.clause);
    case "field":
      return `${part.name}:${clauseText(part.clause)}`;
    case "period":
      return part.from === part.to ? `date:${part.from}` : `date:${part.from}..${part.to}`;
    case "near":
      return part.sides.map(sideText).join(` ${part.isOrdered ? "pre" : "w"}/${part.within} `);
    case "not":
      return `NOT ${read(part.part, true)}`;
    case "all":
    case "some":
      return bracketed(
        part.parts.map((one) => read(one, true)).join(part.kind === "all" ? " AND " : " OR "),
        isInner && part.parts.length > 1,
      );
    case "row": {
      const any = part.may.map((one) => read(one, true)).join(" OR ");
      const needed = [...part.filters, ...part.must].map((one) => read(one, true));
      const may =
        part.must.length > 0 ? "" : bracketed(any, part.may.length > 1 && needed.length + part.not.length > 0);
      const all = [...needed, may, ...part.not.map((one) => `NOT ${read(one, true)}`)].filter(Boolean);
      return bracketed(all.join(" AND "), isInner && (all.length > 1 || part.may.length > 1));
    }
  }
};

const bracketed = (text: string, isNeeded: boolean): string => (isNeeded ? `(${text})` : text);

const sideText = (side: readonly Clause[]): string => bracketed(side.map(clauseText).join(" OR "), side.length > 1);

const clauseText = ({ words, isPhrase, isPrefix, pattern }: Clause): string => {
  if (pattern !== undefined) return pattern;
  const text = words.map(({ raw }) => raw).join(" ");
  return `${isPhrase || words.length > 1 ? `"${text}"` : text}${isPrefix ? "*" : ""}`;
};
