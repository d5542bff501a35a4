import { numberLengthMax, plainNumber, type Standing, type UnitCustoms } from "../../text/unit-customs.ts";
import { isItem, isSingle, segmentOf } from "./elements.ts";

/** Addresses that a source gives are below 200 characters. */
const pathLengthMax = 512;

/** The address that the source gives for a unit, "" where it gives none that can be used. */
export const givenPath = (written: string | undefined): string =>
  written?.startsWith("/") && written.length <= pathLengthMax && !written.includes("#") ? written : "";

/** The part of an address that this unit adds, as lawyers write it, without the law's name. `book` is the BW's ("" elsewhere). */
const labelOf = (element: string, number: string, headingLabel: string, book: string): string => {
  if (element === "artikel") return number ? `art. ${book ? `${book}:` : ""}${number}` : "artikel";
  if (element === "enig-artikel") return "enig artikel";
  if (element === "lid") return number ? `lid ${number}` : "lid";
  if (isItem(element)) return number ? `onder ${number}` : "onderdeel";
  const name = headingLabel.slice(0, numberLengthMax) || element.replace("circulaire.", "");
  return [name, number].filter(Boolean).join(" ");
};

/** How Dutch statutes name and number their parts. `book` is the BW's, "" for every other law. */
export const dutchCustoms = (book: string): UnitCustoms => ({
  labelOf: (element, number, headingLabel) => labelOf(element, number, headingLabel, book),
  segmentOf,
  numberOf: (_, written) => plainNumber(written),
  isSingle,
  // A lid is written `1 text` whether the source sets a dot after the number or not; items keep theirs (`a. text`).
  prefixOf: (element, written) => (element === "lid" ? written.replace(/\.$/, "") : written),
  isRepealed: ({ status, words, hasLive }: Standing) =>
    (status === "vervallen" && !hasLive) || /vervallen/i.test(words),
  // Published files mark a division as not in force while its articles say that they are: the articles are right.
  isNotInForce: ({ status, words, hasLive }: Standing) =>
    (status === "nogniet" && !hasLive) || /nog niet in ?werking/i.test(words),
});
