import type { LawLink } from "../text/law-link.ts";
import type { LawText } from "../text/law-text.ts";
import type { UnitTable } from "../text/unit-table.ts";

export { Refusal, type RefusalReason } from "../text/refusal.ts";

/** A file that is read from its beginning in pieces, so that a large file is never whole in memory. */
export interface SourceFile {
  readonly sizeBytes: number;
  /** Reads the bytes from the beginning; a piece stays valid until the next piece is asked for. */
  read(): Iterable<Uint8Array>;
}

/** The bytes of a source: all of them in memory, or a file that is read in pieces. */
export type SourceBytes = Uint8Array | SourceFile;

/** Length of a head in bytes: enough for the DOCTYPE and comments that may stand before the root. */
const headBytesMax = 8 * 1024;

/** Returns the first 8 KiB of a source, or all of a shorter source. */
export const headOf = (source: SourceBytes): Uint8Array => {
  if (source instanceof Uint8Array) return source.subarray(0, headBytesMax);
  for (const piece of source.read()) return piece.slice(0, headBytesMax);
  return new Uint8Array(0);
};

/** Reads all of a file; for files that are known to be small, and for the few that must be looked at whole. */
export const wholeOf = (file: SourceFile): Uint8Array => {
  const whole = new Uint8Array(file.sizeBytes);
  let at = 0;
  for (const piece of file.read()) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};

/** The importer's claim about a file: its name as the importer knows it, and its first day in force ("" when not said). */
export interface SourceClaim {
  readonly path: string;
  readonly validFrom: string;
  /** True where the official service gives it now. */
  readonly isFetched?: boolean;
}

/** What a law says about cases from before a change, as it was read from its words. */
export interface TransitionalReading {
  /** Rank of the unit that says it. */
  readonly rank: number;
  /** The sentence, letter by letter. */
  readonly words: string;
  /** What goes on to apply; one at least. */
  readonly provisions: readonly LawLink[];
  /** The words that say to which cases; "" where they were not told apart. */
  readonly appliesTo: string;
  /** The day before which these cases lie, ISO date; "" where the words name none. */
  readonly until: string;
  /** True where they lie before the first day in force of the law itself. */
  readonly untilOwnFirstDay: boolean;
}

/** One law as it was read from one file. `units` count in code points of `text`. */
export interface LawReading {
  readonly lawId: string;
  readonly validFrom: string;
  readonly title: string;
  readonly citationTitle: string;
  readonly kind: string;
  readonly form: string;
  /** Name and version of the rules that made the text: another version may give another text. */
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly text: LawText;
  readonly units: UnitTable;
  /** Elements that the reader does not know, with the number of times they occur; their text was kept. */
  readonly unknownElements: ReadonlyMap<string, number>;
  /** The legal system whose rules read the law; absent for the first legal system. */
  readonly jurisdiction?: string;
  /** True where `validFrom` is the day on which an act was made, since nobody says from when it applies; absent: it is a first day in force. */
  readonly isDocumentDate?: boolean;
  /** The source's own name of the version, `2014-01-01_1`; absent when the source has none. */
  readonly label?: string;
  /**
   * Identifiers of the units that stay the same in every version, in order of `units`; "" for a unit that has none. Absent
   * when no unit has an identifier.
   */
  readonly unitKeys?: readonly string[];
  /** What it says about cases from before a change; absent: its form is not read so. */
  readonly transitional?: readonly TransitionalReading[];
}
