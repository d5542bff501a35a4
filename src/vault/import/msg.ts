import { createRequire } from "node:module";
import type { FieldsData } from "@kenjiuno/msgreader";
import { type BodyLine, fixedLines } from "../mail/body-line.ts";
import { decodeText } from "../mail/charset.ts";
import { cleanText, oneLine } from "../mail/clean-text.ts";
import { cleanedLine } from "../mail/cleaned-line.ts";
import { composeText } from "../mail/compose-text.ts";
import { htmlText } from "../mail/html-text.ts";
import { mailInstant } from "../mail/mail-date.ts";
import { readMailHeaders } from "../mail/mail-headers.ts";
import { withoutTags } from "../mail/plain-markup.ts";
import { introduces } from "../mail/reply-header.ts";
import { withSigner } from "../mail/signer.ts";
import { CompoundFile, isCompound } from "../office/compound-file.ts";
import { ansiEncodingOf, charsetOf } from "../office/msg-encoding.ts";
import { msgHeaders } from "../office/msg-mail.ts";
import { decompressRtf } from "../office/rtf-compressed.ts";
import { rtfText } from "../office/rtf-text.ts";
import {
  type AttachedPart,
  type EventFacts,
  type ExtractedDocument,
  fileName,
  type Importer,
  ImportRefusal,
} from "../reader/port.ts";

const attachmentsMax = 500;

/**
 * Outlook items (.msg, MS-OXMSG), read with msgreader. The canonical text is composed as that of an .eml: header block,
 * empty line, body; plain text where there is one, else the HTML as its reader sees it, else the rich text, or what that was
 * made of. Attachments and forwarded items are documents of their own. Appointments are events with the times Outlook
 * stores, in UTC; other items (contacts, tasks, notes) are texts.
 */
export const msg: Importer = {
  mediaTypes: ["application/vnd.ms-outlook", "application/x-msg"],
  suffixes: [".msg"],
  // 4: HTML bodies read by parse5. 5: what may be an answer inside a quoted part is nobody's.
  // 6: where the header's date is no instant, the item's own one counts.
  version: "6",
  async extract(original, context) {
    const { reader, fields } = readFields(original);
    const { lines, notes, witness = "" } = bodyOf(fields);
    const headers = readMailHeaders(msgHeaders(fields));
    const event = eventOf(fields);
    const { text, segments, marks } = composeText(
      { ...headers, block: [...headers.block, ...eventBlock(event)] },
      lines,
    );
    if (text.trim() === "")
      throw new ImportRefusal("the item holds no text; open it in Outlook and save what it shows as text");
    const written = headers.date || (fields.creationTime ?? "");
    const date = event?.startIso ?? (mailInstant(written) || mailInstant(ownTime(fields)));
    return {
      text,
      segments,
      marks,
      notes,
      witness,
      parts: attachmentsOf(reader, fields),
      extractor: "msg",
      docType: docTypeOf(fields, event),
      mediaType: "application/vnd.ms-outlook",
      title: cleanText(headers.subject) || `(no subject) ${fileName(context.path)}`,
      authoredAtIso: date,
      authoredAtText: event?.startText ?? written,
      ...(event === undefined ? { receivedAtIso: headers.receivedIso } : {}),
      participants: withSigner(headers.participants, { text, segments }),
      ...(event === undefined ? { mail: headers } : { event }),
    };
  },
};

/** When Outlook says that it was sent or came in: what a server wrote as its date may be no instant. */
const ownTime = ({ clientSubmitTime, messageDeliveryTime }: FieldsData): string =>
  clientSubmitTime ?? messageDeliveryTime ?? "";

const readFields = (original: Uint8Array): { reader: MsgReader; fields: FieldsData } => {
  if (!isCompound(original))
    throw new ImportRefusal("it is no Outlook item; if it is a mail message, name it .eml and import it again");
  try {
    // The library follows what the tables say for ever, into memory: what ended it was the bound of its thread.
    if (CompoundFile.open(original)?.isEndless !== false) throw new ImportRefusal(damaged);
    const bytes = new Uint8Array(original).buffer;
    const Reader = library().default;
    const reader = new Reader(bytes);
    // Read twice: only the item itself tells in which code page its words are.
    reader.parserConfig = { ansiEncoding: ansiEncodingOf(new Reader(bytes).getFileData()) };
    const fields = reader.getFileData();
    if (fields.error === undefined && fields.dataType === "msg") return { reader, fields };
  } catch (cause) {
    throw new ImportRefusal(damaged, { cause });
  }
  throw new ImportRefusal(damaged);
};

const damaged = "it is a damaged Outlook item; save it again from Outlook and import that";

/** What is used of the library's class. */
interface MsgReader {
  parserConfig?: { ansiEncoding: string };
  getFileData(): FieldsData;
  getAttachment(attachment: FieldsData): { readonly fileName: string; readonly content: Uint8Array };
}

type Library = { readonly default: new (bytes: ArrayBuffer) => MsgReader };

/** Loaded with the first item. The library is CommonJS with its class under `default`, which differs between loaders. */
const library = (): Library => createRequire(import.meta.url)("@kenjiuno/msgreader") as Library;

interface ItemBody {
  readonly lines: BodyLine[];
  readonly notes: string[];
  readonly witness?: string;
}

const bodyOf = (fields: FieldsData): ItemBody => {
  const plain = cleanText(fields.body ?? "").trim();
  if (plain !== "") return { lines: fixedLines(plain, introduces), notes: [], witness: fields.body ?? "" };
  const html = htmlOf(fields);
  if (html !== "") return htmlBody(html);
  const given = Uint8Array.from(fields.compressedRtf ?? []);
  if (given.length === 0) return { lines: [], notes: [] };
  const rtf = decompressRtf(given);
  const read = rtf && rtfText(rtf);
  if (read === undefined) return { lines: [], notes: [unreadRtf] };
  if (read.kind === "html") return htmlBody(read.text);
  return {
    lines: fixedLines(cleanText([read.text, ...read.footnotes].join("\n")).trim(), introduces),
    notes: read.hidden ? [leftOut] : [],
  };
};

const leftOut = "Text that the message hides from its reader was left out.";
const unreadRtf =
  "Its body is rich text that is damaged or too large to be read; only what is in its header is here. Open it in Outlook, save it as text and import that.";

const htmlBody = (html: string): ItemBody => {
  const { lines, hidden } = htmlText(html);
  const clean = lines.map(cleanedLine);
  return { lines: clean, notes: hidden ? [leftOut] : [], witness: withoutTags(html) };
};

const htmlOf = ({ bodyHtml, html, internetCodepage }: FieldsData): string => {
  if (bodyHtml) return bodyHtml;
  if (html === undefined || html.length === 0) return "";
  return decodeText(Uint8Array.from(html), charsetOf(internetCodepage)).text;
};

const docTypeOf = ({ messageClass = "" }: FieldsData, event: EventFacts | undefined): ExtractedDocument["docType"] => {
  if (event !== undefined) return "event";
  if (/^IPM\.(?:Contact|StickyNote|DistList)/i.test(messageClass)) return "text";
  return /^IPM\.Task/i.test(messageClass) ? "task" : "email";
};

const eventOf = (fields: FieldsData): EventFacts | undefined => {
  if (!/^IPM\.Appointment/i.test(fields.messageClass ?? "") || !fields.apptStartWhole) return undefined;
  return {
    calendarUid: fields.globalAppointmentID ?? "",
    startText: fields.apptStartWhole,
    endText: fields.apptEndWhole ?? "",
    startIso: mailInstant(fields.apptStartWhole),
    endIso: mailInstant(fields.apptEndWhole ?? ""),
    timeZone: cleanText(fields.timeZoneDesc ?? "").slice(0, 200),
    recurrence: fields.apptRecur === undefined ? [] : ["repeats, as Outlook describes it in the item"],
    recurrenceId: "",
    status: "",
    method: "",
    sequence: 0,
    stampText: "",
    location: cleanText(fields.apptLocation || fields.location || "").slice(0, 1_000),
  };
};

const eventBlock = (event: EventFacts | undefined): string[] =>
  event === undefined
    ? []
    : [
        `Start: ${event.startText}`,
        `End: ${event.endText}`,
        `Time zone: ${event.timeZone}`,
        `Location: ${event.location}`,
      ].filter((line) => !line.endsWith(": "));

const attachmentsOf = (reader: MsgReader, fields: FieldsData): AttachedPart[] =>
  (fields.attachments ?? []).slice(0, attachmentsMax).flatMap((attachment, i) => {
    try {
      const { content } = reader.getAttachment(attachment);
      const isItem = attachment.innerMsgContent === true;
      return [
        {
          name: nameOf(attachment, i + 1, isItem),
          mediaType: isItem ? (msg.mediaTypes[0] ?? "") : (attachment.attachMimeTag ?? ""),
          bytes: content,
        },
      ];
    } catch {
      // Links to files elsewhere and OLE objects have no bytes that can be taken out.
      return [{ name: nameOf(attachment, i + 1, false), mediaType: "", bytes: new Uint8Array() }];
    }
  });

const nameOf = (
  { fileName: long, fileNameShort, name, extension }: FieldsData,
  number: number,
  isItem: boolean,
): string => {
  const given = oneLine((long || fileNameShort || name || "").split(/[/\\]/).at(-1) ?? "", 190);
  if (isItem) return `${given.replace(/\.msg$/i, "") || `part-${number}`}.msg`.toWellFormed();
  return (given || `part-${number}${(extension ?? "").slice(0, 10)}`).toWellFormed();
};
