import { ByteWriter } from "../postings/byte-writer.ts";
import { VarintReader } from "../postings/posting-bytes.ts";
import type { IndexedEntry } from "../postings/recent-words.ts";

/**
 * An entry's texts as bytes: varints of where the body proper begins (UTF-16 units) and of the sizes of body and title, of how many people there are and each one's size, of
 * how many names and values of facets there are and each one's size; then all of them in this order as UTF-8.
 */
export type TextRecord = Uint8Array;

const writer = new ByteWriter();
const texts = new ByteWriter();

/** Equal entries have equal bytes; half a surrogate pair becomes U+FFFD. The bytes are a copy of the caller's own. */
export const encodeRecord = ({ title, body, bodyStart = 0, people, facets }: IndexedEntry): TextRecord => {
  writer.clear();
  texts.clear();
  writer.varint(bodyStart);
  writer.varint(texts.text(body));
  writer.varint(texts.text(title));
  writer.varint(people.length);
  for (const person of people) writer.varint(texts.text(person));
  const lists = Object.entries(facets);
  writer.varint(lists.reduce((sum, [, values]) => sum + 2 * values.length, 0));
  for (const [name, values] of lists) {
    for (const value of values) {
      writer.varint(texts.text(name));
      writer.varint(texts.text(value));
    }
  }
  writer.append(texts);
  return writer.bytes().slice();
};

/** The texts again. Errors: `TornBlockError`. */
export const decodeRecord = (record: TextRecord): IndexedEntry => {
  const reader = new VarintReader(record, 0);
  const bodyStart = reader.varint();
  const [bodySize, titleSize] = [reader.varint(), reader.varint()];
  const personSizes = sizesOf(reader);
  const pairSizes = sizesOf(reader);
  let at = reader.at;
  const next = (size: number): string => {
    at += size;
    return textAt(record, at - size, at);
  };
  const [body, title] = [next(bodySize), next(titleSize)];
  const people = personSizes.map(next);
  const pairs = pairSizes.map(next);
  const facets: Record<string, string[]> = Object.create(null);
  for (let pair = 0; pair < pairs.length; pair += 2) {
    const name = pairs[pair] as string;
    facets[name] = [...(facets[name] ?? []), pairs[pair + 1] as string];
  }
  return { body, bodyStart, title, people, facets };
};

/** The body alone, and where it begins to be shown. Errors: `TornBlockError`. */
export const bodyOfRecord = (record: TextRecord): { body: string; start: number } => {
  const reader = new VarintReader(record, 0);
  const start = reader.varint();
  const bodySize = reader.varint();
  reader.varint();
  for (let lists = 0; lists < 2; lists++) reader.skip(reader.varint());
  return { body: textAt(record, reader.at, reader.at + bodySize), start };
};

const sizesOf = (reader: VarintReader): number[] => {
  const sizes: number[] = [];
  for (let left = reader.varint(); left > 0; left--) sizes.push(reader.varint());
  return sizes;
};

const textAt = (record: TextRecord, from: number, to: number): string =>
  Buffer.from(record.buffer, record.byteOffset, record.byteLength).toString("utf8", from, to);
