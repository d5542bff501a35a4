import { type JsonValue, readJson } from "../strict-json.ts";
import { closingQuote, cutObject, cutObjects } from "./cut-object.ts";
import { translateOlder } from "./older-envelopes.ts";

/** What mending did, in the order it was done. */
export type Repair = "reasoning" | "prose" | "fence" | "quotes" | "envelope_000" | "envelope_003" | "envelope_004";

/** One object cut out of an output and mended. Whether it is accepted is for the strict checks to say. */
export interface Mended {
  /** The object as it is to be judged, UTF-8. */
  readonly slice: Uint8Array;
  readonly repairs: readonly Repair[];
  /** A second JSON object follows: nobody can say which of them was meant. */
  readonly multiple: boolean;
}

/**
 * Cuts the first balanced object out of an output and mends its form: reasoning tags, prose and fences around it are
 * left away, quotes that delimit strings become plain ones, the older envelopes are translated. Pure and total. No
 * character inside a string changes. Undefined: the output holds no object, or is not UTF-8.
 */
export const mend = (raw: Uint8Array): Mended | undefined => {
  const text = decoded(raw);
  if (text === undefined) return undefined;
  const spoken = withoutReasoning(text);
  const cut = cutObject(spoken);
  if (!cut) return undefined;
  const around = spoken.slice(0, cut.start) + spoken.slice(cut.end);
  const object = mendObject(spoken.slice(cut.start, cut.end));
  return {
    slice: new TextEncoder().encode(object.text),
    repairs: [...(spoken === text ? [] : (["reasoning"] as const)), ...frameRepairs(around), ...object.repairs],
    multiple: cutObjects(spoken.slice(cut.end)).some((one) => isJson(spoken.slice(cut.end).slice(one.start, one.end))),
  };
};

const decoded = (raw: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return undefined;
  }
};

/** What follows a block of reasoning with which the output begins; the output itself where it begins otherwise. */
export const withoutReasoning = (text: string): string =>
  text.replace(/^\ufeff?\s*<(think|thinking|reasoning)>[\s\S]*?<\/\1>/, "");

const fence = /```[A-Za-z0-9_-]*/g;

const frameRepairs = (around: string): Repair[] => {
  const unfenced = around.replace(fence, "");
  const prose = unfenced.trim() !== "" || around.startsWith("\ufeff");
  return [...(prose ? (["prose"] as const) : []), ...(unfenced === around ? [] : (["fence"] as const))];
};

const mendObject = (slice: string): { text: string; repairs: Repair[] } => {
  const plain = parse(slice);
  if (plain !== undefined) return translated(slice, plain, []);
  const mended = mendQuotes(slice);
  const value = mended === undefined ? undefined : parse(mended);
  return mended === undefined || value === undefined
    ? { text: slice, repairs: [] }
    : translated(mended, value, ["quotes"]);
};

const translated = (text: string, value: JsonValue, repairs: Repair[]): { text: string; repairs: Repair[] } => {
  const older = translateOlder(value);
  return older ? { text: JSON.stringify(older.turn), repairs: [...repairs, older.repair] } : { text, repairs };
};

const parse = (text: string): JsonValue | undefined => {
  const reading = readJson(new TextEncoder().encode(text));
  return reading.ok ? reading.value : undefined;
};

const isJson = (text: string): boolean => parse(text) !== undefined || parse(mendQuotes(text) ?? "") !== undefined;

const doubles = "“”„‟«»";
const singles = "'‘’‚‛";
const allDoubles = `"${doubles}`;

/**
 * Puts plain double quotes where others delimit strings, and touches nothing else: the text keeps its length, and no
 * character between two delimiters changes. It is done only where there is one way to read it: the opening quote stands
 * where JSON expects a string, the closing one before a colon, comma or bracket, and nothing between them is a quote that
 * could have closed it, a backslash or a control character. One doubt, and nothing is mended: undefined.
 */
export const mendQuotes = (text: string): string | undefined => {
  const mended: string[] = [];
  // The last character that is no white space: it says whether a string may begin here.
  let before = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    const plain = char === '"';
    if (!plain && !doubles.includes(char) && !singles.includes(char)) {
      mended.push(char);
      if (char.trim() !== "") before = char;
      continue;
    }
    const end = plain ? closingQuote(text, at) : closingOf(text, at);
    if (end === undefined || (!plain && !opensAfter.includes(before))) return undefined;
    mended.push(plain ? text.slice(at, end + 1) : `"${text.slice(at + 1, end)}"`);
    before = '"';
    at = end;
  }
  return mended.join("");
};

/** Where JSON expects a string. */
const opensAfter: readonly string[] = ["{", "[", ",", ":"];

/** Where a foreign quote that opens at `open` closes, if there is no doubt about it. */
const closingOf = (text: string, open: number): number | undefined => {
  const double = doubles.includes(text[open] as string);
  const closers = double ? allDoubles : singles;
  for (let at = open + 1; at < text.length; at++) {
    const char = text[at] as string;
    if (closers.includes(char)) return /^\s*[:,}\]]/.test(text.slice(at + 1, at + 200)) ? at : undefined;
    // An apostrophe inside double quotes closes nothing; a double quote inside single ones would need an escape.
    if (char === "\\" || char < " " || (!double && allDoubles.includes(char))) return undefined;
  }
  return undefined;
};
