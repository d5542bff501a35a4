import { provisionOf } from "./citation.ts";
import type { SpottedProvision } from "./provision-parser.ts";
import type { Scanner } from "./scanner.ts";

/** What a recital's number begins with in an address: it is a unit of its own beside the articles. */
const prefix = "overweging ";

/** A recital's number as addresses write it: `overweging 4`. */
export const recitalNumber = (number: string): string => `${prefix}${number}`;

/** The number of a recital in an address; undefined where the address is of an article. */
export const recitalIn = (number: string): string | undefined =>
  number.startsWith(prefix) ? number.slice(prefix.length) : undefined;

const keyword = /(?:de\s+|the\s+)?(?:overweging(?:en)?|recitals?)\s+(?=\(?\d)/iy;
const number = /\(?(\d{1,3})\)?(?![\p{L}\d]|[.:/]\d)/uy;
const rangeEnd = /(?:\s*[-–]\s*|\s+(?:t\/m|tot\s+en\s+met|to)\s+)(?=\(?\d)/iy;
const joint = /(?:\s*,\s*(?:(?:en|of|and|or)\s+)?|\s+(?:en|of|and|or)\s+)(?=\(?\d)/iy;
/** Recitals of one citation. */
const listMax = 50;

/** Reads `overweging 4`, `overwegingen 4 en 6 t/m 8`, `recitals (4) and (6)`; a number is written `overweging 4`. Undefined where none begins here. */
export const readRecitals = (scanner: Scanner): SpottedProvision[] | undefined =>
  scanner.attempt(() => {
    if (!scanner.take(keyword)) return undefined;
    const list: SpottedProvision[] = [];
    do {
      const start = scanner.at;
      const from = scanner.take(number)?.[1];
      if (from === undefined) break;
      const through = scanner.attempt(() => (scanner.take(rangeEnd) ? scanner.take(number)?.[1] : undefined));
      const provision = { ...provisionOf(recitalNumber(from), []), through: through ? recitalNumber(through) : "" };
      list.push({ provision, start, end: scanner.at });
    } while (list.length < listMax && scanner.take(joint));
    return list.length > 0 ? list : undefined;
  });
