import { type SpanRef, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import type { Locale } from "../messages/locale.ts";

/**
 * The first words of places as the Vault labels them, Dutch and English: its own (`onder “Werkplek”`, `vanaf “Wij”`), and
 * those that documents number their parts with. Where two words of one language meet one of the other, the first pair leads
 * back.
 */
const pairs: readonly (readonly [nl: string, en: string])[] = [
  ["onder", "under"],
  ["vanaf", "from"],
  ["artikel", "article"],
  ["art.", "art."],
  ["clausule", "clause"],
  ["paragraaf", "section"],
  ["par.", "sec."],
  ["alinea", "paragraph"],
  ["lid", "paragraph"],
  ["hoofdstuk", "chapter"],
  ["afdeling", "division"],
  ["titel", "title"],
  ["deel", "part"],
  ["onderdeel", "item"],
  ["punt", "point"],
  ["bepaling", "provision"],
  ["bijlage", "annex"],
  ["bijlage", "appendix"],
  ["bijlage", "schedule"],
  ["bijlage", "exhibit"],
  ["productie", "exhibit"],
  ["pagina", "page"],
  ["blz.", "p."],
  ["regel", "line"],
  ["stap", "step"],
  ["vraag", "question"],
  ["module", "module"],
  ["bericht", "message"],
  ["blad", "sheet"],
  ["dia", "slide"],
];

/** What follows behind a sheet or slide, with the rest of each part: which part of it, and how it stands there. */
const innerPairs: readonly (readonly [nl: string, en: string])[] = [
  ["opmerking van $1 bij cel $2", "comment by $1 on cell $2"],
  ["opmerking bij cel $1", "comment on cell $1"],
  ["opmerking van $1", "comment by $1"],
  ["opmerking", "comment"],
  ["cel $1", "cell $1"],
  ["cellen $1", "cells $1"],
  ["vorm", "shape"],
  ["notities", "notes"],
  ["doorgehaald", "struck through"],
  ["niet te zien", "cannot be seen"],
];

const table = (rows: readonly (readonly [string, string])[]): ReadonlyMap<string, string> => new Map(rows.toReversed());

const inEnglish = table(pairs);
const inDutch = table(pairs.map(([nl, en]) => [en, nl]));

const patterns = (rows: readonly (readonly [from: string, to: string])[]): readonly (readonly [RegExp, string])[] =>
  rows.map(([from, to]) => [new RegExp(`^${from.replace(/\$\d/g, "(.+)")}$`, "u"), to]);

const innerEnglish = patterns(innerPairs);
const innerDutch = patterns(innerPairs.map(([nl, en]) => [en, nl]));

/** A label in the language of the memo: its first word alone, where it stands before a number or a heading; of sheets and slides all. */
const translated =
  (words: ReadonlyMap<string, string>, inner: readonly (readonly [RegExp, string])[]) =>
  (label: string): string => {
    const [, kind, name, rest = ""] = /^(sheet|blad|slide|dia) (“.*”|\d+)((?:, .*)?)$/u.exec(label) ?? [];
    if (kind === undefined || name === undefined)
      return label.replace(/^\p{L}+\.?(?= [\d“])/u, (word) => words.get(word.toLowerCase()) ?? word);
    const parts = rest.split(", ").map((part) => {
      const [from, to] = inner.find(([pattern]) => pattern.test(part)) ?? [];
      return from === undefined || to === undefined ? part : part.replace(from, to);
    });
    return `${words.get(kind) ?? kind} ${name}${parts.join(", ")}`;
  };

/** The label of a place in English. */
export const placeInEnglish = translated(inEnglish, innerEnglish);
/** The label of a place in Dutch. `p. 3` is said so in both. */
export const placeInDutch = (label: string): string =>
  /^p\. /u.test(label) ? label : translated(inDutch, innerDutch)(label);

/** The label of a place in a language that a reader may have. */
export const placeIn: Readonly<Record<Locale, (label: string) => string>> = { nl: placeInDutch, en: placeInEnglish };

/** A message of a chat is whole words of whoever sent it: nobody wrote the chat around it. */
export const isMessage = (span: SpanRef): boolean =>
  span.voice === Voice.QUOTED && span.unitPath.startsWith("/message[");
