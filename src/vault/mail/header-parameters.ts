import { decodeText } from "./charset.ts";
import { decodeWords } from "./encoded-words.ts";

/** A header value with parameters, such as that of Content-Type. */
export interface ParameterValue {
  /** What stands before the parameters, in lower case. */
  readonly value: string;
  /** Names in lower case; decoded. The first of a name counts. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Content types and dispositions are short; what is longer is cut. */
const valueCharsMax = 16_384;

/**
 * Reads a value and its parameters (RFC 2045 5.1, RFC 2183, RFC 2231), and what programs write instead: no semicolon before the first
 * parameter, names with blanks and no quotes, quotes within quotes, encoded words.
 */
export const readParameters = (header: string): ParameterValue => {
  const given = withoutComments(header.slice(0, valueCharsMax));
  const [, value = "", rest = ""] = /^\s*([^\s;]*)([\s\S]*)$/.exec(given) ?? [];
  const raw = new Map<string, string>();
  for (let at = 0; at < rest.length; ) {
    const { name, text, next } = parameterAt(rest, at);
    if (name !== "" && !raw.has(name)) raw.set(name, text);
    at = next;
  }
  return { value: value.toLowerCase(), parameters: continued(raw) };
};

/** Comments outside quotes (RFC 822 3.4.3); one that is not closed is no comment. */
const withoutComments = (text: string): string =>
  text.includes("(")
    ? text.replace(/("(?:[^"\\]|\\.){0,2000}")|\([^()]{0,500}\)/g, (_, quoted) => quoted ?? " ")
    : text;

const parameterAt = (text: string, from: number): { name: string; text: string; next: number } => {
  const begin = /[\s;]*/y;
  begin.lastIndex = from;
  begin.exec(text);
  const head = /([^\s=;"]+)\s*=\s*/y;
  head.lastIndex = begin.lastIndex;
  const name = head.exec(text)?.[1]?.toLowerCase();
  if (name === undefined) return { name: "", text: "", next: nextOf(text, begin.lastIndex) };
  return {
    name,
    ...(text[head.lastIndex] === '"' ? quotedAt(text, head.lastIndex + 1) : bareAt(text, head.lastIndex)),
  };
};

const nextOf = (text: string, from: number): number => {
  const end = text.indexOf(";", from + 1);
  return end < 0 ? text.length : end;
};

/** To the quote behind which a parameter may follow: a name with quotes in it is common, and its escapes are often missing. */
const quotedAt = (text: string, from: number): { text: string; next: number } => {
  const closing = /"(?=\s*(?:;|$)|\s+[\w*-]+=)/g;
  for (closing.lastIndex = from; ; ) {
    const found = closing.exec(text);
    const end = found?.index ?? text.length;
    if (found !== null && isEscaped(text, end, from)) continue;
    return { text: text.slice(from, end).replace(/\\(["\\])/g, "$1"), next: Math.min(text.length, end + 1) };
  }
};

const isEscaped = (text: string, at: number, from: number): boolean => {
  let slashes = 0;
  while (at - 1 - slashes >= from && text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
};

/** To the semicolon, blanks included; a further `name=` begins a parameter whose semicolon is missing. */
const bareAt = (text: string, from: number): { text: string; next: number } => {
  const end = nextOf(text, from - 1);
  const bare = text.slice(from, end);
  const next = /\s+[\w*-]{1,40}\s*=/.exec(bare)?.index;
  return { text: (next === undefined ? bare : bare.slice(0, next)).trim(), next: from + (next ?? bare.length) };
};

/** RFC 2231: `name*0`, `name*1*` are pieces of one value; a star at the end says that it is percent-encoded. */
const continued = (raw: ReadonlyMap<string, string>): Record<string, string> => {
  const values: Record<string, string> = {};
  const pieces = new Map<string, { order: number; coded: boolean; text: string }[]>();
  for (const [name, text] of raw) {
    const match = /^([^*]+)(?:\*(\d{1,4}))?(\*)?$/.exec(name);
    if (match?.[1] === undefined || (match[2] ?? match[3]) === undefined) values[name] ??= decodeWords(text);
    else
      pieces.set(match[1], [
        ...(pieces.get(match[1]) ?? []),
        { order: Number(match[2] ?? 0), coded: match[3] !== undefined, text },
      ]);
  }
  // The extended form is the better one where both are there (RFC 5987 4.2).
  for (const [name, list] of pieces) values[name] = joined(list.sort((a, b) => a.order - b.order));
  return values;
};

const joined = (pieces: readonly { coded: boolean; text: string }[]): string => {
  const [, charset, , rest] = /^([^']*)'([^']*)'([\s\S]*)$/.exec(pieces[0]?.coded ? pieces[0].text : "") ?? [];
  const bytes = pieces.map(({ coded, text }, i) => {
    const own = i === 0 && rest !== undefined ? rest : text;
    return coded ? percentDecoded(own) : Buffer.from(own);
  });
  return decodeText(Buffer.concat(bytes), charset ?? "utf-8").text;
};

const percentDecoded = (text: string): Buffer =>
  Buffer.from(
    text.replace(/%([0-9a-f]{2})|[^\x20-\x7e]/gi, (_, hex?: string) =>
      hex === undefined ? "?" : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    "latin1",
  );
