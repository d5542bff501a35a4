import { isItem, isSingle, segmentOf } from "./elements.ts";

/** A longer "number" is text that lost its way; every path inside would repeat it. */
const numberLengthMax = 64;
/** Addresses that a source gives are below 200 characters. */
const pathLengthMax = 512;

/** The address that the source gives for a unit, "" where it gives none that can be used. */
export const givenPath = (written: string | undefined): string =>
  written?.startsWith("/") && written.length <= pathLengthMax && !written.includes("#") ? written : "";

/**
 * A number as addresses and citations write it: white space out, punctuation around it out, save the degree sign that
 * tells `2°` from `2` (Juriconnect 1.3). A dash or a bullet leaves nothing: such an item has no number.
 */
export const plainNumber = (written: string): string =>
  written
    .slice(0, numberLengthMax)
    .replace(/[ºᵒ]/g, "°")
    .replace(/\s+/g, "")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}°]+$/gu, "");

/**
 * What the path of a unit adds to its parent's where the source gives none (older form): name and number. What has no number
 * takes its rank among its like, written `._3` as the official addresses do. Not yet made unique.
 */
export const stepOf = (element: string, number: string, rank: number): string => {
  const tail = number || (isSingle(element) ? "" : `._${rank}`);
  return `/${segmentOf(element)}${/[/#]/.test(tail) ? tail.replace(/[/#]/g, "-") : tail}`;
};

/** The part of an address that this unit adds, as lawyers write it, without the law's name. `book` is the BW's ("" elsewhere). */
export const labelOf = (element: string, number: string, headingLabel: string, book: string): string => {
  if (element === "artikel") return number ? `art. ${book ? `${book}:` : ""}${number}` : "artikel";
  if (element === "enig-artikel") return "enig artikel";
  if (element === "lid") return number ? `lid ${number}` : "lid";
  if (isItem(element)) return number ? `onder ${number}` : "onderdeel";
  const name = headingLabel.slice(0, numberLengthMax) || element.replace("circulaire.", "");
  return [name, number].filter(Boolean).join(" ");
};
