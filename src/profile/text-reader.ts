import { create, type DescField, type DescMessage, type MessageShape, ScalarType } from "@bufbuild/protobuf";
import { type Said, worded } from "../messages/said.ts";
import { TextProblem, type Token, tokensOf } from "./text-tokens.ts";

/** A message read from text, and the line on which each of its fields stands, by path: `claim_kinds[2].slots[0].kind`. */
export interface TextMessage<T> {
  readonly message: T;
  readonly lines: ReadonlyMap<string, number>;
}

/**
 * Reads a message in the protobuf text format. Strict where the format is lenient, so that a slip is told and not taken:
 * enum values by name, `true` and `false`, decimal numbers, no field twice, no extensions. It knows the kinds of fields
 * files of ours have (text, bool, uint32, enums, messages, lists, oneofs); the runtime's own reader names no lines.
 *
 * Errors: TextProblem with the line.
 */
export const readTextFormat = <Desc extends DescMessage>(desc: Desc, text: string): TextMessage<MessageShape<Desc>> => {
  const reader = new Reader(tokensOf(text));
  const init = reader.message(desc, "", "end");
  return { message: create(desc, init as never), lines: reader.lines };
};

type Init = { [field: string]: unknown };

/** Deeper than any message of a profile. */
const depthMax = 16;

class Reader {
  readonly lines = new Map<string, number>();
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  message(desc: DescMessage, path: string, close: "}" | "end"): Init {
    const init: Init = {};
    if (++this.#depth > depthMax) throw this.#problem(worded("profile-problem.too-deep"));
    while (!this.#closes(close)) {
      const name = this.#next();
      const field = desc.fields.find((one) => one.name === name.value);
      if (name.type !== "name")
        throw new TextProblem(name.line, worded("profile-problem.field-name", { given: shown(name) }));
      if (!field)
        throw new TextProblem(name.line, worded("profile-problem.no-field", { message: desc.name, name: name.value }));
      this.#field(field, init, path === "" ? field.name : `${path}.${field.name}`, name.line);
      if (this.#is(",") || this.#is(";")) this.#at++;
    }
    this.#depth--;
    return init;
  }

  #field(field: DescField, init: Init, path: string, line: number): void {
    if (field.fieldKind !== "list") {
      // Of the members of a oneof there may be one.
      const name = field.oneof?.localName ?? field.localName;
      if (Object.hasOwn(init, name)) throw new TextProblem(line, worded("profile-problem.twice", { name: field.name }));
      this.lines.set(path, line);
      const value = this.#value(field, path, true);
      init[name] = field.oneof ? { case: field.localName, value } : value;
      return;
    }
    const list = (init[field.localName] ?? []) as unknown[];
    init[field.localName] = list;
    const add = (colon: boolean) => {
      const at = `${path}[${list.length}]`;
      this.lines.set(at, (this.#tokens[this.#at] as Token).line);
      list.push(this.#value(field, at, colon));
    };
    if (this.#is(":") && this.#is("[", 1)) this.#each(add);
    else add(true);
    if (!this.lines.has(path)) this.lines.set(path, line);
  }

  /** `: [a, b]`, which may be empty. */
  #each(add: (colon: boolean) => void): void {
    this.#at += 2;
    if (this.#taken("]")) return;
    do add(false);
    while (this.#taken(","));
    this.#need("]");
  }

  /** One value; before a message the colon may be left out, inside a list there is none. */
  #value(field: DescField, path: string, colon: boolean): unknown {
    if (field.message) {
      if (colon) this.#taken(":");
      this.#need("{");
      return this.message(field.message, path, "}");
    }
    if (colon) this.#need(":");
    return this.#scalar(field);
  }

  #scalar(field: DescField): unknown {
    const token = this.#next();
    if (field.enum) {
      const value = field.enum.values.find((one) => token.type === "name" && one.name === token.value);
      if (value) return value.number;
      throw new TextProblem(
        token.line,
        worded("profile-problem.enum", {
          name: field.name,
          values: field.enum.values.map((one) => one.name).join(", "),
        }),
      );
    }
    if (field.scalar === ScalarType.STRING) return this.#text(field, token);
    if (field.scalar === ScalarType.BOOL) {
      if (token.type === "name" && /^(?:true|false)$/.test(token.value)) return token.value === "true";
      throw new TextProblem(token.line, worded("profile-problem.true-or-false", { name: field.name }));
    }
    const number = token.type === "number" && /^(?:0|[1-9][0-9]{0,9})$/.test(token.value) ? Number(token.value) : -1;
    if (number >= 0 && number <= 0xffffffff) return number;
    throw new TextProblem(token.line, worded("profile-problem.whole-number", { name: field.name }));
  }

  /** Strings that stand side by side are one, as in the format. */
  #text(field: DescField, first: Token): string {
    if (first.type !== "string")
      throw new TextProblem(first.line, worded("profile-problem.quoted", { name: field.name, given: shown(first) }));
    let text = first.value;
    while (this.#tokens[this.#at]?.type === "string") text += this.#next().value;
    return text;
  }

  #closes(close: "}" | "end"): boolean {
    const token = this.#tokens[this.#at] as Token;
    if (token.type === "end" && close === "end") return true;
    if (token.type === "end") throw this.#problem(worded("profile-problem.unclosed"));
    return close === "}" && this.#taken("}");
  }

  #is(sign: string, offset = 0): boolean {
    const token = this.#tokens[this.#at + offset];
    return token?.type === "sign" && token.value === sign;
  }

  #taken(sign: string): boolean {
    const is = this.#is(sign);
    if (is) this.#at++;
    return is;
  }

  #need(sign: string): void {
    if (!this.#taken(sign))
      throw this.#problem(worded("profile-problem.sign", { sign, given: shown(this.#tokens[this.#at] as Token) }));
  }

  /** The next token; the last one, `end`, is never left. */
  #next(): Token {
    const token = this.#tokens[this.#at] as Token;
    if (token.type !== "end") this.#at++;
    return token;
  }

  #problem(problem: Said): TextProblem {
    return new TextProblem((this.#tokens[this.#at] as Token).line, problem);
  }
}

const shown = (token: Token): Said | string => {
  if (token.type === "end") return worded("profile-problem.end-of-file");
  return token.type === "string" ? worded("profile-problem.a-text") : JSON.stringify(token.value.slice(0, 40));
};
