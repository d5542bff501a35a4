import { type SpanRef, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import type { Locale } from "../messages/locale.ts";
import words from "./place-words.json" with { type: "json" };

type Row = Readonly<Record<Locale, string>>;

/**
 * The first words of places as the Vault labels them: its own (`onder “Werkplek”`, `vanaf “Wij”`), and those that documents number
 * their parts with. Where two words of one language meet one of another, the first row leads back.
 */
const leading: readonly Row[] = words.leading;

/** What follows behind a sheet or slide, with the rest of each part: which part of it, and how it stands there. */
const inner: readonly Row[] = words.inner;

/** The first word of each row that has a word, in whatever language it stands. */
const rowOf = (rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.toReversed().flatMap((row) => Object.values(row).map((word) => [word, row])));

const leadingOf = rowOf(leading);

const innerOf = inner.flatMap((row) =>
  Object.values(row).map((form) => [new RegExp(`^${form.replace(/\$\d/gu, "(.+)")}$`, "u"), row] as const),
);

const sheetOrSlide = new RegExp(
  `^(${["sheet", "slide"].flatMap((word) => Object.values(leadingOf.get(word) ?? {})).join("|")}) (“.*”|\\d+)((?:, .*)?)$`,
  "u",
);

/**
 * A place as a reader finds it, from its label as the Vault gives it in any language: its first word alone is said in the reader's,
 * where it stands before a number or a heading; of sheets and slides all. `p. 3` is said so everywhere. Of a label that only a program
 * reads, `<digest>#1:0` as bindings of rules 1 may have, nothing.
 */
export const placeIn = (label: string, locale: Locale): string => {
  if (/[0-9a-f]{32}/u.test(label)) return "";
  if (/^p\. /u.test(label)) return label;
  const said = (word: string): string => {
    const row = leadingOf.get(word.toLowerCase());
    return row === undefined || row[locale] === word.toLowerCase() ? word : row[locale];
  };
  const [, kind, name, rest = ""] = sheetOrSlide.exec(label) ?? [];
  if (kind === undefined || name === undefined) return label.replace(/^\p{L}+\.?(?= [\d“])/u, said);
  const parts = rest.split(", ").map((part) => {
    const [form, row] = innerOf.find(([pattern]) => pattern.test(part)) ?? [];
    return form === undefined || row === undefined ? part : part.replace(form, row[locale]);
  });
  return `${said(kind)} ${name}${parts.join(", ")}`;
};

/** A message of a chat is whole words of whoever sent it: nobody wrote the chat around it. */
export const isMessage = (span: SpanRef): boolean =>
  span.voice === Voice.QUOTED && span.unitPath.startsWith("/message[");
