import { addressParser } from "postal-mime";
import { decodeWords, plainWords } from "./encoded-words.ts";
import type { MimeHeader } from "./header-bytes.ts";
import { mailInstant } from "./mail-date.ts";

/** What the headers of one message say, decoded; lists are capped so that one message fits in one journal event. */
export interface MailHeaders {
  /** As written, white space collapsed; empty when absent. */
  readonly subject: string;
  readonly from: string;
  /** Date header as written. */
  readonly date: string;
  /** When the last server took it in, by its topmost Received header: UTC, RFC 3339; empty where none says so. */
  readonly receivedIso: string;
  readonly messageId: string;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  /** `Name <address>` or the address, sender first, each once; at most 200. */
  readonly participants: readonly string[];
  /** Addresses in lower case, sender first, each once; at most 200. */
  readonly addresses: readonly string[];
  /** `From: …`, `To: …`, `Cc: …`, `Date: …`, `Subject: …`: the fields that are there, in this order. */
  readonly block: readonly string[];
}

const peopleMax = 200;
const subjectCharsMax = 998;
/** Longest value of a field in the block; a list of receivers longer than this is cut at a comma. */
const blockValueCharsMax = 4_000;
const blockFields = ["From", "To", "Cc", "Date", "Subject"] as const;

/** Reads what threads, titles, people and the header block need. Unknown headers are ignored; the first of a kind counts. */
export const readMailHeaders = (headers: readonly MimeHeader[]): MailHeaders => {
  const first = (key: string): string =>
    collapse(decodeWords(headers.find((header) => header.key === key)?.value ?? ""));
  const raw = (key: string): string => headers.find((header) => header.key === key)?.value ?? "";
  const people = mailboxes(headers);
  return {
    subject: first("subject").slice(0, subjectCharsMax).toWellFormed(),
    from: first("from").slice(0, subjectCharsMax).toWellFormed(),
    date: first("date").slice(0, 200),
    receivedIso: mailInstant(/;([^;]*)$/.exec(first("received").slice(0, 4_000))?.[1] ?? ""),
    messageId: messageIds(raw("message-id"))[0] ?? "",
    inReplyTo: messageIds(raw("in-reply-to")).slice(0, 20),
    references: messageIds(raw("references")).slice(-100),
    participants: unique(people.map(({ name, address }) => (name === "" ? address : `${name} <${address}>`))),
    addresses: unique(people.map(({ address }) => address.toLowerCase())),
    block: blockFields.flatMap((field) => blockLine(field, headers)),
  };
};

const mailboxes = (headers: readonly MimeHeader[]): { name: string; address: string }[] => {
  const people: { name: string; address: string }[] = [];
  for (const key of ["from", "sender", "to", "cc"]) {
    for (const header of headers) {
      if (header.key !== key || people.length >= peopleMax) continue;
      for (const { name, address } of addressParser(plainWords(header.value), { flatten: true })) {
        if (people.length < peopleMax && (address ?? "") !== "")
          people.push({ name: short(name), address: short(address ?? "") });
      }
    }
  }
  return people;
};

const short = (text: string): string => collapse(text).slice(0, 200).toWellFormed();

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** RFC 5322 3.6.4 `<…>` ids without the brackets; what has no brackets is taken whole when it is one word. */
const messageIds = (value: string): string[] => {
  const ids = [...value.slice(0, 100_000).matchAll(/<([^<>\s]{1,400})>/g)].map((match) => match[1] ?? "");
  if (ids.length > 0) return unique(ids);
  const bare = value.trim();
  return bare !== "" && !/\s/.test(bare) ? [bare.slice(0, 400).toWellFormed()] : [];
};

const blockLine = (field: string, headers: readonly MimeHeader[]): string[] => {
  const values = headers
    .filter((header) => header.key === field.toLowerCase())
    .map((header) => collapse(decodeWords(header.value)));
  // Only address fields may be repeated and still mean one thing; of the others the first one counts.
  const value = field === "To" || field === "Cc" ? values.filter((one) => one !== "").join(", ") : (values[0] ?? "");
  return value === "" ? [] : [`${field}: ${cutAtComma(value)}`];
};

const cutAtComma = (value: string): string => {
  if (value.length <= blockValueCharsMax) return value;
  const cut = value.lastIndexOf(",", blockValueCharsMax);
  return value.slice(0, cut > 0 ? cut + 1 : blockValueCharsMax).toWellFormed();
};

const collapse = (text: string): string => text.replace(/\s+/g, " ").replaceAll("\0", "").trim();
