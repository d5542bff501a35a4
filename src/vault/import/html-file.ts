import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { chatInPage } from "../chat/chat-page.ts";
import { chatFacts } from "../chat/chat-segments.ts";
import { cleanText, codePointLength } from "../mail/clean-text.ts";
import { cleanedLine } from "../mail/cleaned-line.ts";
import { htmlText } from "../mail/html-text.ts";
import { markedText } from "../mail/line-marks.ts";
import { withoutTags } from "../mail/plain-markup.ts";
import { fileName, type Importer, ImportRefusal } from "../reader/port.ts";
import { fileDate } from "./file-facts.ts";
import { rulingNote } from "./ruling-note.ts";
import { decodeFile } from "./text-file.ts";

/** Web pages and HTML attachments: the text a reader sees, by the same rules as HTML mail. Title is the title element. */
export const htmlFile: Importer = {
  mediaTypes: ["text/html", "application/xhtml+xml"],
  suffixes: [".html", ".htm"],
  // 2: read by parse5, as the HTML standard says. 3: words that are struck through are marked.
  // 4: the page of a chat is read message by message. 5: that of Telegram too.
  version: "5",
  async extract(original, context) {
    const { text: markup, encoding } = decodeFile(original, declaredCharset(original));
    const { lines, hidden, title } = htmlText(markup);
    const cleaned = lines.map(cleanedLine);
    const from = cleaned.findIndex((line) => line.text.trim() !== "");
    const { text, marks } = markedText(cleaned.slice(Math.max(0, from)));
    if (text === "") throw new ImportRefusal("it shows no text; save the words it should show as .txt and import that");
    const page = chatInPage(markup, text);
    const chat = page && chatFacts(text, page.messages);
    return {
      text,
      segments: [{ start: 0, end: codePointLength(text), voice: Voice.AUTHOR, speaker: "", depth: 0, dateText: "" }],
      extractor: encoding === "utf-8" ? "html" : `html-${encoding}`,
      docType: "html",
      mediaType: "text/html",
      title:
        cleanText(page?.title || title)
          .slice(0, 200)
          .toWellFormed() || fileName(context.path),
      ...fileDate(context.path, ""),
      participants: [],
      ...chat,
      // In order of start, outer before inner.
      marks: [...marks, ...(chat?.marks ?? [])].toSorted((a, b) => a.start - b.start || b.end - a.end),
      parts: [],
      witness: withoutTags(markup),
      notes: [...rulingNote(text), ...(hidden ? ["Text that the page hides from its reader was left out."] : [])],
    };
  },
};

/** `<meta charset=…>` within the first KiB, where HTML says that it must stand. */
const declaredCharset = (original: Uint8Array): string =>
  /charset\s*=\s*["']?([\w-]{1,40})/i.exec(new TextDecoder("latin1").decode(original.subarray(0, 1024)))?.[1] ?? "";
