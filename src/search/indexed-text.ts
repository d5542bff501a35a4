import { analyse, type Token } from "./analysis.ts";
import type { IndexEntry } from "./full-text-index.ts";
import type { Language } from "./stem.ts";
import { dutchStopWords, englishStopWords } from "./stop-words.ts";

/** An entry's columns as the index stores them: tokens separated by spaces. */
export interface IndexedText {
  readonly title: string;
  readonly body: string;
  readonly people: string;
  readonly titleForms: string;
  readonly bodyForms: string;
}

/** Between two people in what filters compare, so that none matches across them. */
export const personBorder = " | ";

/** Analyses an entry for the index. Words stand in order; forms (stems, other readings) once each, since only their presence counts. */
export const indexedText = (entry: Pick<IndexEntry, "title" | "body" | "people">): IndexedText => {
  const body = analyse(entry.body, "nl");
  const language = languageOf(body);
  const title = analyse(entry.title, "both");
  const people = entry.people.map((person) => analyse(person, "nl"));
  return {
    title: wordsOf(title),
    body: wordsOf(body),
    people: people.map((tokens) => tokens.map(({ raw }) => raw).join(" ")).join(" "),
    titleForms: formsOf(title),
    bodyForms: formsOf(language === "nl" ? body : analyse(entry.body, language)),
  };
};

/** A person as a filter compares it: its words between spaces. */
export const personKey = (person: string): string =>
  ` ${analyse(person, "nl")
    .filter(({ isExtra }) => !isExtra)
    .map(({ raw }) => raw)
    .join(" ")} `;

/** Which stems a text gets, told by its commonest words; both where it does not say. A query always asks for both. */
const languageOf = (tokens: readonly Token[]): Language => {
  let [nl, en] = [0, 0];
  for (const { raw } of tokens) {
    if (dutchStopWords.has(raw)) nl++;
    if (englishStopWords.has(raw)) en++;
  }
  if (nl > 2 * en) return "nl";
  return en > 2 * nl ? "en" : "both";
};

const wordsOf = (tokens: readonly Token[]): string => {
  let words = "";
  for (const { raw, isExtra } of tokens) if (!isExtra) words += words === "" ? raw : ` ${raw}`;
  return words;
};

const formsOf = (tokens: readonly Token[]): string => {
  const forms = new Set<string>();
  for (const { raw, stems, isExtra } of tokens) {
    for (const stem of stems) forms.add(stem);
    if (isExtra) forms.add(raw);
  }
  return [...forms].join(" ");
};
