import { createHash } from "node:crypto";
import type { ContainerPosition } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { ImportRefusal } from "../reader/port.ts";
import { countMessage } from "./mailbox-counts.ts";
import {
  countedEnd,
  decidingBytes,
  firstSeparator,
  isBare,
  lineEnd,
  type MessagePlace,
  messageBytesMax,
  nextSeparator,
  placeBetween,
  undecided,
} from "./mailbox-places.ts";
import type { Member } from "./member.ts";
import { Window } from "./window.ts";

/** A damaged mailbox has a few; a thousand are made on purpose. */
const emptyMax = 1_000n;
/** Empty lines that may stand above the first separator. */
const blankBytesMax = 4_096;

/**
 * Mailboxes in mbox form (RFC 4155, and the four dialects that came before it). A message is what stands between two
 * separator lines, byte for byte, the one empty line before the next separator left off:
 *
 * - mboxo, mboxrd: a separator is a line `From …` at the beginning or after an empty line. Their escape (`>From `) stays in
 *   the stored bytes, since mboxo cannot be undone without doubt; the text of the message shows it undone.
 * - mboxcl, mboxcl2: where a message has a Content-Length and a separator (or the end) stands exactly there, it ends there,
 *   whatever its lines look like.
 *
 * A line that begins with `From ` after an empty line is a separator when it names a time or a year, or when the headers of
 * a message stand right below it (Netscape writes a bare `From - `); else it is prose.
 *
 * The stream begins at `position.offset`, between two messages. `position` is kept up to date for what was given. No more of it
 * is in memory than a message and a piece; what stands behind the last one is put into `found`. Errors: `ImportRefusal` for what does not begin as a mailbox, and for a thousand
 * separators without a message.
 */
export async function* mailboxMembers(
  pieces: AsyncIterable<Uint8Array>,
  position: ContainerPosition,
  found: { tail: Uint8Array },
): AsyncGenerator<Member> {
  const window = new Window(pieces);
  let last: Member | undefined;
  try {
    for (;;) {
      while (!window.isWhole && window.bytes.length < blankBytesMax + decidingBytes) await window.more();
      const separator = separatorIn(window, position);
      if (separator === undefined) {
        found.tail = new Uint8Array(window.bytes);
        return;
      }
      const before = new Uint8Array(window.bytes.subarray(0, lineEnd(window.bytes, separator)));
      const place = await placeOf(window, separator);
      last =
        place === undefined
          ? await oversized(window, before, position)
          : message(window, separator, place, before, position, last);
      yield last;
    }
  } finally {
    await window.close();
  }
}

const separatorIn = ({ bytes, isWhole }: Window, { offset }: ContainerPosition): number | undefined => {
  const separator = firstSeparator(bytes, 0, offset === 0n);
  if (separator !== undefined && separator <= blankBytesMax) return separator;
  if (offset > 0n && isWhole && bytes.length <= blankBytesMax) return undefined;
  if (offset > 0n) throw new ImportRefusal("it could not be read on from a place in its middle; import it once more");
  throw new ImportRefusal(
    "it does not begin as a mailbox does, with a line `From …`; if it is one message, name it .eml",
  );
};

/** Where the message behind this separator lies, as soon as so much of it is there; undefined when it is too large. */
const placeOf = async (window: Window, separator: number): Promise<MessagePlace | undefined> => {
  const start = lineEnd(window.bytes, separator);
  let next = countedEnd(window.bytes, start, window.isWhole);
  for (; next === undecided; next = countedEnd(window.bytes, start, window.isWhole)) await window.more();
  if (next !== undefined) return placeBetween(window.bytes, start, next, true);
  for (let scanFrom = start; ; ) {
    next = nextSeparator(window.bytes, scanFrom, window.isWhole);
    if (next !== undecided) break;
    if (window.bytes.length > messageBytesMax + 2 * decidingBytes) return undefined;
    scanFrom = Math.max(start, window.bytes.length - decidingBytes - 1);
    await window.more();
  }
  const place = placeBetween(window.bytes, start, next, false);
  return place.end - start > messageBytesMax ? undefined : place;
};

const message = (
  window: Window,
  separator: number,
  { start, end, isCounted }: MessagePlace,
  before: Uint8Array,
  position: ContainerPosition,
  last: Member | undefined,
): Member => {
  const seen = window.bytes.subarray(start, end);
  // A copy of the one before it is neither copied nor hashed.
  const isCopy = last !== undefined && "bytes" in last.given && seen.equals(last.given.bytes);
  const bytes = isCopy ? last.given.bytes : new Uint8Array(seen);
  const isEmpty = bytes.length <= 2 && bytes.every((byte) => byte === 0x0a || byte === 0x0d || byte === 0x20);
  countMessage(position, seen, isCounted, isBare(window.bytes, separator));
  if (isEmpty && ++position.emptyCount > emptyMax)
    throw new ImportRefusal(`it has more than ${emptyMax} separators without a message; export it again`);
  window.drop(end);
  if (isEmpty) {
    const name = `message-${position.memberCount + 1n}`;
    const told = { name, given: { refusal: noMessage }, digest: "", sizeBytes: 0 };
    return advanced(position, { ...told, before: Buffer.concat([before, bytes]) }, end);
  }
  const digest = isCopy ? last.digest : sha256Hex(bytes);
  return advanced(
    position,
    { name: messageName(digest), given: { bytes }, digest, sizeBytes: bytes.length, before },
    end,
  );
};

/**
 * A message that is larger than a document may be: its bytes are passed over, hashed on the way, and the next separator is
 * looked for by its line alone.
 */
const oversized = async (window: Window, before: Uint8Array, position: ContainerPosition): Promise<Member> => {
  const hash = createHash("sha256");
  let passed = before.length;
  window.drop(before.length);
  for (;;) {
    const next = nextSeparator(window.bytes, 1, window.isWhole);
    // What may be the beginning of a separator, and the empty line above it, stays in sight.
    const sure = next === undecided ? Math.max(0, window.bytes.length - 2 * decidingBytes) : next;
    hash.update(window.bytes.subarray(0, sure));
    window.drop(sure);
    passed += sure;
    if (next !== undecided) break;
    await window.more();
  }
  const digest = hash.digest("hex");
  const told = { name: messageName(digest), given: { refusal: tooLargeMessage }, digest };
  return advanced(position, { ...told, sizeBytes: passed - before.length, before }, passed);
};

const advanced = (
  position: ContainerPosition,
  told: Pick<Member, "name" | "given" | "digest" | "sizeBytes" | "before">,
  byteCount: number,
): Member => {
  position.memberCount++;
  position.offset += BigInt(byteCount);
  return { ...told, mediaType: "message/rfc822", end: Number(position.offset) };
};

/** Named by its bytes, because its place shifts when others come or go. */
export const messageName = (docUid: string): string => `${docUid.slice(0, 16)}.eml`;

/** Path of a message of a mailbox, given that path or another of the same mailbox. */
export const mailboxEntryPath = (path: string, docUid: string): string => {
  const end = path.lastIndexOf("!/");
  return end < 0 ? "" : `${path.slice(0, end)}!/${messageName(docUid)}`;
};

const noMessage = "the mailbox has no message between two of its separators; export it again and compare";
const tooLargeMessage =
  "this one message of the mailbox is larger than 64 MiB, the most one document may have; save its attachments as files and import those";
