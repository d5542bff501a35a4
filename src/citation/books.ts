import type { Provision } from "./citation.ts";
import type { LawMatch } from "./law-table.ts";

/** In a law in books every number gets its book: the one named with the law, or the one of the provision before. */
export const withBooks = (provisions: readonly Provision[], match: LawMatch | undefined): readonly Provision[] => {
  if (!match?.law.books) return provisions;
  let book = match.book;
  const prefixed = (number: string) => (number === "" || number.includes(":") || !book ? number : `${book}:${number}`);
  return provisions.map((provision) => {
    book = /^(\d+A?):/.exec(provision.number)?.[1] ?? book;
    return { ...provision, number: prefixed(provision.number), through: prefixed(provision.through) };
  });
};
