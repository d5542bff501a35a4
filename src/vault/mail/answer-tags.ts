import type { BodyLine } from "./body-line.ts";

/** What somebody may put before an answer in another's text, in lower case without blanks and full stops. */
export type Tags = ReadonlySet<string>;

/** Letters of a name that is put before an answer; shorter ones are initials. */
const nameLettersMin = 3;

/** A person's initials, name, and the words of the name: Outlook puts the whole name before a comment, people their initials. */
export const tagsOf = (person: string): string[] => {
  const name = person.replace(/<[^>]*>|\S+@\S+|["']/g, " ").trim();
  const words = name.match(/\p{L}[\p{L}\p{M}'-]*/gu) ?? [];
  if (words.length === 0) return [];
  const initials = words.map(([first]) => first ?? "");
  const capitals = initials.filter((letter) => /\p{Lu}/u.test(letter));
  const forms = [initials.join(""), capitals.join("")].filter((form) => form.length > 1);
  return [...forms, words.join(""), ...words.filter((word) => word.length >= nameLettersMin)].map(plain);
};

const plain = (words: string): string => words.replace(/[\s.]/g, "").toLowerCase();

const named = String.raw`(\p{L}[\p{L}\p{M} .'-]{0,60}?)`;
/** In brackets at the beginning of a line or of a sentence. */
const bracketed = new RegExp(String.raw`(?<=^\s*|[.?!:;…]["'”’]?\s+)[[({<]\s*${named}\s*:?\s*[\])}>]`, "gu");
/** Before a colon at the beginning of a line, with words behind it. */
const before = new RegExp(String.raw`^\s*(?:[-–>*=]+\s*)?${named}\s?:(?=\s+\S)`, "u");

/** Where an answer begins that bears one of the tags, in UTF-16 units of the line; undefined where none does. */
export const taggedFrom = (line: string, tags: Tags): number | undefined => {
  if (tags.size === 0 || line.length > lineCharsMax) return undefined;
  const found = [...line.matchAll(bracketed)].find(([, name = ""]) => tags.has(plain(name)));
  if (found !== undefined) return found.index;
  const [, name = ""] = before.exec(line) ?? [];
  return name !== "" && tags.has(plain(name)) ? 0 : undefined;
};

/** A paragraph of HTML is one line; what is longer is no letter. */
const lineCharsMax = 20_000;
/** A line of plain text that is shorter than this has not been wrapped: what is below it is a paragraph of its own. */
const wrappedCharsMin = 60;

/** Whether the paragraph goes on below the line. */
export const goesOnBelow = (line: BodyLine, next: BodyLine | undefined): boolean =>
  next !== undefined && next.depth === line.depth && next.text.trim() !== "" && line.text.length >= wrappedCharsMin;
