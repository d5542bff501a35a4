import { chatFacts } from "../chat/chat-segments.ts";
import { readBackup } from "../chat/sms-backup.ts";
import { fileName, type Importer, ImportRefusal } from "../reader/port.ts";
import { decodeFile } from "./text-file.ts";

/**
 * Backups of a telephone's messages in XML (SMS Backup & Restore, Signal's plain one). The canonical text has each message with the day and
 * the name that the file shows people above its words; other XML is refused.
 */
export const chatBackup: Importer = {
  mediaTypes: ["text/xml", "application/xml"],
  suffixes: [".xml"],
  version: "1",
  async extract(original, context) {
    const { text: xml, encoding } = decodeFile(original);
    const { text, messages } = readBackup(xml);
    if (messages.length === 0)
      throw new ImportRefusal("it holds no messages with words; make the backup anew and import that");
    return {
      text,
      ...chatFacts(text, messages),
      participants: [],
      extractor: encoding === "utf-8" ? "sms-backup" : `sms-backup-${encoding}`,
      mediaType: "text/xml",
      title: fileName(context.path),
      parts: [],
      notes: messages.some(({ isSaid, speaker }) => isSaid && speaker === "")
        ? ["The file does not name who sent messages from this telephone."]
        : [],
    };
  },
};
