/** A string of a PDF, and where it stands with its brackets. */
export interface PdfString {
  readonly string: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** A value in a dictionary, and where it stands, its name before it. */
export interface PdfEntry {
  readonly value: PdfValue;
  readonly nameAt: number;
  readonly start: number;
  readonly end: number;
}

export type PdfDictionary = ReadonlyMap<string, PdfEntry>;

/** A value as ISO 32000-1, 7.3 writes it; `undefined` is null, and what is none of these. */
export type PdfValue =
  | number
  | boolean
  | undefined
  | PdfString
  | { readonly name: string }
  | { readonly ref: string }
  | { readonly items: readonly PdfValue[] }
  | { readonly dictionary: PdfDictionary };

/** Arrays and dictionaries in each other: honest files have a handful. */
const depthMax = 64;

const space = /[\0\t\n\f\r ]*(?:%[^\r\n]*[\0\t\n\f\r ]*)*/y;
const word = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const reference = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;

/** Reads values of a PDF whose bytes are given as Latin-1, and keeps the strings that it met. */
export class PdfReader {
  readonly #text: string;
  at: number;
  readonly strings: PdfString[] = [];

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  #begins(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  skipSpace(): void {
    this.#take(space);
  }

  value(depth = 0): PdfValue {
    this.skipSpace();
    if (depth > depthMax || this.at >= this.#text.length) return undefined;
    if (this.#begins("<<")) return { dictionary: this.#dictionary(depth) };
    if (this.#begins("[")) return { items: this.#items(depth) };
    if (this.#begins("/")) return { name: this.#name() };
    const start = this.at;
    if (this.#begins("(")) return this.#kept(start, this.#literal());
    if (this.#begins("<")) return this.#kept(start, this.#hex());
    const ref = this.#take(reference);
    if (ref !== null) return { ref: `${ref[1]} ${ref[2]}` };
    const [said] = this.#take(word) ?? [];
    if (said === undefined) this.at++;
    return said === "true" || said === "false" ? said === "true" : numberOf(said);
  }

  #kept(start: number, string: Uint8Array): PdfString {
    const found = { string, start, end: this.at };
    this.strings.push(found);
    return found;
  }

  #dictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfEntry>();
    for (;;) {
      this.skipSpace();
      const nameAt = this.at;
      if (this.#begins(">>") || this.at >= this.#text.length) return entries;
      if (!this.#begins("/")) {
        if (this.value(depth + 1) === undefined && this.at === nameAt) return entries;
        continue;
      }
      const name = this.#name();
      this.skipSpace();
      const start = this.at;
      entries.set(name, { value: this.value(depth + 1), nameAt, start, end: this.at });
    }
  }

  #items(depth: number): PdfValue[] {
    const items: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      const before = this.at;
      if (this.#begins("]") || this.at >= this.#text.length) return items;
      items.push(this.value(depth + 1));
      if (this.at === before) return items;
    }
  }

  #name(): string {
    const [said = ""] = this.#take(word) ?? [];
    return said.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }

  #hex(): Uint8Array {
    const end = this.#text.indexOf(">", this.at);
    const digits = this.#text.slice(this.at, end < 0 ? this.at : end).replace(/[^0-9a-f]/gi, "");
    this.at = end < 0 ? this.#text.length : end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
  }

  /** 7.3.4.2: brackets in pairs stand for themselves, a backslash before what does not. */
  #literal(): Uint8Array {
    const out: number[] = [];
    for (let open = 1; this.at < this.#text.length; ) {
      const sign = this.#text.charAt(this.at++);
      if (sign === "\\") {
        out.push(...this.#escaped());
        continue;
      }
      if (sign === "(") open++;
      if (sign === ")" && --open === 0) break;
      if (sign === "\r" && this.#text.charAt(this.at) === "\n") this.at++;
      out.push(sign === "\r" ? 10 : sign.charCodeAt(0));
    }
    return Uint8Array.from(out);
  }

  #escaped(): number[] {
    const [octal] = this.#take(/[0-7]{1,3}/y) ?? [];
    if (octal !== undefined) return [Number.parseInt(octal, 8) & 0xff];
    if (this.#take(/\r\n|\r|\n/y) !== null) return [];
    const sign = this.#text.charAt(this.at++);
    return sign === "" ? [] : [escapes.get(sign) ?? sign.charCodeAt(0)];
  }
}

const escapes: ReadonlyMap<string, number> = new Map([
  ["n", 10],
  ["r", 13],
  ["t", 9],
  ["b", 8],
  ["f", 12],
]);

const numberOf = (said: string | undefined): number | undefined => {
  const number = said === undefined || !/^[+-]?[\d.]+$/.test(said) ? Number.NaN : Number(said);
  return Number.isNaN(number) ? undefined : number;
};
