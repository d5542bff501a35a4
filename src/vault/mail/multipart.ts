import { lineEnd } from "./header-bytes.ts";

/** Bytes from `start` (inclusive) to `end` (exclusive). */
export interface PartRange {
  readonly start: number;
  readonly end: number;
}

interface Delimiter {
  /** Where the line break before it begins: it belongs to the boundary (RFC 2046 5.1.1). */
  readonly breakStart: number;
  readonly lineEnd: number;
  readonly closes: boolean;
}

/** More than this behind the last part is not looked at for words. */
const afterBytesMax = 4_096;

/**
 * The parts of a multipart body. A delimiter is a line that holds the boundary and nothing else; the last part of a
 * multipart that is never closed goes to its end. No delimiter, no part. `after` is what follows the closing one.
 */
export const partRanges = (
  bytes: Buffer,
  body: PartRange,
  boundary: string,
  lineEndByte: number,
): { readonly parts: PartRange[]; readonly after: string } => {
  const parts: PartRange[] = [];
  let open: number | undefined;
  let after = body.end;
  for (const delimiter of delimiters(bytes, body, boundary.trimEnd(), lineEndByte)) {
    if (open !== undefined) parts.push({ start: open, end: Math.max(open, delimiter.breakStart) });
    open = delimiter.lineEnd;
    if (!delimiter.closes) continue;
    after = delimiter.lineEnd;
    open = undefined;
    break;
  }
  if (open !== undefined) parts.push({ start: open, end: body.end });
  return { parts, after: bytes.toString("latin1", after, Math.min(body.end, after + afterBytesMax)) };
};

function* delimiters(
  bytes: Buffer,
  { start, end }: PartRange,
  boundary: string,
  lineEndByte: number,
): Generator<Delimiter> {
  if (boundary === "") return;
  const needle = Buffer.from(`--${boundary}`, "latin1");
  // Not beyond the end: parts are looked through one after another, and each would look through all that follow.
  const within = bytes.subarray(0, end);
  for (let at = within.indexOf(needle, start); at >= 0; at = within.indexOf(needle, at + 1)) {
    if (at > start && bytes[at - 1] !== lineEndByte) continue;
    const next = lineEnd(bytes, at, end, lineEndByte);
    const rest = /^(--)?[ \t]*[\r\n]*$/.exec(bytes.toString("latin1", at + needle.length, Math.min(next, at + 2_000)));
    if (rest === null) continue;
    const before = at > start ? at - 1 : at;
    const breakStart = lineEndByte === 0x0a && before > start && bytes[before - 1] === 0x0d ? before - 1 : before;
    yield { breakStart, lineEnd: next, closes: rest[1] !== undefined };
  }
}
