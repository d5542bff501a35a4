import type { HeaderFields } from "./header-fields.ts";

/** Words above somebody else's, told by their shape: an address, a day, a time. No language is known here. */

const bracketed = /[<([]{1,2}(?:mailto:)?([^\s<>()[\]@]{1,100}@[^\s<>()[\]@]{1,150})[>)\]]{1,2}/u;
const bare = /[^\s<>()[\]@;,:]{1,100}@[^\s<>()[\]@;,:]{1,100}\.[^\s<>()[\]@;,:]{2,24}/u;

/** An address between brackets, and one without. Asked of every line, most of which have no `@`: that is looked for first. */
const addressIn = (words: string): RegExpExecArray | null => (words.includes("@") ? bracketed.exec(words) : null);
const bareAddressIn = (words: string): RegExpExecArray | null => (words.includes("@") ? bare.exec(words) : null);
const hasAddress = (words: string): boolean => addressIn(words) !== null || bareAddressIn(words) !== null;

/** A day with its year: in digits, or with the month in letters of any language. */
const day = new RegExp(
  [
    String.raw`\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b`,
    String.raw`\b\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th|er|[.º])?[- ](?:\p{L}{1,3} )?\p{L}{3,14}\.?,?[- ](?:\p{L}{1,3} )?\d{4}\b`,
    String.raw`\b\p{L}{3,14}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b`,
    String.raw`\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日`,
    String.raw`\b\d{4}\. ?\d{1,2}\. ?\d{1,2}\.`,
  ].join("|"),
  "u",
);
const time = /\b\d{1,2}[:h]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?(?![\d-])/iu;
/** A day with a time nearby. With a full stop between its numbers a time is one only beside a day: alone it is a version or a sum. */
const moment = new RegExp(
  `(?:${day.source})(?:.{0,20}?\\b\\d{1,2}[:.h]\\d{2}(?::\\d{2})?(?:\\s?[ap]\\.?m\\.?)?(?![\\d-]))?`,
  "iu",
);

/** `Van: …`, `Enviada em: …`: a short name of letters and a value. */
const field =
  /^\*{0,2}(\p{L}[\p{L}\p{M}.'-]{0,19}(?: \p{L}[\p{L}\p{M}.'-]{0,14}){0,2})\*{0,2}\s?[:：]\*{0,2}(?:\s+(.{0,280}))?$/u;

/** What a line or two above quoted words say. */
export interface ShapedHeader {
  readonly speaker: string;
  readonly dateText: string;
  /** False where prose might look the same. */
  readonly sure: boolean;
}

/**
 * An attribution by its shape: it ends in a colon and holds an address and a day or a time; or it holds one of them and the
 * words below are marked. With a day and a time and no address, or without the colon in a paragraph of its own, it may be one.
 */
export const shapedAttribution = (
  joined: string,
  { marksBelow, standsAlone }: { readonly marksBelow: boolean; readonly standsAlone: boolean },
): ShapedHeader | undefined => {
  const ends = /[:：]$/.test(joined);
  if (!ends && !marksBelow && !standsAlone) return undefined;
  const someone = addressIn(joined);
  const isAddressed = someone !== null || bareAddressIn(joined) !== null;
  const when = moment.exec(joined)?.[0] ?? "";
  const hasDay = when !== "";
  const hasTime = /\d[:.h]\d{2}\D*$/i.test(when) || time.test(joined.replace(/<[^>]*>/g, ""));
  const speaker = someone === null ? (bareAddressIn(joined)?.[0] ?? "") : personIn(joined, someone);
  const told = { speaker, dateText: when };
  if (ends && isAddressed && (hasDay || hasTime)) return { ...told, sure: true };
  if (marksBelow && ((ends && (isAddressed || hasDay)) || (isAddressed && hasDay))) return { ...told, sure: true };
  const mayBe =
    standsAlone && hasDay && hasTime && (ends ? isShortSentence(joined) : isAddressed && !/[.?!]$/.test(joined));
  return mayBe ? { ...told, sure: false } : undefined;
};

/** Whether a line may begin such an attribution; cheap, since every line is asked. */
export const mayBeShaped = (line: string): boolean =>
  line.length <= 300 && (/\d/.test(line) || line.includes("@") || field.test(line));

/** An attribution says a name besides the moment, and says it with capitals; a list that follows a moment does not. */
const isShortSentence = (joined: string): boolean => {
  const rest = joined.replace(moment, " ");
  const words = rest.match(/\p{L}{2,}/gu) ?? [];
  const names = rest.match(/(?<![\p{L}])\p{Lu}\p{L}+(?:[ -]\p{Lu}[\p{L}.]*)+/gu) ?? [];
  return words.length <= 12 && names.length > 0;
};

/** The capitalised words right before the address. */
const personIn = (joined: string, found: RegExpExecArray): string => {
  const before = joined.slice(0, found.index).trim();
  const name = /(?:\p{Lu}[\p{L}\p{M}.'-]*(?:\s|$)(?:(?:\p{Ll}{1,4}\s){0,3}(?=\p{Lu}))?){1,6}$/u
    .exec(before.replace(/["']/g, ""))?.[0]
    .trim();
  return name === undefined ? (found[1] ?? "") : `${name} <${found[1]}>`;
};

/**
 * A block of at least three short fields of which one holds an address and one a day, whatever they are called; a value may
 * go on below, up to the next field. `below` a marker or a rule the address may be missing.
 */
export const shapedFields = (
  lines: readonly string[],
  below: boolean,
): (HeaderFields & { readonly sure: boolean }) | undefined => {
  if (!isField(lines[0])) return undefined;
  const values: string[] = [];
  let [end, at] = [0, 0];
  while (at < lines.length && values.length < 12) {
    const value = fieldOf(lines[at] ?? "");
    if (value === null) break;
    const next = nextField(lines, at + 1);
    const more = lines.slice(at + 1, next ?? at + 1).join(" ");
    values.push(`${value[2] ?? ""} ${more}`.trim());
    end = next ?? at + 1;
    at = end;
    if (next === undefined) break;
  }
  const from = values.find((value) => hasAddress(value));
  const when = values.find((value) => moment.test(value));
  if (values.length < 3 || when === undefined || (from === undefined && !below)) return undefined;
  const speaker = values.find((value) => value !== when) ?? "";
  return {
    lineCount: end,
    speaker: speaker.replace(/\s*\[mailto:[^\]]*\]/i, ""),
    dateText: when,
    sure: values.length >= 4 || below,
  };
};

/** Lines of one field after its first. */
const continuationsMax = 2;

/**
 * Where the next field begins: on the next line, below one empty line where a program parts its fields so, or below lines
 * with which a value plainly goes on. Undefined where none does.
 */
const nextField = (lines: readonly string[], from: number): number | undefined => {
  if (lines[from] === "") return isField(lines[from + 1]) ? from + 1 : undefined;
  for (let at = from; at <= from + continuationsMax; at++) {
    if (isField(lines[at])) return at;
    if (!goesOn(lines[at - 1] ?? "", lines[at] ?? "")) return undefined;
  }
  return undefined;
};

const goesOn = (above: string, line: string): boolean =>
  line !== "" && (/[,;:<]$/.test(above) || hasAddress(line) || moment.test(line));

const isField = (line = ""): boolean => fieldOf(line) !== null;

/** A field's value is no sentence. */
const fieldOf = (line: string): RegExpExecArray | null => {
  const found = field.exec(line);
  const value = found?.[2] ?? "";
  return /[.!?]$/.test(value) && value.split(" ").length > 3 ? null : found;
};

/** Dashes or a rule, with a few words between them, whatever they mean. */
export const isRule = (line: string): boolean =>
  /^[-_=*]{3,80}(?:\s{0,3}\p{L}[\p{L}\p{M}' ]{2,60}[-_=*]{3,80})?$/u.test(line);
