import { pstItems } from "../outlook/pst-items.ts";
import { type Entry, ImportRefusal, type Opener } from "../reader/port.ts";

/**
 * Data files of Outlook (.pst, .ost) that are inside another file and so are in memory as a whole;
 * src/vault/container/outlook-members.ts reads those of any size.
 */
export const outlook: Opener = {
  mediaTypes: ["application/vnd.ms-outlook-pst", "application/x-outlook-pst"],
  suffixes: [".pst", ".ost"],
  open: (original) => entries(Buffer.from(original.buffer, original.byteOffset, original.length)),
};

function* entries(original: Buffer): Generator<Entry> {
  try {
    for (const { item } of pstItems(original, 0))
      if (item !== undefined) yield "bytes" in item ? { ...item, mediaType: msgType } : item;
  } catch (error) {
    throw error instanceof ImportRefusal ? error : new ImportRefusal(damagedMailbox, { cause: error });
  }
}

const msgType = "application/vnd.ms-outlook";
const damagedMailbox = "it is damaged; export the mailbox from Outlook as .pst once more and import that";
