/** A JSON value as read: objects have no prototype, so that a key such as `__proto__` is only a key. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** Why a text is not one JSON value: `trailing` is set where a whole value is followed by something else. */
export interface JsonFailure {
  readonly problem: string;
  readonly trailing?: "value" | "text";
}

/** Either the value or the first thing that is wrong. */
export type JsonReading = { readonly ok: true; readonly value: JsonValue } | ({ readonly ok: false } & JsonFailure);

/** Deeper nesting than any envelope has (a ledger proposal needs 8); bounds the reader's recursion. */
export const jsonDepthMax = 32;

/**
 * Reads exactly one JSON text (RFC 8259) from raw bytes, and nothing that only looks like one. Stricter than
 * `JSON.parse` where two readers could see two things: bytes that are not UTF-8, a byte order mark, a key that stands
 * twice in an object, half a surrogate pair, a number too large for a double and nesting past 32 levels are failures.
 * White space around the value is part of the grammar and allowed.
 */
export const readJson = (raw: Uint8Array): JsonReading => {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return { ok: false, problem: "the bytes are not valid UTF-8" };
  }
  if (text.startsWith("\ufeff")) return { ok: false, problem: "the output begins with a byte order mark" };
  return readText(text);
};

const readText = (text: string): JsonReading => {
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    const rest = reader.rest();
    if (rest === "") return { ok: true, value };
    const trailing = /^[{[]/.test(rest) ? "value" : "text";
    return { ok: false, problem: "something follows the JSON value", trailing };
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, problem: error.message };
    throw error;
  }
};

class Malformed extends Error {}

const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const whiteSpace = /[ \t\n\r]*/y;
/** A string's inside up to the closing quote: no control character, and a backslash only before a known escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 section 7 forbids exactly these inside a string.
const stringPattern = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const literals: readonly [string, JsonValue][] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonValue {
    if (depth >= jsonDepthMax) throw new Malformed(`the value is nested deeper than ${jsonDepthMax} levels`);
    this.#skip();
    const first = this.#text[this.#at];
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#array(depth);
    if (first === '"') return this.#string();
    const literal = this.#literal();
    return literal === undefined ? this.#number() : literal;
  }

  /** What follows, without leading white space. */
  rest(): string {
    this.#skip();
    return this.#text.slice(this.#at);
  }

  #object(depth: number): JsonValue {
    const object: { [key: string]: JsonValue } = Object.create(null);
    this.#at++;
    if (this.#taken("}")) return object;
    do {
      this.#skip();
      const key = this.#string();
      if (key in object) throw new Malformed("an object has the same key twice");
      this.#need(":");
      object[key] = this.value(depth + 1);
    } while (this.#taken(","));
    this.#need("}");
    return object;
  }

  #array(depth: number): JsonValue {
    const array: JsonValue[] = [];
    this.#at++;
    if (this.#taken("]")) return array;
    do array.push(this.value(depth + 1));
    while (this.#taken(","));
    this.#need("]");
    return array;
  }

  #string(): string {
    const token = this.#match(stringPattern);
    if (token === undefined) throw this.#unexpected("a string");
    // The pattern has proved the token to be a JSON string, so the platform's decoder can undo its escapes.
    const value = JSON.parse(token) as string;
    if (!value.isWellFormed()) throw new Malformed("a string holds half a surrogate pair");
    return value;
  }

  #number(): number {
    const token = this.#match(numberPattern);
    if (token === undefined) throw this.#unexpected("a value");
    const value = Number(token);
    if (!Number.isFinite(value)) throw new Malformed("a number is too large");
    return value;
  }

  /** The literal that stands here, which may be null; undefined where there is none. */
  #literal(): JsonValue | undefined {
    const found = literals.find(([word]) => this.#text.startsWith(word, this.#at));
    if (!found) return undefined;
    this.#at += found[0].length;
    return found[1];
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skip(): void {
    this.#match(whiteSpace);
  }

  #taken(mark: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== mark) return false;
    this.#at++;
    return true;
  }

  #need(mark: string): void {
    if (!this.#taken(mark)) throw this.#unexpected(`"${mark}"`);
  }

  #unexpected(wanted: string): Malformed {
    const where = this.#at >= this.#text.length ? "the output ends" : `character ${this.#at} is something else`;
    return new Malformed(`not JSON: ${wanted} was expected and ${where}`);
  }
}
