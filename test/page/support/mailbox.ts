import { createHash } from "node:crypto";

const fillerBytes = 700_000;

/** A mailbox of at least so many bytes: the mails, and between them made-up ones with large attached files. */
export const mailboxOf = (mails: readonly string[], bytesMin: number): Buffer => {
  const parts: Buffer[] = mails.map(inMailbox);
  let bytes = parts.reduce((sum, { length }) => sum + length, 0);
  for (let number = 1; bytes < bytesMin; number++) {
    const filler = inMailbox(fillerMail(number));
    parts.push(filler);
    bytes += filler.length;
  }
  return Buffer.concat(parts);
};

/** A mail as an mbox holds it: after its own first line, with lines that look like one quoted. */
const inMailbox = (mail: string): Buffer =>
  Buffer.from(
    `From - Mon Dec 01 09:00:00 2025\n${mail.replaceAll("\r\n", "\n").replaceAll(/^(>*From )/gmu, ">$1")}\n\n`,
  );

const fillerMail = (number: number): string =>
  [
    "From: Archief <archief@voorbeeld.example>",
    "To: Allen <allen@voorbeeld.example>",
    `Date: ${new Date(Date.UTC(2024, 0, 1 + number, 9)).toUTCString().replace("GMT", "+0000")}`,
    `Subject: Plattegrond ${number}`,
    `Message-ID: <plattegrond-${number}@voorbeeld.example>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="deel"',
    "",
    "--deel",
    "Content-Type: text/plain; charset=utf-8",
    "",
    `Bijgaand blad ${number} van de plattegrond van het magazijn.`,
    "",
    "--deel",
    "Content-Type: application/octet-stream",
    "Content-Transfer-Encoding: base64",
    `Content-Disposition: attachment; filename="blad-${number}.bin"`,
    "",
    noise(number).toString("base64").replaceAll(/.{76}/gu, "$&\n"),
    "--deel--",
  ].join("\n");

/** Bytes that no packing makes smaller, the same in every run. */
const noise = (number: number): Buffer => {
  const blocks: Buffer[] = [];
  for (let at = 0; at * 32 < fillerBytes; at++) blocks.push(createHash("sha256").update(`${number} ${at}`).digest());
  return Buffer.concat(blocks);
};
