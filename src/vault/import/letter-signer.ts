import { endingAt } from "../mail/mail-ending.ts";

/** Lines that a letter spends on its head, before it speaks to somebody. */
const headLinesMax = 40;
/** What stands below a name: a function, a firm, addresses. */
const blockLinesMax = 4;

/** A line that speaks to somebody and says nothing else; a full stop stands in it behind an initial or a title. */
const salutation =
  /^(?:geachte|beste|waarde|lieve|dag|hoi|hallo|l\.\s?s\.|dear|hello|hi)(?!\p{L})(?:[^.:;?!]|(?<=(?<!\p{L})(?:\p{L}|mr|mrs|ms|dr|dhr|mw|drs|ing|ir))\.){0,80}[,.!:]?$/iu;

/** A line that can be a name and nothing else: initials or first names, small words of a family name, and its last with a capital. */
const nameLine =
  /^(?:(?:\p{Lu}\.\s?){1,5}|(?:\p{Lu}[\p{L}'’-]+\s+){1,3})(?:(?:van|von|de|den|der|ter|ten|te|het|op|aan|in|uit|bij|'t|la|le|du|di|da|el|al)\s+){0,3}(?:\p{Lu}[\p{L}'’-]*\s+)?\p{Lu}[\p{L}'’-]*\p{Ll}$/u;

/** Somebody says it: a report or a list has no `ik`. */
const speaksAsOne = /(?<!\p{L})(?:[Ii]k|[Ww]ij|[Ww]e|I)(?!\p{L}|\.)/u;

/**
 * Who signed a letter, as its own form shows: the one name below its closing words, or, where it speaks to somebody or as
 * somebody (`ik`) and has no closing words, the name that stands alone at its end. Empty: it is no letter, several signed it, it holds another letter, or
 * the line could be something else than a name. Never the likeliest.
 */
export const letterSigner = (text: string): string => {
  const lines = text.split("\n").map((line) => line.trim());
  const body = lines.map((line) => ({ text: line, depth: 0 }));
  const closings = body.flatMap((_, at) => (endingAt(body, at) ? [at] : []));
  const greeted = lines.slice(0, headLinesMax).findIndex((line) => salutation.test(line));
  if (closings.length > 1 || isPasted(lines, greeted)) return "";
  const head = lines.slice(0, Math.max(0, greeted));
  const [closed] = closings;
  if (closed !== undefined) return onlyName(said(lines.slice(closed + 1)).slice(0, blockLinesMax), head);
  if (greeted < 0 && !speaksAsOne.test(text)) return "";
  return onlyName(lastParagraph(lines.slice(greeted + 1)), head);
};

/**
 * Who signed a letter with what they call themselves there, as one line: `C. Bel, koster`, of a name with a function behind it or
 * below it. Empty: nobody is known to have signed it, or no function stands with the name.
 */
export const letterSignature = (text: string, signer = letterSigner(text)): string => {
  if (signer === "") return "";
  const lines = text.split("\n").map((line) => line.trim());
  const at = lines.findLastIndex((line) => nameIn(line) === signer);
  const own = (lines[at] ?? "").slice(signer.length).replace(/^\s*,\s*/u, "");
  const is = own || (lines[at + 1] ?? "");
  return functionLine.test(is) && !lines.slice(0, at).includes(is) ? `${signer}, ${is}` : "";
};
/** A function in a few words; addresses have numbers or signs, and a firm is in the head as well. */
const functionLine = /^\p{L}[\p{L}'’/-]{2,30}(?:\s\p{L}[\p{L}'’&/-]{0,30}){0,4}$/u;

/**
 * Whom a letter speaks to, as its one salutation names them (`mevrouw Vink` of "Geachte mevrouw Vink,"). Empty: it speaks to nobody,
 * to whoever reads it, or to several.
 */
export const letterAddressee = (text: string): string => {
  const lines = text.split("\n", headLinesMax).map((line) => line.trim());
  const [greeting = "", ...more] = lines.filter((line) => salutation.test(line));
  const [, named = ""] = /^\p{L}+\s+([^,/&]+)[,.!:]?$/u.exec(greeting) ?? [];
  const [, name = ""] = addressed.exec(named.trim()) ?? [];
  return more.length === 0 && /\p{Lu}/u.test(name) && !/\s(?:en|and|of|or)\s/u.test(named) ? named.trim() : "";
};
const addressed = /^(?:(?:de\s+)?(?:heer|mevrouw|meneer|mr|mrs|ms|dr)\.?\s+)?((?:\p{L}[\p{L}.'’-]*\s?){1,6})$/iu;

const said = (lines: readonly string[]): string[] => lines.filter((line) => line !== "");

/** A second salutation, or a header of a message below the first: what is signed below may be somebody else's letter. */
const isPasted = (lines: readonly string[], greeted: number): boolean =>
  lines.filter((line) => salutation.test(line)).length > 1 ||
  lines.slice(greeted + 1).some((line) => /^(?:van|from|von)\s*:\s*\S/iu.test(line));

/** The name among lines; a firm's, which the head of the letter has as well, is nobody's. */
const onlyName = (block: readonly string[], head: readonly string[]): string => {
  const names = block.map(nameIn).filter((name) => name !== "");
  const [name = "", ...others] = names.length > 1 ? names.filter((one) => !head.includes(one)) : names;
  return others.length > 0 ? "" : name;
};

/** A name, also in front of a function: `W. Stemhamer, bedrijfsarts`. */
const nameIn = (line: string): string => {
  const [name = "", ...rest] = line.split(/\s*,\s*/u);
  return nameLine.test(name) && rest.every((one) => one === "" || !nameLine.test(one)) ? name : "";
};

/** The words behind the last empty line, where they are two lines at most: a name, and what somebody is. */
const lastParagraph = (lines: readonly string[]): string[] => {
  const end = lines.findLastIndex((line) => line !== "");
  const start = lines.slice(0, end + 1).lastIndexOf("");
  return start < 0 || end - start > 2 ? [] : lines.slice(start + 1, end + 1);
};

/** Those concerned in a letter, its writer first: whom it speaks to, and the writer once more with the function they sign with. */
export const letterPeople = (text: string, signer = letterSigner(text)): string[] =>
  signer === "" ? [] : [signer, letterAddressee(text), letterSignature(text, signer)].filter((one) => one !== "");
