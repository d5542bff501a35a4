/** A longer "number" is text that lost its way; every path inside would repeat it. */
export const numberLengthMax = 64;

/** How one legal system names and numbers the parts of its statutes, and says that one is gone. */
export interface UnitCustoms {
  /** The part of an address that a unit adds, as lawyers write it, without the law's name. */
  labelOf(element: string, number: string, headingLabel: string): string;
  /** The name of an element in a path: `Artikel`. */
  segmentOf(element: string): string;
  /** Whether there is one such unit in its surroundings, so that it has a path without a number. */
  isSingle(element: string): boolean;
  /** The number of a unit as addresses write it, from what its source has. */
  numberOf(element: string, written: string): string;
  /** A number as it stands in front of the unit's first words. */
  prefixOf(element: string, written: string): string;
  /** Whether a status that the source states, or an editor's words in place of the text, say so. */
  isRepealed(said: Standing): boolean;
  isNotInForce(said: Standing): boolean;
}

/** What is said about whether a unit holds. `words` are an editor's, "" where the unit has words of its own. */
export interface Standing {
  readonly status: string;
  readonly words: string;
  /** Something inside is in force and has words. */
  readonly hasLive: boolean;
}

/**
 * A number as addresses and citations write it: white space out, punctuation around it out, save the degree sign that
 * tells `2°` from `2`. A dash or a bullet leaves nothing: such an item has no number.
 */
export const plainNumber = (written: string): string =>
  written
    .slice(0, numberLengthMax)
    .replace(/[ºᵒ]/g, "°")
    .replace(/\s+/g, "")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}°]+$/gu, "");

/** The name of an element, its first letter a capital. */
export const capitalised = (element: string): string => element.charAt(0).toUpperCase() + element.slice(1);

/**
 * What the path of a unit adds to its parent's where the source gives none: name and number. What has no number takes its
 * rank among its like, written `._3` as the official addresses of Dutch statutes do. Not yet made unique.
 */
export const stepOf = (customs: UnitCustoms, element: string, number: string, rank: number): string => {
  const tail = number || (customs.isSingle(element) ? "" : `._${rank}`);
  return `/${customs.segmentOf(element)}${/[/#]/.test(tail) ? tail.replace(/[/#]/g, "-") : tail}`;
};
