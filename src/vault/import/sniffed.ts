import { beginsAsMailbox } from "../container/mailbox-places.ts";

/** What the first bytes of a file say that it is; by media type. */
export const sniffedType = (bytes: Uint8Array): string | undefined => {
  if (beginsAsMailbox(bytes)) return "application/mbox";
  const head = Buffer.from(bytes.subarray(0, headBytes))
    .toString("latin1")
    .replace(/^\u00ef\u00bb\u00bf/, "");
  for (const [begins, mediaType] of signatures) if (head.startsWith(begins)) return mediaType;
  if (head.startsWith("PK\u0003\u0004")) return isWord(bytes) ? wordType : "application/zip";
  return isMail(head) ? "message/rfc822" : undefined;
};

const headBytes = 8 * 1024;
const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** ISO 32000-1, 7.5.2; RTF 1.9.1; RFC 5545, 3.4; MS-CFB 2.2. */
const signatures: readonly (readonly [begins: string, mediaType: string])[] = [
  ["%PDF-", "application/pdf"],
  ["{\\rtf", "application/rtf"],
  ["BEGIN:VCALENDAR", "text/calendar"],
  ["\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", "application/vnd.ms-outlook"],
];

/** ECMA-376 part 2, 10: the content types stand in the package, and the main part under the name that its program gives it. */
const isWord = (bytes: Uint8Array): boolean => {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return all.includes("[Content_Types].xml") && all.includes("word/document");
};

/** A count of bytes before the message, as Apple Mail keeps one (.emlx). */
const appleCount = /^\d{1,10} *\n/;
/** RFC 5322, 3.6: fields that a letter's own first lines rarely bear, and others beside which one of these is a header. */
const certain = /^(?:return-path|received|message-id|mime-version|delivered-to|x-[a-z-]+|dkim-signature):/im;
const known = /^(?:from|to|date|subject|cc|reply-to|content-type):/gim;

/** Whether lines `Name: value` go on to an empty line, and enough of them are those of a mail. */
const isMail = (head: string): boolean => {
  const fields = head.replace(/\r\n?/g, "\n").replace(appleCount, "").split(/\n\n/)[0] ?? "";
  if (!fields.split("\n").every((line) => /^(?:[!-9;-~]+:|[ \t]|$)/.test(line)) || !/\n/.test(fields)) return false;
  return new Set(fields.match(known)?.map((one) => one.toLowerCase())).size >= (certain.test(fields) ? 1 : 3);
};
