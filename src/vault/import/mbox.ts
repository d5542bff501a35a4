import { inEnglish, worded } from "../../messages/said.ts";
import { sha256Hex } from "../../sha256.ts";
import { messageName } from "../container/mailbox-members.ts";
import { firstSeparator, messageAt } from "../container/mailbox-places.ts";
import { Copies, copiesMax } from "../container/member.ts";
import { type Entry, ImportRefusal, type Opener } from "../reader/port.ts";

/** Messages of one mailbox. A file of 64 MiB cannot hold so many that anybody wrote. */
const messagesMax = 200_000;
/** A damaged mailbox has a few; a thousand are made on purpose. */
const emptyMax = 1_000;

/**
 * Mailboxes that are inside another file and so are in memory as a whole; src/vault/container/mailbox-members.ts says what a
 * mailbox is, and reads those of any size.
 */
export const mbox = {
  mediaTypes: ["application/mbox"],
  suffixes: [".mbox", ".mbx"],
  open(original) {
    const bytes = Buffer.from(original.buffer, original.byteOffset, original.length);
    const start = firstSeparator(bytes, 0, true);
    if (start === undefined) {
      throw new ImportRefusal(
        "it does not begin as a mailbox does, with a line `From …`; if it is one message, name it .eml",
      );
    }
    return messages(bytes, start);
  },
} satisfies Opener;

function* messages(bytes: Buffer, first: number): Generator<Entry> {
  let at = first;
  let empty = 0;
  const copies = new Copies();
  for (let count = 0; at < bytes.length; count++) {
    if (count >= messagesMax) throw new ImportRefusal(`it holds more than ${messagesMax} messages; split it`);
    const place = messageAt(bytes, at);
    const message = bytes.subarray(place.start, place.end);
    const isEmpty = message.length <= 2 && message.toString().trim() === "";
    if (isEmpty && ++empty > emptyMax)
      throw new ImportRefusal(`it has more than ${emptyMax} separators without a message; export it again`);
    if (isEmpty) yield { name: `message-${count + 1}`, refusal: noMessage };
    else {
      const digest = sha256Hex(message);
      if (!copies.areTooMany(digest)) yield { name: messageName(digest), mediaType: "message/rfc822", bytes: message };
    }
    at = place.next;
  }
  const more = copies.count - copiesMax;
  if (more > 0) yield { name: "copies", refusal: moreCopies(more) };
}

const moreCopies = (count: number): string => inEnglish(worded("import.more-messages-are-copies", { count }));

const noMessage = "the mailbox has no message between two of its separators; export it again and compare";
