import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256Hex } from "../../src/sha256.ts";
import { eml } from "../../src/vault/import/eml.ts";
import { sharedData } from "../support/shared-data.ts";
import { pathsBelow } from "../vault/support/data-files.ts";
import { realMail } from "./vault-scale-mail.ts";

const sets = ["mikel-mail", "postal-mime", "nodemailer", "flanker", "cpython", "stalwart"].map((set) => `mime-${set}`);
const reader = fileURLToPath(new URL("./attachments.py", import.meta.url));

interface Attached {
  readonly file: string;
  readonly name: string;
  readonly type: string;
  readonly encoding: string;
  readonly digest: string;
  readonly sizeBytes: number;
}

/** Where Python's bytes are others by the standard's own words: a file and the media type of the part in it. */
const explained: ReadonlyMap<string, string> = new Map([
  [
    "mime-stalwart!rfc!001.eml application/postscript",
    "a message/external-body has no body of its own; what stands below its headers must be ignored (RFC 2046 5.2.3)",
  ],
  [
    "mime-stalwart!rfc!000.eml audio/basic",
    "words in place of base64; letters that are not of its alphabet tell of an error (RFC 2045 6.8): kept as they stand, with a note",
  ],
  [
    "mime-stalwart!rfc!000.eml image/jpeg",
    "words in place of base64; letters that are not of its alphabet tell of an error (RFC 2045 6.8): kept as they stand, with a note",
  ],
]);

/**
 * `npm run campaign -- attachments`: the bytes of every attached part of all mail in the shared data, as the importer keeps them,
 * beside those that Python's email package decodes. Prints where they differ; answers whether they are equal, but for what is
 * explained by the standard.
 */
export const runAttachments = async (): Promise<boolean> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-attached-"));
  try {
    const mails = allMail();
    for (const [name, bytes] of mails) writeFileSync(join(dir, name), bytes);
    const lines = execFileSync("python3", [reader, dir], { maxBuffer: 2 ** 28 })
      .toString()
      .split("\n");
    return await compare(
      mails,
      lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Attached),
    );
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

const allMail = (): Map<string, Uint8Array> => {
  const mails = new Map<string, Uint8Array>();
  for (const set of sets) {
    const folder = sharedData(set);
    for (const path of folder === undefined
      ? []
      : pathsBelow(folder).filter((one) => !/\.(?:json|md|png|wav)$/.test(one)))
      mails.set(`${set}!${path.replaceAll("/", "!")}`, readFileSync(join(folder as string, path)));
  }
  for (const [i, mail] of realMail().entries()) mails.set(`real!${i}`, Buffer.from(mail, "latin1"));
  return mails;
};

const compare = async (mails: ReadonlyMap<string, Uint8Array>, theirs: readonly Attached[]): Promise<boolean> => {
  let [equal, unexplained] = [0, 0];
  const ours = new Map<string, string[]>();
  for (const file of new Set(theirs.map((one) => one.file)))
    ours.set(file, await digestsOf(file, mails.get(file) as Uint8Array));
  for (const one of theirs) {
    if (ours.get(one.file)?.includes(one.digest)) {
      equal++;
      continue;
    }
    const why = explained.get(`${one.file} ${one.type}`);
    if (why === undefined) unexplained++;
    console.log(`${one.file} ${one.name} ${one.type}, ${one.sizeBytes} bytes at Python's: ${why ?? "not explained"}`);
  }
  const share = ((100 * equal) / theirs.length).toFixed(1);
  console.log(`${equal} of ${theirs.length} attached parts (${share} %) of ${mails.size} files have Python's bytes`);
  return theirs.length > 0 && unexplained === 0;
};

/** Those of a message that is attached are attached too: it is a document of its own here, and parts of it there. */
const digestsOf = async (file: string, bytes: Uint8Array): Promise<string[]> => {
  try {
    const { parts = [] } = await eml.extract(bytes, { path: file } as never);
    const inner = parts.filter(({ mediaType }) => mediaType === "message/rfc822");
    const digests = await Promise.all(inner.map((part) => digestsOf(file, part.bytes)));
    return [...parts.map((part) => sha256Hex(part.bytes)), ...digests.flat()];
  } catch {
    return [];
  }
};
