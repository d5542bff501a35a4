import type { FieldsData } from "@kenjiuno/msgreader";
import type { MimeHeader } from "../mail/header-bytes.ts";

/**
 * The headers of an Outlook message. What the mail servers wrote is taken where it is kept (received mail); else they are
 * made from the properties in the same form (sent mail, drafts), dates in UTC as Outlook stores them.
 */
export const msgHeaders = (fields: FieldsData): MimeHeader[] => {
  const written = writtenHeaders(fields.headers ?? "");
  const has = (key: string): boolean => written.some((header) => header.key === key);
  const made: MimeHeader[] = [];
  const add = (key: string, value: string): void => {
    if (value !== "" && !has(key)) made.push({ key, value });
  };
  add("subject", fields.subject ?? "");
  add("from", mailbox(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail));
  add("to", receivers(fields, "to"));
  add("cc", receivers(fields, "cc"));
  add("date", fields.clientSubmitTime ?? fields.messageDeliveryTime ?? "");
  add("message-id", fields.messageId ?? "");
  return [...written, ...made];
};

const headersCharsMax = 1024 * 1024;

const writtenHeaders = (text: string): MimeHeader[] => {
  const lines = text
    .slice(0, headersCharsMax)
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/);
  return lines.flatMap((line) => {
    const match = /^([!-9;-~]{1,100}):[ \t]?(.*)$/.exec(line);
    return match === null ? [] : [{ key: (match[1] ?? "").toLowerCase(), value: match[2] ?? "" }];
  });
};

const receivers = (fields: FieldsData, kind: "to" | "cc"): string =>
  (fields.recipients ?? [])
    // Drafts and old messages do not say which kind a receiver is.
    .filter(({ recipType }) => recipType === kind || (kind === "to" && recipType === undefined))
    .map(({ name, smtpAddress, email }) => mailbox(name, smtpAddress ?? email))
    .filter((one) => one !== "")
    .join(", ");

/** `"Name" <address>`; addresses of Exchange (`/O=…`) name nobody outside and are left out. */
const mailbox = (name = "", address = ""): string => {
  const known = address.includes("@") ? address : "";
  const shown = name.replace(/["\\\r\n]/g, " ").trim();
  if (known === "") return shown === "" ? "" : `"${shown}"`;
  return shown === "" || shown === known ? known : `"${shown}" <${known}>`;
};
