/** An element of BER (X.690): its tag, and where its content stands. */
interface Element {
  readonly tag: number;
  readonly start: number;
  /** Behind the content. */
  readonly end: number;
  /** Behind the element, with what ends one of indefinite length. */
  readonly next: number;
}

const [octets, constructedOctets, sequence, explicit0] = [0x04, 0x24, 0x30, 0xa0];
/** Real messages nest six deep and cut the content into pieces of some kilobytes. */
const [nestingMax, piecesMax] = [16, 200_000];

/** Object identifier 1.2.840.113549.1.7.2, signedData (RFC 5652 5.1). */
const signedData = Buffer.from("2a864886f70d010702", "hex");

/**
 * The content that an S/MIME message of the opaque form carries inside its signature (RFC 8551 3.5.2): a MIME part of its own.
 * Undefined for what is no signed data, carries no content, or is damaged. The signature is not checked.
 */
export const signedContent = (bytes: Uint8Array): Buffer | undefined => {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const outer = elementAt(given, 0, given.length);
  const [type, wrapped] = outer?.tag === sequence ? inside(given, outer) : [];
  if (type === undefined || !given.subarray(type.start, type.end).equals(signedData)) return undefined;
  const signed = wrapped?.tag === explicit0 ? inside(given, wrapped)[0] : undefined;
  // SignedData: version, digest algorithms, the content with its type, and what else there is.
  const content = signed && inside(given, signed)[2];
  const carried = content && inside(given, content)[1];
  const value = carried?.tag === explicit0 ? inside(given, carried)[0] : undefined;
  if (value === undefined) return undefined;
  const pieces: Buffer[] = [];
  return collect(given, value, pieces, 0) ? Buffer.concat(pieces) : undefined;
};

/** RFC 5322, 2.2: the first header, or the empty line of a part that has none. */
const beginsAsPart = /^(?:\r?\n|[!-9;-~]{1,100}:)/;

/** The same where it is a MIME part, as a mail's own signature holds it; undefined too for a file that was signed, such as a PDF. */
export const signedPart = (bytes: Uint8Array): Buffer | undefined => {
  const content = signedContent(bytes);
  return content !== undefined && beginsAsPart.test(content.toString("latin1", 0, 128)) ? content : undefined;
};

/** An octet string, whole or in pieces (X.690 8.7). */
const collect = (bytes: Buffer, { tag, start, end }: Element, pieces: Buffer[], depth: number): boolean => {
  if (tag === octets) return pieces.push(bytes.subarray(start, end)) <= piecesMax;
  if (tag !== constructedOctets || depth > nestingMax) return false;
  for (let at = start; at < end; ) {
    const piece = elementAt(bytes, at, end);
    if (piece === undefined || !collect(bytes, piece, pieces, depth + 1)) return false;
    at = piece.next;
  }
  return true;
};

/** The first elements inside another. */
const inside = (bytes: Buffer, { start, end }: Element): Element[] => {
  const found: Element[] = [];
  for (let at = start; at < end && found.length < 4; ) {
    const element = elementAt(bytes, at, end);
    if (element === undefined) break;
    found.push(element);
    at = element.next;
  }
  return found;
};

const elementAt = (bytes: Buffer, at: number, limit: number, depth = 0): Element | undefined => {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  // Tags of several bytes do not occur on the way to the content.
  if (tag === undefined || first === undefined || at + 2 > limit || (tag & 0x1f) === 0x1f || depth > nestingMax)
    return undefined;
  if (first === 0x80) return indefinite(bytes, tag, at + 2, limit, depth);
  const count = first < 0x80 ? 0 : first & 0x7f;
  if (count > 4 || at + 2 + count > limit) return undefined;
  const length = count === 0 ? first : bytes.readUIntBE(at + 2, count);
  const start = at + 2 + count;
  return start + length > limit ? undefined : { tag, start, end: start + length, next: start + length };
};

/** An element that says its end by two zeros (X.690 8.1.3.6). */
const indefinite = (bytes: Buffer, tag: number, start: number, limit: number, depth: number): Element | undefined => {
  for (let at = start; at + 2 <= limit; ) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) return { tag, start, end: at, next: at + 2 };
    const element = elementAt(bytes, at, limit, depth + 1);
    if (element === undefined) return undefined;
    at = element.next;
  }
  return undefined;
};
