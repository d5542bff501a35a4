import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { crc32, deflateRawSync } from "node:zlib";
import { type PstMail, pstOf } from "../vault/support/pst-maker.ts";
import { isRepeat, makeMail } from "./vault-scale-mail.ts";

/** What was written, and how many different messages are in it. */
export interface MadeContainer {
  readonly sizeBytes: number;
  readonly messageCount: number;
}

const separator = "From made@example.org Thu Jan  1 00:00:00 2015\n";

/** Writes a mailbox (mboxo) of at least so many bytes, made of messages that all differ. */
export const writeMailbox = async (path: string, mail: Iterable<Buffer>, bytesMin: number): Promise<MadeContainer> => {
  const file = createWriteStream(path);
  let [sizeBytes, messageCount] = [0, 0];
  for (const bytes of mail) {
    if (sizeBytes >= bytesMin) break;
    const entry = mailboxEntry(bytes);
    sizeBytes += entry.length;
    messageCount++;
    if (!file.write(entry)) await once(file, "drain");
  }
  file.end();
  await once(file, "finish");
  return { sizeBytes, messageCount };
};

/** A message as it stands in a mailbox. */
const mailboxEntry = (bytes: Buffer): Buffer => {
  const message = bytes.toString("latin1").replaceAll(/^From /gm, ">From ");
  return Buffer.from(`${separator}${message}${message.endsWith("\n") ? "" : "\n"}\n`, "latin1");
};

/** Messages made of the real ones that all differ, without end. */
export function* variedMail(originals: readonly string[]): Generator<Buffer> {
  for (const mail of makeMail(originals, Number.MAX_SAFE_INTEGER)) if (!isRepeat(mail)) yield Buffer.from(mail.bytes);
}

/** Made-up messages that all differ, without end, a few of them answers to others. */
export function* madeUpMail(words: number): Generator<Buffer> {
  for (let n = 0; ; n++) {
    const said = Array.from({ length: words }, (_, i) => `woord${(n * 7_919 + i * i) % 4_001}`).join(" ");
    const answers = n % 5 === 4 ? `In-Reply-To: <${n - 3}@example.org>\n` : "";
    const day = String(1 + (n % 28)).padStart(2, "0");
    yield Buffer.from(
      `From: ank@example.org\nTo: bo@example.net\nMessage-ID: <${n}@example.org>\n${answers}Date: ${day} Dec 2025 10:14:00 +0100\nSubject: bericht ${n}\n\ntoezegging ${n} ${said}\n`,
    );
  }
}

/** Made-up mails as Outlook keeps them, that all differ, without end: at most 350 words, which is what the maker of such files takes. */
export function* madeUpItems(words: number): Generator<PstMail> {
  for (let n = 0; ; n++) {
    const said = Array.from({ length: words }, (_, i) => `woord${(n * 7_919 + i * i) % 4_001}`).join(" ");
    const day = String(1 + (n % 28)).padStart(2, "0");
    yield {
      from: `ank <ank${n % 40}@example.org>`,
      to: "bo <bo@example.net>",
      date: `${day} Dec 2025 10:14:00 +0100`,
      messageId: `${n}@example.org`,
      subject: `bericht ${n}`,
      body: `toezegging ${n} ${said} eigen${n}`,
    };
  }
}

/** Mails of a folder. */
const folderMails = 1_000;

/** Writes a data file of Outlook (.pst) of at least so many bytes, a folder for each thousand mails; gives their subjects too. */
export const writePst = async (
  path: string,
  mail: Iterable<PstMail>,
  bytesMin: number,
): Promise<MadeContainer & { readonly subjects: readonly string[] }> => {
  const mails: PstMail[] = [];
  let textBytes = 0;
  for (const one of mail) {
    if (textBytes >= bytesMin) break;
    mails.push(one);
    // Two for each letter: the file has no fewer.
    textBytes += 2 * one.body.length;
  }
  const folders = Array.from({ length: Math.ceil(mails.length / folderMails) }, (_, at) => ({
    name: `map ${at}`,
    mails: mails.slice(at * folderMails, (at + 1) * folderMails),
  }));
  const bytes = pstOf(folders);
  await writeFile(path, bytes);
  return { sizeBytes: bytes.length, messageCount: mails.length, subjects: mails.map(({ subject }) => subject) };
};

/** A file of an archive, and how many messages are in it. */
interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer;
  readonly messageCount: number;
}

/** Messages that lie in an archive as mailboxes, in bytes: as large as is read as a stream within it. */
const innerBoxBytes = 20 * 1024 * 1024;

/** Messages as files, up to so many bytes, and then as mailboxes: an archive may have 400,000 entries. */
function* zipEntries(mail: Iterable<Buffer>, filesMax: number): Generator<ZipEntry> {
  const boxBytes = Math.min(innerBoxBytes, filesMax);
  let [number, size] = [0, 0];
  let box: Buffer[] = [];
  for (const bytes of mail) {
    size += bytes.length;
    if (size <= filesMax) {
      yield { name: `mail/${Math.floor(number / 1_000)}/${number++}.eml`, bytes, messageCount: 1 };
      continue;
    }
    box.push(mailboxEntry(bytes));
    if (size < filesMax + boxBytes) continue;
    yield { name: `mailboxes/${number++}.mbox`, bytes: Buffer.concat(box), messageCount: box.length };
    size = filesMax;
    box = [];
  }
}

/** Writes a zip of messages that is at least so large itself, half of them as files; each is packed at zlib's level. */
export const writeZip = async (
  path: string,
  mail: Iterable<Buffer>,
  bytesMin: number,
  level = 6,
): Promise<MadeContainer> => {
  const file = createWriteStream(path);
  const directory: Buffer[] = [];
  let [sizeBytes, messageCount] = [0, 0];
  const write = async (bytes: Buffer): Promise<void> => {
    sizeBytes += bytes.length;
    if (!file.write(bytes)) await once(file, "drain");
  };
  for (const entry of zipEntries(mail, bytesMin / 2)) {
    const name = Buffer.from(entry.name);
    const packed = deflateRawSync(entry.bytes, { level });
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(entry.bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(entry.bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    directory.push(centralEntry(facts, sizeBytes, name));
    await write(Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, name, packed]));
    messageCount += entry.messageCount;
    if (sizeBytes >= bytesMin) break;
  }
  await write(endOf(directory, directory.length, sizeBytes));
  file.end();
  await once(file, "finish");
  return { sizeBytes, messageCount };
};

const centralEntry = (facts: Buffer, localAt: number, name: Buffer): Buffer => {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(localAt, 10);
  return Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, rest, name]);
};

/** The directory and its end; more than 65,535 entries are told by the records of zip64, as zip programs do. */
const endOf = (directory: readonly Buffer[], count: number, at: number): Buffer => {
  const entries = Buffer.concat(directory);
  const large = Buffer.alloc(76);
  large.write("PK\x06\x06", 0, "latin1");
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(45, 12);
  large.writeUInt16LE(45, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(entries.length), 40);
  large.writeBigUInt64LE(BigInt(at), 48);
  large.write("PK\x06\x07", 56, "latin1");
  large.writeBigUInt64LE(BigInt(at + entries.length), 64);
  large.writeUInt32LE(1, 72);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  const isLarge = count > 0xfffe;
  end.writeUInt16LE(isLarge ? 0xffff : count, 8);
  end.writeUInt16LE(isLarge ? 0xffff : count, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat(isLarge ? [entries, large, end] : [entries, end]);
};
