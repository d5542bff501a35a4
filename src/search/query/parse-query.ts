import { analyse } from "../words/analysis.ts";
import { sequencesIn } from "../words/sequences.ts";
import { isStopWord } from "../words/stop-words.ts";
import { bounded, periodOf } from "./dates.ts";
import type { Clause, Expression, FieldName, Query, Row } from "./expression.ts";
import { type FieldSet, hasField, isForeign, meaningOf } from "./fields.ts";
import { type Piece, piecesOf } from "./lexer.ts";
import { readingOf } from "./reading.ts";

/** Clauses beyond this number are left out; nobody types so many, and each costs a lookup. */
const clausesMax = 64;
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
  const parser = new Parser(asOperators(pieces), fields);
  const expression = parser.whole();
  const notes = [...new Set(parser.notes)];
  const isPlain = pieces.every(({ kind }) => kind === "word" || kind === "phrase");
  return { expression, notes, reading: expression && !isPlain ? readingOf(expression) : "" };
};

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

class Parser {
  readonly notes: string[] = [];
  readonly #pieces: readonly Piece[];
  readonly #fields: FieldSet;
  #at = 0;
  #clauses = 0;
  #depth = 0;

  constructor(pieces: readonly Piece[], fields: FieldSet) {
    this.#pieces = pieces;
    this.#fields = fields;
  }

  whole(): Expression | undefined {
    const parts: Expression[] = [];
    while (this.#at < this.#pieces.length) {
      const before = this.#at;
      const part = this.#some();
      if (part !== undefined) parts.push(part);
      if (this.#take("close")) this.#say('A ")" closes no bracket; it was passed over.');
      // Whatever stands there, reading goes on behind it.
      if (this.#at === before) this.#at++;
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
      else if (operator !== "") this.#say(`${operator} has nothing behind it; it was passed over.`);
    };
    add(this.#negated(), "");
    for (;;) {
      const operator = this.#take("and");
      if (operator === undefined && this.#peek()?.kind !== "not") return together("all", parts);
      if (parts.length === 0 && operator !== undefined)
        this.#say(`${operator.text} has nothing before it; it was passed over.`);
      add(this.#negated(), operator?.text ?? "NOT");
    }
  }

  #negated(): Expression | undefined {
    const not = this.#take("not");
    if (not === undefined) return this.#row();
    const part = this.#negated();
    if (part === undefined && not.text !== "-") this.#say(`${not.text} has nothing behind it; it was passed over.`);
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
      runs.push(...this.#withSequences(run, may));
      run = [];
    };
    for (;;) {
      const piece = this.#peek();
      const sign = piece !== undefined && "sign" in piece ? piece.sign : "";
      const isBare = piece?.kind === "word" && sign === "";
      const part = this.#near();
      if (part === undefined) {
        if (this.#at < this.#pieces.length && this.#isSkipped(piece)) continue;
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
    return this.#peek() !== before;
  }

  /** Two things and the distance between them. "none": a piece was taken that means nothing. */
  #near(): Expression | "none" | undefined {
    let left = this.#unit();
    while (this.#peek()?.kind === "near") {
      const operator = this.#take("near") as Piece & { kind: "near" };
      const right = this.#unit();
      const sides = [sideOf(left), sideOf(right)] as const;
      if (sides[0] === undefined || sides[1] === undefined) {
        this.#say(`${operator.text} needs a word, a "phrase" or a bracket of them on either side; it was passed over.`);
        left = left === undefined || left === "none" ? right : together("some", [left, right].filter(isExpression));
        continue;
      }
      const { within, isOrdered } = operator;
      left = { kind: "near", sides: [sides[0], sides[1]], within, isOrdered };
    }
    return left;
  }

  #unit(): Expression | "none" | undefined {
    const piece = this.#peek();
    switch (piece?.kind) {
      case "word":
        this.#at++;
        return this.#word(piece.text) ?? "none";
      case "phrase":
        this.#at++;
        return this.#clause(piece.text, true, piece.isPrefix) ?? "none";
      case "field":
        this.#at++;
        return this.#field(piece) ?? "none";
      case "open":
        this.#at++;
        return this.#bracket() ?? "none";
      case "nearList":
        this.#at++;
        return this.#nearList() ?? "none";
      default:
        return undefined;
    }
  }

  #bracket(): Expression | undefined {
    if (this.#depth === depthMax) {
      this.#say("Brackets stand too deep in one another; the innermost were passed over.");
      return undefined;
    }
    this.#depth++;
    const inner = this.#some();
    this.#depth--;
    if (!this.#take("close")) this.#say('A "(" is not closed; it was closed at the end.');
    return inner;
  }

  /** `NEAR(a b, 5)`: all of them within so many words, two by two. */
  #nearList(): Expression | undefined {
    const sides: Clause[][] = [];
    let within = 10;
    for (let piece = this.#peek(); piece !== undefined && piece.kind !== "close"; piece = this.#peek()) {
      this.#at++;
      if (piece.kind !== "word" && piece.kind !== "phrase") continue;
      if (/^,?\d{1,3}$/.test(piece.text) && sides.length > 1) within = Number(piece.text.replace(",", ""));
      else {
        const side = sideOf(this.#clause(piece.text.replace(/,$/, ""), piece.kind === "phrase", false));
        if (side !== undefined) sides.push(side);
      }
    }
    this.#take("close");
    const pairs = sides.slice(1).map((side, at): Expression => {
      return { kind: "near", sides: [sides[at] as Clause[], side], within, isOrdered: false };
    });
    return together("all", pairs);
  }

  #field({ name, relation, text }: Piece & { kind: "field" }): Expression | undefined {
    const meaning = meaningOf(name);
    if (meaning !== undefined && hasField(this.#fields, meaning)) {
      if (meaning === "date" || meaning === "before" || meaning === "after")
        return this.#period(meaning, relation, text);
      return this.#fieldOf(meaning, text, name);
    }
    const value = this.#peek();
    const written = value?.kind === "word" || value?.kind === "phrase" ? value.text : "";
    if (meaning !== undefined || isForeign(name)) {
      if (written !== "") this.#at++;
      else if (value?.kind === "open") this.#unit();
      this.#say(`There is no ${name}: to ask by here; ${name}:${written} was left out.`);
      return undefined;
    }
    this.#say(`${name}: is no field here; "${name}" and what follows were searched as words.`);
    return this.#clause(name, false, false);
  }

  #period(meaning: "date" | "before" | "after", relation: string, text: string): Expression | undefined {
    const written = this.#value();
    const sign = relation.replace(":", "");
    const by = meaning === "before" ? "<" : meaning === "after" ? ">=" : sign;
    const period = written === undefined ? undefined : periodOf(by, written);
    if (period === undefined) {
      this.#say(
        `${text}${written ?? ""} is no date that is understood: write 2025, 2025-03, 10-3-2025 or 2025-01-01..2025-06-30. It was left out.`,
      );
      return undefined;
    }
    return meaning !== "date" && period.from !== "" && period.from === period.to
      ? { kind: "period", ...(bounded(by, period.from) ?? period) }
      : { kind: "period", ...period };
  }

  /** The value of a field: the next word or phrase. */
  #value(): string | undefined {
    const piece = this.#peek();
    if (piece?.kind !== "word" && piece?.kind !== "phrase") return undefined;
    this.#at++;
    return "sign" in piece && piece.kind === "word" ? piece.sign + piece.text : piece.text;
  }

  #fieldOf(field: FieldName, text: string, name: string): Expression | undefined {
    const piece = this.#peek();
    if (piece?.kind === "open") {
      this.#at++;
      const inner = this.#bracket();
      const turned = inner && inField(field, inner);
      if (turned === undefined) this.#say(`${text}(…) can hold words and phrases alone; it was left out.`);
      return turned;
    }
    const isPhrase = piece?.kind === "phrase";
    const written = this.#value();
    if (field === "has") return this.#hasOf(name, written ?? "");
    const clause = this.#clause(written ?? "", isPhrase, false);
    if (clause?.kind === "clause") return { kind: "field", name: field, clause: clause.clause };
    this.#say(`${text} has nothing behind it; it was passed over.`);
    return undefined;
  }

  #hasOf(name: string, written: string): Expression | undefined {
    const isBoolean = name.startsWith("hasattachment");
    const isYes = isBoolean
      ? /^(?:yes|true|ja|1)$/i.test(written)
      : /^(?:attachments?|bijlagen?|file|bestand)$/i.test(written);
    const isNo = isBoolean && /^(?:no|false|nee|0)$/i.test(written);
    if (!isYes && !isNo) {
      this.#say(`${name}:${written} is not understood: has:attachment is what can be asked. It was left out.`);
      return undefined;
    }
    const clause = (this.#clause("attachment", false, false) as { clause: Clause }).clause;
    const part: Expression = { kind: "field", name: "has", clause };
    return isYes ? part : { kind: "not", part };
  }

  #word(text: string): Expression | undefined {
    if (/^\/.+\/$/.test(text))
      this.#say(
        `${text} looks like a regular expression, which is not understood; its letters were searched as words.`,
      );
    if (/^(?:w|pre|near)?\/[sp]$/i.test(text)) {
      this.#say(`${text} is not understood: a distance is told in words, as in w/5. It was passed over.`);
      return undefined;
    }
    if (/^[\p{L}\p{M}]+[~%]\d?$/u.test(text))
      this.#say(
        `${text.slice(-1)} for words written alike is not understood; ${text.replace(/[~%]\d?$/, "")} was searched as it stands.`,
      );
    return this.#clause(text, false, false);
  }

  #clause(text: string, isPhrase: boolean, isStarred: boolean): Expression | undefined {
    if (this.#clauses >= clausesMax) {
      this.#say(`Only the first ${clausesMax} words were searched for.`);
      return undefined;
    }
    const wild = isPhrase ? undefined : patternOf(text);
    const isPrefix = isStarred || text.trimEnd().endsWith("*");
    const tokens = analyse(wild === undefined ? text : wild.replaceAll(/[*?]/g, ""), "both");
    const words = tokens.filter((token) => !token.isExtra);
    if (words.length === 0) return undefined;
    this.#clauses++;
    // Who writes a whole address wants that address, not everybody at the same firm.
    const isAddress = words.some(({ raw }) => raw.includes("@"));
    const extras = isAddress ? [] : tokens.filter((token) => token.isExtra);
    if (wild !== undefined)
      return { kind: "clause", clause: { words, extras: [], isPhrase: false, isPrefix: false, pattern: wild } };
    return { kind: "clause", clause: { words, extras, isPhrase, isPrefix } };
  }

  /** Bare words in a row, by their places: a date or account number of several becomes one clause; the words in their order are the run. */
  #withSequences(run: readonly number[], may: Expression[]): string[][] {
    const clauses = run.map((at) => (may[at] as { clause: Clause }).clause);
    const words = clauses.flatMap((clause, own) => clause.words.map((word) => ({ word, own })));
    const raws = words.map(({ word }) => word.raw);
    for (const { at, count, reading } of sequencesIn(raws)) {
      const members = words.slice(at, at + count);
      const owners = [...new Set(members.map(({ own }) => own))];
      // Only whole items: of a compound nobody takes a part away.
      if (owners.reduce((sum, own) => sum + (clauses[own]?.words.length ?? 0), 0) !== count) continue;
      const extra = { raw: reading, stems: [reading], start: 0, end: 0, isExtra: true };
      for (const own of owners) may[run[own] as number] = replaced;
      may[run[owners[0] as number] as number] = {
        kind: "clause",
        clause: { words: members.map(({ word }) => word), extras: [extra], isPhrase: false, isPrefix: false },
      };
    }
    return [raws];
  }

  #joined(operator: "or", kind: "some", next: () => Expression | undefined): Expression | undefined {
    const parts: Expression[] = [];
    const first = next();
    if (first !== undefined) parts.push(first);
    for (let sign = this.#take(operator); sign !== undefined; sign = this.#take(operator)) {
      const part = next();
      if (part === undefined || parts.length === 0)
        this.#say(`${sign.text} has nothing ${part === undefined ? "behind" : "before"} it; it was passed over.`);
      if (part !== undefined) parts.push(part);
    }
    return together(kind, parts);
  }

  #peek(): Piece | undefined {
    return this.#pieces[this.#at];
  }

  #take(kind: Piece["kind"]): Piece | undefined {
    const piece = this.#peek();
    if (piece?.kind !== kind) return undefined;
    this.#at++;
    return piece;
  }

  #say(note: string): void {
    this.notes.push(note);
  }
}

/** Stands where a clause was taken into a sequence. */
const replaced: Expression = { kind: "some", parts: [] };

const isExpression = (part: Expression | "none" | undefined): part is Expression =>
  part !== undefined && part !== "none";

/** Whether a part only narrows: fields and periods, and what is made of them alone. */
const isFilter = (part: Expression): boolean =>
  part.kind === "field" ||
  part.kind === "period" ||
  (part.kind === "not" && isFilter(part.part)) ||
  ((part.kind === "all" || part.kind === "some") && part.parts.length > 0 && part.parts.every(isFilter));

/** Several parts as one; one alone stays itself. */
const together = (kind: "all" | "some", parts: readonly Expression[]): Expression | undefined => {
  const [first] = parts;
  return parts.length < 2 ? first : { kind, parts };
};

/** The pattern of a word with `*` or `?` elsewhere than at its end, folded; undefined for none, and for one without letters. */
const patternOf = (text: string): string | undefined => {
  const bare = text.replaceAll(/[^\p{L}\p{M}\p{N}*?]/gu, "");
  if (!/[*?]/.test(bare.slice(0, -1)) || bare.length !== text.length) return undefined;
  if ((bare.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < 2) return undefined;
  return bare.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
};

/** What one side of a distance looks for: a word or phrase, or any of several in a bracket. */
const sideOf = (part: Expression | "none" | undefined): Clause[] | undefined => {
  if (part === undefined || part === "none") return undefined;
  if (part.kind === "clause") return part.clause.pattern === undefined ? [part.clause] : undefined;
  const parts = part.kind === "some" ? part.parts : part.kind === "row" && isOnlyMay(part) ? part.may : undefined;
  const sides = parts?.map(sideOf);
  return sides?.every((side) => side !== undefined) ? sides.flat() : undefined;
};

const isOnlyMay = ({ must, not, filters }: Row): boolean => must.length + not.length + filters.length === 0;

/** The words of a bracket as those of a field: `from:(vries OR smit)`. */
const inField = (name: FieldName, part: Expression): Expression | undefined => {
  switch (part.kind) {
    case "clause":
      return { kind: "field", name, clause: part.clause };
    case "all":
    case "some": {
      const parts = part.parts.map((one) => inField(name, one));
      return parts.every((one) => one !== undefined) ? { kind: part.kind, parts } : undefined;
    }
    case "not": {
      const inner = inField(name, part.part);
      return inner && { kind: "not", part: inner };
    }
    case "row": {
      const parts = part.may.map((one) => inField(name, one));
      return isOnlyMay(part) && parts.every((one) => one !== undefined) ? together("all", parts) : undefined;
    }
    default:
      return undefined;
  }
};

/** A row of one part is that part, unless it has a run, a sign or a filter. */
const simplified = (row: Row): Expression => {
  const [only] = row.may;
  return row.may.length === 1 && only && isOnlyMay(row) && row.runs.length === 0 ? only : row;
};

const withoutStopWords = (row: Row): Row => {
  const may = row.may.filter((part) => !isCommon(part));
  if (may.length === row.may.length || may.length + row.must.length + row.filters.length === 0) return row;
  const { kind, must, not, filters, runs } = row;
  return { kind, must, not, may, filters, runs };
};

const isCommon = (part: Expression): boolean => {
  if (part.kind !== "clause") return false;
  const { words, isPhrase, isPrefix, pattern } = part.clause;
  return !isPhrase && !isPrefix && pattern === undefined && words.length === 1 && isStopWord(words[0]?.raw ?? "");
};
