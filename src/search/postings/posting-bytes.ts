/**
 * Where a word stands, as bytes. A block holds some documents in ascending order of number:
 *
 *     varint: length of the part that follows, up to the places
 *     for each document: varint of the difference to the one before (0 for the first, whose number is the block's key),
 *                        varint of `occurrences in the body × 8 + 4 if it is an extra + 2 if in people + 1 if in title`,
 *                        and where the bits say so, varints of the occurrences in title and in people
 *     places:            for each document, varints of the differences of its places in title, body and people
 *
 * Counts lie apart from places because only phrases ask for places. Varints are those of Protobuf (LEB128).
 */

/** A place counts words from the beginning of its field; each field has a range of its own, so one number says both. */
export const bodyPlace = 2 ** 17;
export const peoplePlace = 2 ** 30;
/** Titles longer than this many words keep their later words at one place. */
export const titlePlaceMax = 2 ** 16;
/** The place of what has none: another reading of a word, a facet. */
export const noPlace = -1;

/** Bytes that no `BlockWriter` has written: the index is damaged. */
export class TornBlockError extends Error {
  override readonly name = "TornBlockError";
}

/** Reads varints one after another; the two loops below are where a search spends its time. */
export class VarintReader {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  varint(): number {
    const byte = this.#bytes[this.at++];
    if (byte !== undefined && byte < 128) return byte;
    return this.#rest(byte);
  }

  /** Passes over so many. */
  skip(count: number): void {
    for (let left = count; left > 0; ) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw new TornBlockError();
      if (byte < 128) left--;
    }
  }

  /** Errors: `TornBlockError` past the end and beyond 32 bits. */
  #rest(head: number | undefined): number {
    let value = (head ?? 0) & 127;
    for (let shift = 7; head !== undefined && shift < 35; shift += 7) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) break;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new TornBlockError();
  }
}

/** Visits each document of a block with its weighed count: twice the title's, once the body's, the people's and an extra. */
export const eachCount = (first: number, block: Uint8Array, visit: (doc: number, weighed: number) => void): void => {
  const { reader, end } = opened(block);
  for (let doc = first; reader.at < end; ) {
    doc += reader.varint();
    const head = reader.varint();
    let weighed = head >>> 3;
    if ((head & 7) !== 0) {
      if (head & 1) weighed += 2 * reader.varint();
      if (head & 2) weighed += reader.varint();
      weighed += (head >>> 2) & 1;
    }
    visit(doc, weighed);
  }
};

/** Visits each place of each candidate of a block, both ascending; extras have none. */
export const eachPlace = (
  first: number,
  block: Uint8Array,
  isCandidate: (doc: number) => boolean,
  visit: VisitPlace,
): void => {
  const { reader, end } = opened(block);
  const places = new VarintReader(block, end);
  for (let doc = first; reader.at < end; ) {
    doc += reader.varint();
    const head = reader.varint();
    const title = head & 1 ? reader.varint() : 0;
    const people = head & 2 ? reader.varint() : 0;
    const body = head >>> 3;
    if (!isCandidate(doc)) {
      places.skip(title + body + people);
      continue;
    }
    eachOf(places, doc, title, 0, visit);
    eachOf(places, doc, body, bodyPlace, visit);
    eachOf(places, doc, people, peoplePlace, visit);
  }
};

type VisitPlace = (doc: number, place: number) => void;

/** Visits so many places of one field. */
const eachOf = (places: VarintReader, doc: number, count: number, base: number, visit: VisitPlace): void => {
  let place = base;
  for (let left = count; left > 0; left--) {
    place += places.varint();
    visit(doc, place);
  }
};

/** A reader at the first document, and where the documents end and the places begin. */
const opened = (block: Uint8Array): { reader: VarintReader; end: number } => {
  const reader = new VarintReader(block, 0);
  const length = reader.varint();
  if (reader.at + length > block.length) throw new TornBlockError();
  return { reader, end: reader.at + length };
};
