import { chatFacts } from "../chat/chat-segments.ts";
import { telegramExport } from "../chat/telegram-export.ts";
import { fileName, type Importer, ImportRefusal } from "../reader/port.ts";
import { decodeFile } from "./text-file.ts";
import { unreadByName } from "./unread-kinds.ts";

/** Exports of Telegram Desktop in JSON (`result.json`). Other JSON is refused with what to do. */
export const telegram: Importer = {
  mediaTypes: [],
  suffixes: [".json"],
  version: "1",
  async extract(original, context) {
    const read = telegramExport(decodeFile(original).text);
    if (read === undefined) throw new ImportRefusal(unreadByName(".json") ?? "");
    if (read.messages.length === 0)
      throw new ImportRefusal("it holds no messages with words; export the conversation anew and import that");
    const [name = "", ...others] = read.names;
    return {
      text: read.text,
      ...chatFacts(read.text, read.messages),
      participants: [],
      extractor: "telegram",
      mediaType: "application/json",
      title: name !== "" && others.length === 0 ? name : fileName(context.path),
      parts: [],
      notes: [],
    };
  },
};
