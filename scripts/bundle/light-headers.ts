/**
 * The `Headers` of the Fetch standard (section 5.1), which the bundle puts in the place of Node's: asking Node for its own
 * loads undici, a whole client for the web that nothing here uses, for as long as a fifth of a command. What a caller can
 * observe is the same, for every list of calls (a test compares them), but for changes made while it is walked through.
 */
export class LightHeaders implements Headers {
  readonly #values = new Map<string, string[]>();

  constructor(init?: HeadersInit) {
    if (init === undefined) return;
    if (typeof init !== "object" || init === null)
      throw new TypeError("headers are made from an object or a list of pairs");
    const pairs = Symbol.iterator in init ? (init as Iterable<readonly string[]>) : Object.entries(init);
    for (const [name, value, ...more] of pairs) {
      if (name === undefined || value === undefined || more.length > 0)
        throw new TypeError("each header is a pair of a name and a value");
      this.append(name, value);
    }
  }

  append(name: string, value: string): void {
    const [key, text] = [nameOf(name), textOf(value)];
    const values = this.#values.get(key);
    if (values) values.push(text);
    else this.#values.set(key, [text]);
  }

  set(name: string, value: string): void {
    this.#values.set(nameOf(name), [textOf(value)]);
  }

  delete(name: string): void {
    this.#values.delete(nameOf(name));
  }

  has(name: string): boolean {
    return this.#values.has(nameOf(name));
  }

  get(name: string): string | null {
    const key = nameOf(name);
    const values = this.#values.get(key);
    return values ? joined(key, values) : null;
  }

  getSetCookie(): string[] {
    return [...(this.#values.get("set-cookie") ?? [])];
  }

  forEach(call: (value: string, key: string, parent: Headers) => void, thisArg?: unknown): void {
    for (const [key, value] of this) call.call(thisArg, value, key, this);
  }

  *entries(): HeadersIterator<[string, string]> {
    const sorted = [...this.#values].toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [key, values] of sorted)
      if (key === "set-cookie") for (const value of values) yield [key, value];
      else yield [key, joined(key, values)];
  }

  *keys(): HeadersIterator<string> {
    for (const [key] of this) yield key;
  }

  *values(): HeadersIterator<string> {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator](): HeadersIterator<[string, string]> {
    return this.entries();
  }

  get [Symbol.toStringTag](): string {
    return "Headers";
  }
}

/** A token of RFC 9110, section 5.6.2; names are told apart without regard to case. */
const nameOf = (name: string): string => {
  const text = `${name}`;
  if (!/^[\w!#$%&'*+\-.^`|~]+$/.test(text)) throw new TypeError(`${text} is no name of a header`);
  return text.toLowerCase();
};

/** Bytes without blanks around them; what would end the header in transit is refused. */
const textOf = (value: string): string => {
  const text = `${value}`.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
  if (/[\0\n\r]|[^\0-\xff]/.test(text))
    throw new TypeError("a value of a header holds a character that no header may hold");
  return text;
};

const joined = (key: string, values: readonly string[]): string => values.join(key === "cookie" ? "; " : ", ");
