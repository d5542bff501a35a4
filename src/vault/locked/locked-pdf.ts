import { createHash } from "node:crypto";
import { aesCbcOpened } from "./aes.ts";
import { type PdfLock, pdfKey } from "./pdf-keys.ts";
import { type PdfDictionary, type PdfEntry, PdfReader, type PdfString, type PdfValue } from "./pdf-values.ts";
import { rc4 } from "./rc4.ts";

/** An object as it stands in the file; `stream` are the bytes between `stream` and `endstream`. */
interface PdfObject {
  readonly id: string;
  /** Its value, without what stands around it. */
  readonly start: number;
  readonly end: number;
  readonly value: PdfValue;
  readonly strings: readonly PdfString[];
  readonly stream?: { readonly start: number; readonly end: number };
}

/** A number that stands for itself, and where. */
type Place = Pick<PdfEntry, "start" | "end"> & { readonly number: number };

/** How strings or streams are locked. */
type Method = "none" | "rc4" | "aes" | "aes-256";

/**
 * A PDF opened with a password (ISO 32000-2, 7.6): each string and stream stands open where it stood locked, so that all places in
 * the file hold, and nothing says any more that it is locked. An object with a string that is longer open than locked stands once
 * more at the end, as a later version of it (7.5.6). `undefined`: it is not locked, or has no password; `wrong`: this password does not
 * open it.
 */
export const pdfOpened = (original: Uint8Array, password: string): Uint8Array | "wrong" | undefined => {
  if (Buffer.from(original.buffer, original.byteOffset, original.length).indexOf("/Encrypt") < 0) return undefined;
  const text = Buffer.from(original).toString("latin1");
  const objects = objectsOf(text);
  const trailers = [...trailersOf(text), ...objects.flatMap(({ value }) => (isType(value, "XRef") ? [value] : []))];
  const locked = trailers.map(dictionaryOf).filter((trailer) => trailer.has("Encrypt"));
  const said = locked.at(-1)?.get("Encrypt")?.value;
  const rules = objects.findLast(({ id }) => id === refOf(said));
  const dictionary = dictionaryOf(rules?.value ?? said);
  const lock = lockOf(dictionary, locked.find((trailer) => trailer.has("ID")) ?? new Map());
  if (lock === undefined || pdfKey(lock, "") !== undefined) return undefined;
  const key = pdfKey(lock, password);
  if (key === undefined) return "wrong";
  const opener = new Opener(original, { key, dictionary, locksMetadata: lock.locksMetadata });
  const lengths = lengthsOf(text);
  for (const object of objects)
    if (object.id !== rules?.id && !isType(object.value, "XRef")) opener.open(object, lengths);
  for (const trailer of locked) opener.blank(trailer.get("Encrypt"));
  return opener.finish(text, locked.at(-1) ?? new Map());
};

const dictionaryOf = (value: PdfValue): PdfDictionary =>
  typeof value === "object" && "dictionary" in value ? value.dictionary : new Map();
const nameOf = (value: PdfValue): string => (typeof value === "object" && "name" in value ? value.name : "");
const refOf = (value: PdfValue): string => (typeof value === "object" && "ref" in value ? value.ref : "");
const bytesOf = (value: PdfValue): Uint8Array =>
  typeof value === "object" && "string" in value ? value.string : new Uint8Array();
const numberIn = (dictionary: PdfDictionary, name: string, otherwise: number): number => {
  const value = dictionary.get(name)?.value;
  return typeof value === "number" ? value : otherwise;
};
const isType = (value: PdfValue, name: string): boolean => nameOf(dictionaryOf(value).get("Type")?.value) === name;

/** Objects in the order of the file, also those that a later one of the same number has replaced. */
const objectsOf = (text: string): PdfObject[] => {
  const objects: PdfObject[] = [];
  const lengths = lengthsOf(text);
  const begins = /(?<![^\0\t\n\f\r >])(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj\b/g;
  for (let found = begins.exec(text); found !== null; found = begins.exec(text)) {
    const reader = new PdfReader(text, begins.lastIndex);
    const value = reader.value();
    const end = reader.at;
    reader.skipSpace();
    const stream = streamAt(text, reader.at, dictionaryOf(value), lengths);
    const [start, id] = [begins.lastIndex, `${found[1]} ${found[2]}`];
    objects.push({ id, start, end, value, strings: reader.strings, ...(stream && { stream }) });
    begins.lastIndex = Math.max(begins.lastIndex, stream?.end ?? reader.at);
  }
  return objects;
};

const streamAt = (
  text: string,
  at: number,
  dictionary: PdfDictionary,
  lengths: ReadonlyMap<string, Place>,
): PdfObject["stream"] => {
  const [line] = /^stream(?:\r\n|\n|\r)/.exec(text.slice(at, at + 8)) ?? [];
  if (line === undefined) return undefined;
  const start = at + line.length;
  const said = lengthOf(dictionary, lengths)?.number ?? -1;
  if (said >= 0 && /^\s*endstream/.test(text.slice(start + said, start + said + 16)))
    return { start, end: start + said };
  const end = text.indexOf("endstream", start);
  if (end < 0) return undefined;
  const [ends = ""] = /(?:\r\n|\n|\r)?$/.exec(text.slice(Math.max(start, end - 2), end)) ?? [];
  return { start, end: end - ends.length };
};

/** The length of a stream, here or in an object of its own. */
const lengthOf = (dictionary: PdfDictionary, lengths: ReadonlyMap<string, Place>): Place | undefined => {
  const said = dictionary.get("Length");
  if (typeof said?.value === "number") return { number: said.value, start: said.start, end: said.end };
  return lengths.get(refOf(said?.value));
};

/** Objects that are a number and nothing else. */
const lengthsOf = (text: string): ReadonlyMap<string, Place> =>
  new Map(
    Array.from(text.matchAll(/\b(\d{1,10})\s+(\d{1,5})\s+obj\s+(\d{1,10})\s+endobj/dg), (found) => {
      const [start, end] = found.indices?.[3] ?? [0, 0];
      return [`${found[1]} ${found[2]}`, { number: Number(found[3]), start, end }];
    }),
  );

const trailersOf = (text: string): PdfValue[] =>
  Array.from(text.matchAll(/\btrailer\b/g), ({ index }) => new PdfReader(text, index + "trailer".length).value());

/** Undefined for rules other than those of passwords. */
const lockOf = (dictionary: PdfDictionary, trailer: PdfDictionary): PdfLock | undefined => {
  const said = (name: string): PdfValue => dictionary.get(name)?.value;
  const [version, revision] = [numberIn(dictionary, "V", 0), numberIn(dictionary, "R", 0)];
  if (nameOf(said("Filter")) !== "Standard" || version < 1 || version > 5 || revision < 2 || revision > 6)
    return undefined;
  const ids = trailer.get("ID")?.value;
  const bits = version === 1 ? 40 : version === 4 ? 128 : numberIn(dictionary, "Length", 40);
  return {
    revision,
    keyBytes: Math.min(32, Math.max(5, bits / 8)),
    permissions: numberIn(dictionary, "P", 0),
    owner: bytesOf(said("O")),
    user: bytesOf(said("U")),
    ownerKey: bytesOf(said("OE")),
    userKey: bytesOf(said("UE")),
    locksMetadata: said("EncryptMetadata") !== false,
    id: typeof ids === "object" && "items" in ids ? bytesOf(ids.items[0]) : new Uint8Array(),
  };
};

/** The method of a filter (table 25); without filters of its own a file has one for all. */
const methodOf = (dictionary: PdfDictionary, use: "StmF" | "StrF" | "EFF"): Method => {
  if (numberIn(dictionary, "V", 0) < 4) return "rc4";
  const name = nameOf((dictionary.get(use) ?? dictionary.get("StmF"))?.value) || "Identity";
  const filter = dictionaryOf(dictionaryOf(dictionary.get("CF")?.value).get(name)?.value);
  return methods.get(nameOf(filter.get("CFM")?.value)) ?? "none";
};

const methods: ReadonlyMap<string, Method> = new Map([
  ["V2", "rc4"],
  ["AESV2", "aes"],
  ["AESV3", "aes-256"],
]);

interface Opening {
  readonly key: Uint8Array;
  readonly dictionary: PdfDictionary;
  readonly locksMetadata: boolean;
}

/** Opens what stands in a file, in a copy of it. */
class Opener {
  readonly out: Uint8Array;
  readonly #opening: Opening;
  /** Objects with a string that had no room, as they read open. */
  readonly #longer: { readonly id: string; readonly value: string }[] = [];

  constructor(original: Uint8Array, opening: Opening) {
    this.out = new Uint8Array(original);
    this.#opening = opening;
  }

  open(object: PdfObject, lengths: ReadonlyMap<string, Place>): void {
    const { dictionary } = this.#opening;
    const { id, value, stream } = object;
    this.#strings(object, methodOf(dictionary, "StrF"));
    if (stream === undefined || this.#standsOpen(value)) return;
    const method = methodOf(dictionary, isType(value, "EmbeddedFile") ? "EFF" : "StmF");
    const opened = this.#opened(id, method, this.out.subarray(stream.start, stream.end));
    if (opened === undefined) return;
    // What is left of the room is white space before `endstream`.
    this.out.fill(newLine, stream.start, stream.end);
    this.out.set(opened, stream.start);
    const place = lengthOf(dictionaryOf(value), lengths);
    if (place !== undefined) this.#write(place, String(opened.length));
  }

  /** Streams that are not locked: descriptions that programs may read, and those with a filter that says so. */
  #standsOpen(value: PdfValue): boolean {
    const filter = dictionaryOf(value).get("Filter")?.value;
    const names = typeof filter === "object" && "items" in filter ? filter.items.map(nameOf) : [nameOf(filter)];
    return names.includes("Crypt") || (isType(value, "Metadata") && !this.#opening.locksMetadata);
  }

  /** Undefined for what stands open, or is no whole of its method. */
  #opened(id: string, method: Method, bytes: Uint8Array): Uint8Array | undefined {
    if (method === "none") return undefined;
    const key = method === "aes-256" ? this.#opening.key : objectKey(this.#opening.key, id, method);
    return method === "rc4" ? rc4(key, bytes) : aesOpened(key, bytes);
  }

  #strings({ id, start, end, strings, stream }: PdfObject, method: Method): void {
    const words = strings.map((one) => {
      const opened = this.#opened(id, method, one.string);
      return { ...one, words: opened && literal(opened) };
    });
    if (words.every((one) => (one.words?.length ?? 0) <= one.end - one.start)) {
      for (const one of words) if (one.words !== undefined) this.#write(one, one.words);
      return;
    }
    if (stream !== undefined) return;
    let [value, at] = ["", start];
    for (const one of words) {
      value += this.#said(at, one.start) + (one.words ?? this.#said(one.start, one.end));
      at = one.end;
    }
    this.#longer.push({ id, value: value + this.#said(at, end) });
  }

  #said(start: number, end: number): string {
    return Buffer.from(this.out.subarray(start, end)).toString("latin1");
  }

  /** The whole file; `trailer` is its last one, from which what is added at the end goes on. */
  finish(text: string, trailer: PdfDictionary): Uint8Array {
    if (this.#longer.length === 0) return this.out;
    let added = "\n";
    const table = this.#longer.map(({ id, value }) => {
      const [number = "0", generation = "0"] = id.split(" ");
      const at = String(this.out.length + added.length).padStart(10, "0");
      added += `${number} ${generation} obj${value}\nendobj\n`;
      return `${number} 1\n${at} ${generation.padStart(5, "0")} n \n`;
    });
    const before = /startxref\s+(\d+)(?![\s\S]*startxref)/.exec(text.slice(-4096))?.[1] ?? "0";
    const kept = ["Size", "Root", "Info", "ID"].flatMap((name) => {
      const entry = trailer.get(name);
      return entry === undefined ? [] : [this.#said(entry.nameAt, entry.end)];
    });
    const at = this.out.length + added.length;
    added += `xref\n${table.join("")}trailer\n<< ${kept.join(" ")} /Prev ${before} >>\nstartxref\n${at}\n%%EOF\n`;
    return Buffer.concat([this.out, Buffer.from(added, "latin1")]);
  }

  /** Blanks a name with its value. */
  blank(entry: PdfEntry | undefined): void {
    if (entry !== undefined) this.out.fill(blank, entry.nameAt, entry.end);
  }

  #write({ start, end }: { readonly start: number; readonly end: number }, words: string): void {
    this.out.fill(blank, start, end);
    this.out.set(Buffer.from(words, "latin1").subarray(0, end - start), start);
  }
}

/** A string as it is written (7.3.4.2), in the shorter of its two forms. */
const literal = (bytes: Uint8Array): string => {
  const words = Buffer.from(bytes).toString("latin1");
  const isEven = !/[()]/.test(words.replaceAll(/\([^()]*\)/g, ""));
  const escaped = words.replace(isEven ? /[\\\r]/g : /[\\()\r]/g, (sign) => (sign === "\r" ? "\\r" : `\\${sign}`));
  return escaped.length <= 2 * bytes.length ? `(${escaped})` : `<${Buffer.from(bytes).toString("hex")}>`;
};

const [newLine, blank] = [0x0a, 0x20];

/** Algorithm 1: the key of an object, by its number and generation. */
const objectKey = (key: Uint8Array, id: string, method: Method): Uint8Array => {
  const [number = 0, generation = 0] = id.split(" ").map(Number);
  const tail = Buffer.alloc(5);
  tail.writeUIntLE(number % 0x1000000, 0, 3);
  tail.writeUIntLE(generation % 0x10000, 3, 2);
  const hash = createHash("md5").update(key).update(tail);
  if (method === "aes") hash.update("sAlT", "latin1");
  return hash.digest().subarray(0, Math.min(16, key.length + 5));
};

const aesOpened = (key: Uint8Array, bytes: Uint8Array): Uint8Array | undefined => {
  if (bytes.length === 0) return undefined;
  const blocks = bytes.subarray(16, bytes.length - (bytes.length % 16));
  if (bytes.length < 32) return new Uint8Array();
  const opened = aesCbcOpened(key, bytes.subarray(0, 16), blocks);
  const filling = opened.at(-1) ?? 0;
  return opened.subarray(0, opened.length - (filling <= 16 ? filling : 0));
};
