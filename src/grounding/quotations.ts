import { plainSigns } from "#kit/plain-signs.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";

const closers: Readonly<Record<string, string>> = { "“": "”", "„": "”“", "«": "»", '"': '"' };
const loneMarks = /[”»‟〝〞❝❞＂]/u;
/** Three or more words between single marks are a quotation too; fewer are an apostrophe or a term. */
const singleQuoted = /(?<![\p{L}\p{N}])['‘](\S+(?:\s+(?!['‘])\S+)+?\s+(?!['‘])\S*[^\s'‘’])['’](?![\p{L}\p{N}])/gu;

/** Words between quotation marks: the text between them, and where both marks stand, UTF-16 units, half-open. */
export interface Quotation {
  readonly words: string;
  readonly start: number;
  readonly end: number;
}

/** A sentence with its quotations set apart. */
export interface Scanned {
  readonly quotations: readonly Quotation[];
  /**
   * The text outside them in plain signs, every character at its place: a quotation is an object sign (U+FFFC) and blanks, with the full
   * stop it ends on, so that what follows is seen to begin a sentence.
   */
  readonly rest: string;
  /** Where a mark without a partner stands; undefined: there is none. */
  readonly stray: number | undefined;
}

/**
 * What stands between quotation marks, and the text without it. “ and ” nest; straight, low and angled marks count as
 * well, since words that look quoted to a reader must be checked whatever the marks. Excerpts end where sentences do, and
 * may hold half a pair of marks; quoted whole they are known as they stand.
 */
export const scan = (text: string, cited: readonly Pick<LedgerEntry, "span">[]): Scanned => {
  const excerpts = cited.flatMap(({ span }) => (span?.excerpt ? [span.excerpt, onOneLine(span.excerpt)] : []));
  const quotations: Quotation[] = [];
  let rest = "";
  for (let at = 0; at < text.length; at++) {
    const close = closers[text[at]!];
    const end = close === undefined ? -1 : (wholeExcerpt(text, at, close, excerpts) ?? closingMark(text, at, close));
    if (close !== undefined && end < 0) return { quotations, rest: plainSigns(rest + text.slice(at)), stray: at };
    if (end < 0) rest += text[at];
    else {
      const words = text.slice(at + 1, end);
      quotations.push({ words, start: at, end: end + 1 });
      rest += blanked(words);
      at = end;
    }
  }
  const single = Array.from(rest.matchAll(singleQuoted), ({ 0: whole, 1: words = "", index }) => ({
    words,
    start: index,
    end: index + whole.length,
  }));
  const stray = loneMarks.exec(rest)?.index;
  return {
    quotations: [...quotations, ...single],
    rest: plainSigns(rest.replaceAll(singleQuoted, (_, words: string) => blanked(words))),
    stray,
  };
};

/** Two marks and what stood between them, as many units long. */
const blanked = (words: string): string => `\ufffc${" ".repeat(words.length)}${/[.!?…]\s*$/u.test(words) ? "." : " "}`;

/** Where the mark after an excerpt stands that is quoted whole from `open` on; the longest one, if several are. */
const wholeExcerpt = (text: string, open: number, close: string, excerpts: readonly string[]): number | undefined => {
  const ends = excerpts
    .filter((excerpt) => text.startsWith(excerpt, open + 1))
    .map((excerpt) => open + 1 + excerpt.length)
    .filter((end) => end < text.length && close.includes(text[end]!));
  return ends.length > 0 ? Math.max(...ends) : undefined;
};

const closingMark = (text: string, open: number, close: string): number => {
  let depth = 1;
  for (let at = open + 1; at < text.length; at++) {
    if (close.includes(text[at]!)) depth--;
    else if (text[at] === text[open]) depth++;
    if (depth === 0) return at;
  }
  return -1;
};

export const elision = /\s*\[(?:…|\.\.\.)\]\s*/u;

/** A quotation without the dots by which it shows that it begins or ends within a sentence. */
const undotted = (words: string): string => words.replace(/^…|…$/gu, "");

/**
 * A quotation is a stretch of one excerpt or, where it has elisions, stretches of one document in their order. Dots before or behind a whole
 * excerpt say that its sentence goes on there.
 */
export const stands = (words: string, spans: readonly SpanRef[]): boolean =>
  standsIn(words, spans) || spans.some(({ excerpt }) => isDotted(words, excerpt));

/** Whether a quotation is a whole excerpt with dots before or behind it, and stands for no character of it. */
const isDotted = (words: string, excerpt: string): boolean =>
  undotted(words) !== words && undotted(words).replace(/\s+/gu, " ") === excerpt.replace(/\s+/gu, " ");

const standsIn = (words: string, spans: readonly SpanRef[]): boolean => {
  const source = (span: SpanRef) => `${span.docUid} ${span.sourceDigest}`;
  return [...new Set(spans.map(source))].some((each) => {
    const ofSource = spans.filter((span) => source(span) === each);
    return inOrder([words], ofSource) || inOrder(words.split(elision), ofSource);
  });
};

const inOrder = (pieces: readonly string[], spans: readonly SpanRef[]): boolean => {
  let from: number | undefined = 0;
  for (const piece of pieces) {
    if (!/[\p{L}\p{N}]/u.test(piece)) return false;
    from = nextEnd(piece, spans, from);
    if (from === undefined) return false;
  }
  return true;
};

/**
 * Where the piece first ends that begins at or after `from`, in code points of the document; undefined: nowhere. Where a line of the
 * document ends is the printer's: any white space stands for any other.
 */
const nextEnd = (piece: string, spans: readonly SpanRef[], from: number): number | undefined => {
  const words = piece.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&").replace(/\s+/gu, "\\s+");
  const ends = spans.flatMap(({ excerpt, startChar }) => {
    const pattern = new RegExp(words, "gu");
    for (let match = pattern.exec(excerpt); match; match = pattern.exec(excerpt)) {
      const [{ index: at }, end] = [match, match.index + match[0].length];
      const start = startChar + codePoints(excerpt.slice(0, at));
      const whole = !cutsWord(excerpt, at) && !cutsWord(excerpt, end);
      if (whole && start >= from) return [start + codePoints(match[0])];
      // A place within a pair of units would be taken back to its beginning.
      pattern.lastIndex = at + ((excerpt.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
    }
    return [];
  });
  return ends.length === 0 ? undefined : Math.min(...ends);
};

/** Words as one line: white space of any kind and length is one space. */
export const onOneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

const codePoints = (text: string): number => [...text].length;

/** “geldig” is no quotation of "ongeldig" or "niet-geldig", nor “500” of "2.500". */
const cutsWord = (text: string, at: number): boolean => {
  const left = text.slice(Math.max(0, at - 8), at);
  const right = text.slice(at, at + 8);
  return insideWord.some(([before, after]) => before.test(left) && after.test(right));
};

const insideWord: readonly (readonly [RegExp, RegExp])[] = [
  [/[\p{L}\p{M}\p{N}]$/u, /^[-‐‑]?[\p{L}\p{M}\p{N}]/u],
  [/[\p{L}\p{M}\p{N}][-‐‑]$/u, /^[\p{L}\p{M}\p{N}]/u],
  [/\p{N}$/u, /^[.,:]\p{N}/u],
  [/\p{N}[.,:]$/u, /^\p{N}/u],
];

/**
 * Whether a quotation is whole sentences of what it quotes. A part of one, or one with something left out, may say the contrary of the
 * whole, and is compared with it.
 */
export const isWhole = (words: string, excerpt: string): boolean => {
  const whole = onOneLine(excerpt);
  const part = onOneLine(isDotted(words, excerpt) ? undotted(words) : words);
  const at = whole.indexOf(part);
  if (at < 0) return false;
  const [left, right] = [whole.slice(0, at), whole.slice(at + part.length)];
  const begins = left === "" || /[.!?…]["'”’)]*\s$/u.test(left);
  const ends = /^[.;]?["'”’)]*\s*$/u.test(right) || (/[.!?…]["'”’)]*$/u.test(part) && /^\s/u.test(right));
  return begins && ends;
};
