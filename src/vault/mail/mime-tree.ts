import { ImportRefusal } from "../reader/port.ts";
import { type MimeHeader, type RawHeader, readHeaders, readRawHeaders } from "./header-bytes.ts";
import { type ParameterValue, readParameters } from "./header-parameters.ts";
import { mediaTypeOf } from "./media-type.ts";
import { type PartRange, partRanges } from "./multipart.ts";
import { signedPart } from "./signed-content.ts";
import { type TransferEncoding, transferDecoded, transferEncodingOf } from "./transfer-encoding.ts";

export type { MimeHeader } from "./header-bytes.ts";

/** Where the bytes of a part stand in its message, and how they are encoded there. */
export interface PartPlace {
  readonly offset: number;
  readonly length: number;
  readonly encoding: TransferEncoding;
}

/** A MIME part. `bytes` are those of `place`, decoded; empty for a part that has children. */
export interface MimePart {
  /** Lower case, without parameters; `text/plain` where the part says nothing or nothing that is one (RFC 2045 5.2). */
  readonly mediaType: string;
  /** Lower-case names; decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly disposition: string;
  readonly fileName: string;
  readonly headers: readonly MimeHeader[];
  /** Absent for a part inside a signature, whose bytes may stand in pieces. */
  readonly place?: PartPlace;
  readonly bytes: Uint8Array;
  readonly children: readonly MimePart[];
  /** Sentences on what had to be assumed. */
  readonly notes: readonly string[];
}

/** Real mail nests four deep; each level costs a hostile sender one line and us a node. */
const nestingMax = 40;
/** Header bytes over all parts. The largest real header set seen is under 64 KiB. */
const headerBytesMax = 1024 * 1024;
/** Parts in all. A folder of a thousand attachments is beyond what people send. */
const partsMax = 2_000;

/**
 * Reads the part tree of a message (RFC 5322, RFC 2045 to 2049). Every part is a range of the message's own bytes, decoded
 * from there, so that a file in a mail has the bytes, and the digest, that it has on disk.
 *
 * Errors: `ImportRefusal` for nesting, header and part bombs.
 */
export const parseMime = (original: Uint8Array, start = 0): MimePart => {
  const bytes = Buffer.from(original.buffer, original.byteOffset, original.length);
  // A file without a line feed has lines all the same, where an old Mac wrote it.
  const lineEndByte = bytes.includes(0x0a) ? 0x0a : 0x0d;
  const counts = { parts: 0, headerBytes: 0 };
  return new Tree(bytes, lineEndByte, counts).part(
    { start: firstLine(bytes, start), end: bytes.length },
    0,
    "text/plain",
    "",
  );
};

/** Blank lines above the headers are nobody's body. */
const firstLine = (bytes: Buffer, start: number): number => {
  const blank = /^(?:[ \t]{0,998}\r?[\n\r]){1,50}/.exec(bytes.toString("latin1", start, start + 4_096))?.[0] ?? "";
  const at = start + blank.length;
  return at === start || readRawHeaders(bytes, at, Math.min(bytes.length, at + 1_000)).fields.length > 0 ? at : start;
};

class Tree {
  readonly #bytes: Buffer;
  readonly #lineEndByte: number;
  readonly #counts: { parts: number; headerBytes: number };

  constructor(bytes: Buffer, lineEndByte: number, counts: { parts: number; headerBytes: number }) {
    this.#bytes = bytes;
    this.#lineEndByte = lineEndByte;
    this.#counts = counts;
  }

  part({ start, end }: PartRange, depth: number, ownType: string, rootCharset: string): MimePart {
    if (++this.#counts.parts > partsMax)
      throw new ImportRefusal(`it has more than ${partsMax} parts; save its attachments and import those`);
    if (depth > nestingMax) throw refused(`its parts are nested more than ${nestingMax} deep`);
    const headersEnd = Math.min(end, start + headerBytesMax + 1);
    const { fields, bodyStart } = readRawHeaders(this.#bytes, start, headersEnd, this.#lineEndByte);
    this.#counts.headerBytes += bodyStart - start;
    if (this.#counts.headerBytes > headerBytesMax)
      throw refused(`its headers are larger than ${headerBytesMax / 1024} KiB`);
    const type = typeOf(fields);
    const charset = type.parameters.charset ?? rootCharset;
    const { headers, assumed } = readHeaders(fields, charset);
    const mediaType = mediaTypeOf(type.value, ownType);
    const body = { start: bodyStart, end };
    const inside = mediaType.startsWith("multipart/")
      ? partRanges(this.#bytes, body, type.parameters.boundary ?? "", this.#lineEndByte)
      : { parts: [], after: "" };
    const childType = mediaType === "multipart/digest" ? "message/rfc822" : "text/plain";
    const children = inside.parts.map((range) => this.part(range, depth + 1, childType, charset));
    const carried = this.#carried(headers, body, children.length > 0);
    const signed = signedType.test(mediaType) ? signedPart(carried.part.bytes) : undefined;
    const notes = [
      ...(assumed ? [assumedHeaders] : []),
      ...(saysWords(inside.after) ? [wordsAfter] : []),
      ...(carried.asGiven ? [noEncoding] : []),
      ...(signed === undefined ? [] : [uncheckedSignature]),
    ];
    const made = { mediaType, parameters: type.parameters, ...carried.part, headers, children, notes };
    return signed === undefined
      ? made
      : { ...made, bytes: new Uint8Array(), children: [this.#inSignature(signed, depth, charset)] };
  }

  /** The part that a signature is put around; its bytes may stand in pieces, so that it has no place in the message. */
  #inSignature(content: Buffer, depth: number, charset: string): MimePart {
    const lineEndByte = content.includes(0x0a) ? 0x0a : 0x0d;
    const whole = { start: 0, end: content.length };
    return placeless(new Tree(content, lineEndByte, this.#counts).part(whole, depth + 1, "text/plain", charset));
  }

  #carried(headers: readonly MimeHeader[], { start, end }: PartRange, isParent: boolean) {
    const value = (key: string): string => headers.find((header) => header.key === key)?.value ?? "";
    const disposition = readParameters(value("content-disposition"));
    const named = readParameters(value("content-type")).parameters.name;
    const encoding = transferEncodingOf(value("content-transfer-encoding"));
    const place = { offset: start, length: end - start, encoding };
    const { bytes, asGiven } = isParent
      ? { bytes: new Uint8Array(), asGiven: false }
      : transferDecoded(this.#bytes.subarray(start, end), encoding);
    const fileName = disposition.parameters.filename ?? named ?? "";
    return { part: { disposition: disposition.value, fileName, place, bytes }, asGiven };
  }
}

const signedType = /^application\/(?:x-)?pkcs7-mime$/;

const placeless = ({ place: _, ...part }: MimePart): MimePart => ({ ...part, children: part.children.map(placeless) });

const typeOf = (fields: readonly RawHeader[]): ParameterValue => {
  const given = fields.find(({ key }) => key === "content-type");
  return readParameters(given === undefined ? "" : (readHeaders([given], "").headers[0]?.value ?? ""));
};

const refused = (why: string): ImportRefusal =>
  new ImportRefusal(`${why}; export the message again from the mail program and import that`);

const saysWords = (text: string): boolean => /\p{L}{2}/u.test(text);
const uncheckedSignature = "It is signed (S/MIME); its words stand inside the signature, which was not checked.";
const noEncoding = "A part is not encoded as it says, or not to its end: read it in the original as well.";
const wordsAfter = "Words below its last part, which mail programs do not show, were left out.";
const assumedHeaders =
  "Its headers do not say how their letters are encoded; windows-1252 was assumed for those that are not ASCII.";
