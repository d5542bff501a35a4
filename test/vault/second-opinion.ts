import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { eml } from "../../src/vault/import/eml.ts";
import { readMailHeaders } from "../../src/vault/mail/mail-headers.ts";
import { type MimePart, parseMime } from "../../src/vault/mail/mime-tree.ts";
import { readTarGz, type TarFile } from "../support/tar.ts";

/** One line of index.jsonl.gz: the message as another parser reads it. */
export interface SecondOpinion {
  readonly file: string;
  readonly date: string | null;
  readonly subject: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly parts: readonly { readonly type: string; readonly decoded_sha256: string }[];
}

export const secondOpinions = (folder: string): Map<string, SecondOpinion> =>
  new Map(
    gunzipSync(readFileSync(`${folder}/index.jsonl.gz`))
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as SecondOpinion)
      .map((opinion) => [opinion.file, opinion]),
  );

const instant = (date: string | null): string =>
  date ? new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`).toISOString() : "";
const oneLine = (text: string | null): string => (text ?? "").replace(/\s+/g, " ").trim();
const leaves = (part: MimePart): MimePart[] => (part.children.length === 0 ? [part] : part.children.flatMap(leaves));
const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const nowhere = { offset: 0, length: 0, encoding: "identity" } as const;

/** RFC 2045 6.7 (3) has blanks at the end of a quoted-printable line deleted; the other parser keeps them. */
const hasBlankEnds = (bytes: Uint8Array, { place: { offset, length, encoding } = nowhere }: MimePart): boolean =>
  encoding === "quoted-printable" &&
  /[ \t](?:\r?\n|$(?![\s\S]))/.test(Buffer.from(bytes.subarray(offset, offset + length)).toString("latin1"));

/** Addresses that stand in a header, names and comments aside. */
const addressesIn = (header: string | null): string[] => {
  const bare = (header ?? "").replace(/"[^"]*"/g, "").replace(/\([^()]*\)/g, "");
  const found = bare.matchAll(/[A-Za-z0-9._%+'=&$#*/-]+@[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+/g);
  // No more people than a record keeps.
  return [...found].map((match) => match[0].toLowerCase()).slice(0, 150);
};

/**
 * What is no date of RFC 5322: a year as programs wrote it that counted 2002 as 102, and a time without a zone of section 4.3. The
 * other parser reads the year 102, and takes a missing zone for Greenwich.
 */
export const isNoDate = (written: string): boolean =>
  /\b0102\b/.test(written) ||
  !/(?:(?<![+-])[+-]\d{4}|\b(?:GMT|UTC?|[ECMP][SD]T|Z))\s*(?:\([^()]*\)\s*)?$/.test(written);

/** Messages of an archive of the shared data. */
export const emls = (folder: string, archive: string): TarFile[] =>
  readTarGz(`${folder}/${archive}`).filter(({ path }) => path.endsWith(".eml"));

/** How many messages of a set agree with the second opinion, by what. */
export const agreement = async (files: readonly TarFile[], opinions: ReadonlyMap<string, SecondOpinion>) => {
  const counts = { date: 0, subject: 0, from: 0, to: 0, partCount: 0, parts: 0, wellFormed: 0 };
  for (const { path, bytes } of files) {
    const opinion = opinions.get(path);
    const made = await eml.extract(bytes, { path });
    const title = made.title.startsWith("(no subject) ") ? "" : made.title;
    const tree = parseMime(bytes);
    const people = new Set(readMailHeaders(tree.headers).addresses);
    const isThere = (address: string): boolean => people.has(address);
    if (addressesIn(opinion?.from ?? null).every(isThere)) counts.from++;
    if (addressesIn(opinion?.to ?? null).every(isThere)) counts.to++;
    if (leaves(tree).length === opinion?.parts.length) counts.partCount++;
    const found = new Set(leaves(tree).map((leaf) => digestOf(leaf.bytes)));
    if (made.authoredAtIso === instant(opinion?.date ?? null) || isNoDate(made.authoredAtText)) counts.date++;
    // Raw letters beyond ASCII, of which the other parser makes U+FFFD.
    const isLost = opinion?.subject?.includes("\ufffd") === true;
    if (isLost || title === oneLine(opinion?.subject ?? null)) counts.subject++;
    const missing = opinion?.parts.filter((part) => !found.has(part.decoded_sha256)).length ?? 1;
    if (missing <= leaves(tree).filter((leaf) => hasBlankEnds(bytes, leaf)).length) counts.parts++;
    const end = [...made.text].length;
    const inOrder = made.segments.every(
      (one, i) => one.start <= one.end && one.start >= (made.segments[i - 1]?.end ?? 0),
    );
    if (inOrder && made.segments.at(-1)?.end === end && made.text === made.text.normalize("NFC").toWellFormed())
      counts.wellFormed++;
  }
  return counts;
};
