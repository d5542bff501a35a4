import type { Clauses } from "./clauses.ts";
import { inField } from "./combine.ts";
import { bounded, periodOf } from "./dates.ts";
import type { Clause, Expression, FieldName } from "./expression.ts";
import { type FieldSet, hasField, isForeign, meaningOf } from "./fields.ts";
import type { Piece } from "./lexer.ts";
import type { PieceReader } from "./piece-reader.ts";

/** Reads fields with their values: `from:vries`, `date:2025-03`, `subject:(loon OR bonus)`. */
export class FieldParser {
  readonly #reader: PieceReader;
  readonly #clauses: Clauses;
  readonly #fields: FieldSet;
  readonly #bracket: () => Expression | undefined;

  /** `bracket` reads what stands behind an opening bracket that was taken, up to its end. */
  constructor(reader: PieceReader, clauses: Clauses, fields: FieldSet, bracket: () => Expression | undefined) {
    this.#reader = reader;
    this.#clauses = clauses;
    this.#fields = fields;
    this.#bracket = bracket;
  }

  /** What a field and its value ask. */
  read({ name, relation, text }: Piece & { kind: "field" }): Expression | undefined {
    const meaning = meaningOf(name);
    if (meaning !== undefined && hasField(this.#fields, meaning)) {
      if (meaning === "date" || meaning === "before" || meaning === "after")
        return this.#period(meaning, relation, text);
      return this.#fieldOf(meaning, text, name);
    }
    const value = this.#reader.peek();
    const written = value?.kind === "word" || value?.kind === "phrase" ? value.text : "";
    if (meaning !== undefined || isForeign(name)) {
      if (written !== "") this.#reader.skip();
      else if (value?.kind === "open") {
        this.#reader.skip();
        this.#bracket();
      }
      this.#reader.say(`There is no ${name}: to ask by here; ${name}:${written} was left out.`);
      return undefined;
    }
    this.#reader.say(`${name}: is no field here; "${name}" and what follows were searched as words.`);
    return this.#clauses.of(name);
  }

  #period(meaning: "date" | "before" | "after", relation: string, text: string): Expression | undefined {
    const written = this.#reader.value();
    const sign = relation.replace(":", "");
    const by = meaning === "before" ? "<" : meaning === "after" ? ">=" : sign;
    const period = written === undefined ? undefined : periodOf(by, written);
    if (period === undefined) {
      this.#reader.say(
        `${text}${written ?? ""} is no date that is understood: write 2025, 2025-03, 10-3-2025 or 2025-01-01..2025-06-30. It was left out.`,
      );
      return undefined;
    }
    return meaning !== "date" && period.from !== "" && period.from === period.to
      ? { kind: "period", ...(bounded(by, period.from) ?? period) }
      : { kind: "period", ...period };
  }

  #fieldOf(field: FieldName, text: string, name: string): Expression | undefined {
    const piece = this.#reader.peek();
    if (piece?.kind === "open") {
      this.#reader.skip();
      const inner = this.#bracket();
      const turned = inner && inField(field, inner);
      if (turned === undefined) this.#reader.say(`${text}(…) can hold words and phrases alone; it was left out.`);
      return turned;
    }
    const isPhrase = piece?.kind === "phrase";
    const written = this.#reader.value();
    if (field === "has") return this.#hasOf(name, written ?? "");
    const clause = this.#clauses.of(written ?? "", isPhrase);
    if (clause?.kind === "clause") return { kind: "field", name: field, clause: clause.clause };
    this.#reader.say(`${text} has nothing behind it; it was passed over.`);
    return undefined;
  }

  #hasOf(name: string, written: string): Expression | undefined {
    const isBoolean = name.startsWith("hasattachment");
    const isYes = isBoolean
      ? /^(?:yes|true|ja|1)$/i.test(written)
      : /^(?:attachments?|bijlagen?|file|bestand)$/i.test(written);
    const isNo = isBoolean && /^(?:no|false|nee|0)$/i.test(written);
    if (!isYes && !isNo) {
      this.#reader.say(`${name}:${written} is not understood: has:attachment is what can be asked. It was left out.`);
      return undefined;
    }
    const clause = (this.#clauses.of("attachment") as { clause: Clause }).clause;
    const part: Expression = { kind: "field", name: "has", clause };
    return isYes ? part : { kind: "not", part };
  }
}
