import { antecedentOf } from "./antecedents.ts";
import type { FoundCitation } from "./citation.ts";
import { parseDutchCitations } from "./citation-parser.ts";
import { considerationsBehind } from "./consideration-parser.ts";
import { parseEnglishCitations } from "./english-citations.ts";
import { type KnownNames, withJuriconnects } from "./juriconnect-citation.ts";
import { paragraphsBehind } from "./paragraph-parser.ts";
import { placesOf } from "./places.ts";
import type { NamedPlace, Reading, ReadingTarget } from "./reading.ts";

/** What numbers its own clauses and is no law: the text of a contract, a collective agreement, rules of a firm. */
const documents =
  /(?:^|\P{L})(?:\p{L}*overeenkomst|\p{L}*contract|cao|c\.a\.o\.|\p{L}*handboek|\p{L}*reglement|\p{L}*protocol|\p{L}*voorwaarden|statuten|contract|agreement|handbook)$/iu;

/**
 * Reads what a text cites, in order, none overlapping. The text is one sentence or more; words that refer back with a number
 * ("art. 25 van die wet") take the one law that their own sentence names before them, and say so. A clause of a contract is
 * told as one of a document. Total: it throws for no text.
 */
export const readCitations = (text: string, names: KnownNames): Reading[] => {
  const table = names.register.table(names.laws);
  return foundIn(text, names).map((found): Reading => {
    const { citation, end: foundEnd, start } = found.citation.isEnglish ? found : antecedentOf(text, found, table);
    if (citation.kind === "case") return rulingReading(text, found);
    const target = targetOf(citation.kind, citation.law, citation.lawRaw);
    const places = target === "law" ? placesOf({ ...found, citation }, table) : [];
    const readAs = [citation.lawReadAs, citation.numbersReadAs].filter((each) => each !== undefined);
    return { citation, target, start, end: foundEnd, raw: text.slice(start, foundEnd), places, readAs };
  });
};

/** By the customs of both languages. A law that the Dutch register knows is read as that, whatever else its name looks like. */
const foundIn = (text: string, names: KnownNames): FoundCitation[] => {
  const dutch = withJuriconnects(text, parseDutchCitations(text, names.register.table(names.laws)), names);
  const overlaps = (a: FoundCitation, b: FoundCitation) => a.start < b.end && b.start < a.end;
  const known = dutch.filter(({ citation: { kind, law } }) => kind === "case" || law !== "");
  const english = parseEnglishCitations(text).filter((each) => !known.some((other) => overlaps(each, other)));
  if (english.length === 0) return dutch;
  return [...dutch.filter((each) => !english.some((other) => overlaps(each, other))), ...english].sort(
    (a, b) => a.start - b.start,
  );
};

const targetOf = (kind: "statute" | "anaphora", law: string, lawRaw: string): ReadingTarget => {
  if (law === "" && documents.test(lawRaw)) return "document";
  return kind === "anaphora" && law === "" ? "back" : "law";
};

const rulingReading = (text: string, { citation, start, end }: FoundCitation): Reading => {
  const { numbers, end: through } = (citation.isEnglish ? paragraphsBehind : considerationsBehind)(text, end);
  const number = citation.caseNumber;
  const named = numbers.length > 0 ? numbers : [""];
  const places = named.map(
    (consideration): NamedPlace => ({ address: { kind: "ruling", number, consideration }, start, end: through }),
  );
  const readAs = citation.caseReadAs === undefined ? [] : [citation.caseReadAs];
  return { citation, target: "ruling", start, end: through, raw: text.slice(start, through), places, readAs };
};
