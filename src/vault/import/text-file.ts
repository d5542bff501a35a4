import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { chatForms } from "../chat/chat-forms.ts";
import { chatFacts } from "../chat/chat-segments.ts";
import { chatIn } from "../chat/chat-text.ts";
import { minuteSegments } from "../chat/minutes.ts";
import { decodeText } from "../mail/charset.ts";
import { cleanText, codePointLength } from "../mail/clean-text.ts";
import { type ExtractedDocument, fileName, type ImportContext, type Importer, ImportRefusal } from "../reader/port.ts";
import { fileDate } from "./file-facts.ts";
import { type LetterRead, readAsLetter } from "./letter-facts.ts";

/**
 * What the parts of a report are (RFC 3462, 3464 and 8098): that a message did not arrive, or that it was read, in lines that a person reads
 * too, and the head of the message that is meant.
 */
const reports = ["message/delivery-status", "message/disposition-notification", "text/rfc822-headers"];

/** Plain text. The canonical text is the file's text with LF line ends in NFC; its date is what its name says. */
export const plainText: Importer = {
  mediaTypes: ["text/plain", ...reports],
  suffixes: [".txt", ".text"],
  // 2: its date is what its name says. 3: a letter is said by whom it names below its closing words.
  // 4: so is what speaks as "ik", and whom a signed letter speaks to stands behind its writer, and what that one is.
  // 5: a letter's day is the one that its own form dates it with.
  // 6: a chat is read message by message, and minutes with the voices that they name.
  // 7: a report is whose name stands in its head and at its end, and no day of a letter's own sentences is the letter's.
  // 8: what one says in minutes goes on in the next line where it ends no sentence.
  // 10: a paper is whose name a label of its head gives as its writer, unless others speak in it.
  version: "11",
  extract: async (original, context) => fromText(original, context, "txt", "text", () => ""),
};

/** Markdown, as text: marks and all, since a quote is of what stands in the file. Its title is the first heading. */
export const markdown: Importer = {
  mediaTypes: ["text/markdown", "text/x-markdown"],
  suffixes: [".md", ".markdown"],
  // 2: its date is what its name says.
  version: "3",
  extract: async (original, context) => fromText(original, context, "md", "markdown", firstHeading),
};

const fromText = (
  original: Uint8Array,
  context: ImportContext,
  name: string,
  docType: "text" | "markdown",
  titleIn: (text: string) => string,
): ExtractedDocument => {
  const { text: decoded, encoding } = decodeFile(original);
  const text = cleanText(decoded);
  if (text.trim() === "") throw new ImportRefusal("it holds no text; import the file it was made from");
  const messages = chatIn(text);
  const chat = messages && chatFacts(text, messages);
  const letter = factsIn(context.path, text, docType, chat !== undefined);
  return {
    text,
    segments: (docType === "text" && !letter.writtenBy ? minuteSegments(text) : undefined) ?? [
      {
        start: 0,
        end: codePointLength(text),
        voice: Voice.AUTHOR,
        speaker: letter.writtenBy ?? "",
        depth: 0,
        dateText: "",
      },
    ],
    extractor: encoding === "utf-8" ? name : `${name}-${encoding}`,
    docType,
    mediaType: docType === "text" ? "text/plain" : "text/markdown",
    title: titleIn(text) || (chat ? chatName(context.path) : fileName(context.path)),
    ...letter,
    ...chat,
    parts: [],
    notes:
      encoding === "windows-1252"
        ? ["The file is not valid UTF-8 and has no byte order mark; windows-1252 was assumed."]
        : [],
  };
};

/** What a chat is called: by its file, or by the archive around it where the file's name is that of every chat. */
const chatName = (path: string): string => {
  const [archive, name] = path.split("!/").slice(-2);
  if (archive === undefined || name === undefined || !chatForms.namelessFiles.has(name)) return fileName(path);
  return fileName(archive).replace(/\.[a-z0-9]{1,4}$/iu, "");
};

/** Who wrote it, to whom and when. A letter is said by whoever signed it, whatever lists stand in it; a chat is nobody's as a whole. */
const factsIn = (path: string, text: string, docType: string, isChat: boolean): LetterRead =>
  docType === "text" && !isChat ? readAsLetter(path, text) : { writtenBy: "", participants: [], ...fileDate(path, "") };

/**
 * The bytes of a text file as text: a byte order mark decides (UTF-8, UTF-16), then strict UTF-8, then windows-1252.
 * Errors: `ImportRefusal` for bytes that are no text in any of them.
 */
export const decodeFile = (original: Uint8Array, declared = ""): { text: string; encoding: string } => {
  const [a, b] = original;
  if (a === 0xff && b === 0xfe) return strictly(original, "utf-16le");
  if (a === 0xfe && b === 0xff) return strictly(original, "utf-16be");
  requireText(original);
  const { text, charset } = decodeText(original, declared);
  return { text, encoding: charset };
};

const strictly = (original: Uint8Array, encoding: string): { text: string; encoding: string } => {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(original), encoding };
  } catch (error) {
    throw new ImportRefusal(`it begins like ${encoding} and is not valid in it; save it as UTF-8 and import it again`, {
      cause: error,
    });
  }
};

/** No text holds NUL; and control characters other than tab, line ends and escape are one in a thousand at most. */
const requireText = (original: Uint8Array): void => {
  const head = original.subarray(0, 65_536);
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) throw notText();
    if (byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b) controls++;
  }
  if (controls * 100 > head.length || original.includes(0)) throw notText();
};

const notText = (): ImportRefusal =>
  new ImportRefusal(
    "it is not text, whatever its name says; import it under its own kind, or save its words as UTF-8 text",
  );

const firstHeading = (text: string): string =>
  /^#{1,6}[ \t]+(.{1,200})/m
    .exec(text)?.[1]
    ?.replace(/[ \t]+#*$/, "")
    .trim() ?? "";
