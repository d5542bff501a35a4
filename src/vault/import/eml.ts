import { readBody } from "../mail/body.ts";
import { cleanText, oneLine } from "../mail/clean-text.ts";
import { composeText } from "../mail/compose-text.ts";
import type { MimeHeader } from "../mail/header-bytes.ts";
import { mailInstant } from "../mail/mail-date.ts";
import { type MailHeaders, readMailHeaders } from "../mail/mail-headers.ts";
import { mailLabels } from "../mail/mail-labels.ts";
import { type MimePart, parseMime } from "../mail/mime-tree.ts";
import { withSigner } from "../mail/signer.ts";
import { type AttachedPart, type ExtractedDocument, fileName, type Importer, ImportRefusal } from "../reader/port.ts";

/** A message has at least one of these, or it is something else with a wrong name. */
const telling = new Set(
  "from to date subject message-id received mime-version content-type return-path x-mailer list-id".split(" "),
);

/**
 * E-mail messages (RFC 5322, MIME). The canonical text is
 *
 * 1. a header block, one line each for From, To, Cc, Date and Subject where present: the field's name, `: `, and its value
 *    as written with encoded words decoded and white space collapsed. It is a segment of its own, spoken by the author, so
 *    that date, sender and receivers can be quoted like the rest; Bcc and technical headers stay out;
 * 2. an empty line;
 * 3. the body: text/plain where it says what the HTML says, else the HTML as its reader sees it. Quote marks are taken off
 *    where they surely are marks, and the depth is kept in the segments; flowed lines are joined as RFC 3676 says; fixed
 *    lines stay lines. Trailing and leading empty lines are dropped.
 *
 * Parts that are not the text are given as attachments, forwarded messages (message/rfc822) among them.
 */
export const eml: Importer = {
  mediaTypes: ["message/rfc822", "message/global"],
  suffixes: [".eml", ".emlx"],
  // 5: what is inside an opaque S/MIME signature is read. 6: what may be an answer inside a quoted part is
  // nobody's, and words that are struck through are marked. 7: a file that was signed is no words of the mail. 8: labels; letters of a PGP
  // signature are no words of the author.
  version: "8",
  async extract(original, context) {
    const { start, end } = messageIn(original);
    const root = parseMime(original.subarray(0, end), start);
    requireMail(root.headers);
    const headers = readMailHeaders(root.headers);
    const body = readBody(root);
    const { text, segments, marks } = composeText(headers, body.lines);
    return document(
      headers,
      {
        text,
        segments,
        marks,
        parts: attachedParts(body.attached),
        notes: body.notes,
        fromHtml: body.fromHtml,
        witness: body.witness,
        ...mailLabels(root.headers, new TextDecoder("latin1").decode(original.subarray(end).subarray(0, listCharsMax))),
      },
      context.path,
    );
  },
};

const document = (
  headers: MailHeaders,
  made: Pick<ExtractedDocument, "text" | "segments" | "marks" | "parts" | "notes" | "labels" | "markedDeleted"> & {
    readonly fromHtml: boolean;
    readonly witness: string;
  },
  path: string,
): ExtractedDocument => ({
  text: made.text,
  segments: made.segments,
  marks: made.marks ?? [],
  parts: made.parts,
  witness: made.witness,
  notes: [...made.notes, ...dateNotes(headers)],
  extractor: made.fromHtml ? "eml-html" : "eml-text",
  labels: made.labels ?? [],
  markedDeleted: made.markedDeleted ?? false,
  docType: "email",
  mediaType: "message/rfc822",
  title: cleanText(headers.subject) || `(no subject) ${fileName(path)}`,
  authoredAtIso: mailInstant(headers.date),
  authoredAtText: headers.date,
  receivedAtIso: headers.receivedIso,
  participants: withSigner(headers.participants, made),
  mail: {
    messageId: headers.messageId,
    inReplyTo: headers.inReplyTo,
    references: headers.references,
    addresses: headers.addresses,
  },
});

/** The list that Apple Mail writes behind a message has some hundred characters. */
const listCharsMax = 20_000;

/** Apart by more than time zones and slow servers explain, in milliseconds. */
const apartMs = 36 * 3_600_000;

/** What a reader should know of the date: that its instant is not known, or that the server says another day. */
const dateNotes = ({ date, receivedIso }: MailHeaders): string[] => {
  const sentIso = mailInstant(date);
  if (date !== "" && sentIso === "") return [unknownInstant];
  const apart = sentIso === "" || receivedIso === "" ? 0 : Math.abs(Date.parse(receivedIso) - Date.parse(sentIso));
  return apart > apartMs ? [otherDay] : [];
};

const unknownInstant =
  "Its Date header is no instant: its zone is missing or not known, or it is written otherwise than the standard says. Quote it as it stands.";
const otherDay =
  "Its Date header and the server that took it in are more than a day and a half apart; one of the two clocks was wrong.";

/** Where the message stands: Apple Mail (.emlx) writes its length before it, and what it knows of it behind it. */
const messageIn = (original: Uint8Array): { start: number; end: number } => {
  const head = new TextDecoder("latin1").decode(original.subarray(0, 16));
  // Some programs that save a mail put a byte order mark of UTF-8 before it.
  if (head.startsWith("ï»¿")) return { start: 3, end: original.length };
  const [line, count] = /^(\d{1,10}) *\n/.exec(head) ?? [];
  if (line === undefined) return { start: mboxLineEnd(original), end: original.length };
  return { start: line.length, end: Math.min(original.length, line.length + Number(count)) };
};

/** Some archives keep the mbox separator (`From sender date`) on single files; it is not a header. */
const mboxLineEnd = (original: Uint8Array): number => {
  const isSeparator = new TextDecoder("latin1").decode(original.subarray(0, 6)).match(/^>?From /) !== null;
  return isSeparator ? original.indexOf(0x0a) + 1 : 0;
};

const requireMail = (headers: readonly MimeHeader[]): void => {
  if (headers.some((header) => telling.has(header.key) && header.value !== "")) return;
  throw new ImportRefusal(
    "it is not a mail message: no From, Date, Subject or other mail header was found; if it is a text, name it .txt and import it again",
  );
};

const attachedParts = (parts: readonly MimePart[]): AttachedPart[] =>
  parts.map((part, i) => ({
    name: attachmentName(part, i + 1),
    mediaType: part.mediaType.slice(0, 128),
    bytes: part.bytes,
    ...(part.place === undefined ? {} : { place: part.place }),
  }));

/** The last part of the name the message gives, without control characters; a number where it gives none. */
const attachmentName = (part: MimePart, number: number): string => {
  const given = oneLine(part.fileName.split(/[/\\]/).at(-1) ?? "", 200);
  if (given !== "") return given;
  return part.mediaType === "message/rfc822" ? `part-${number}.eml` : `part-${number}`;
};
