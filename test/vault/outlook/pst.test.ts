import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { Attachment } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { usualLimits } from "../../../src/confined/reading-limits.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { outlookMembers } from "../../../src/vault/container/outlook-members.ts";
import { atStart } from "../../../src/vault/container/steps.ts";
import { pstItems } from "../../../src/vault/outlook/pst-items.ts";
import { turnedAt } from "../../../src/vault/spool/upload-key.ts";
import { newFolder } from "../../support/new-folder.ts";
import { pstOf } from "../support/pst-maker.ts";
import { makeZip } from "../support/zip-maker.ts";
import { file, importAll, openTestVault, readHere } from "../vault-fixture.ts";

/** Samples that the library's package brings along; nothing of them is copied, since they are other people's words. */
const samples = (): string => {
  try {
    const library = dirname(createRequire(import.meta.url).resolve("pst-extractor/package.json"));
    return join(library, "example", "testdata");
  } catch {
    return "";
  }
};
const [pst, ost] = ["enron.pst", "pstextractortest@outlook.com.ost"].map((name) => join(samples(), name)) as [
  string,
  string,
];
const isThere = existsSync(pst) && existsSync(ost);
if (!isThere) console.warn("No sample of pst-extractor is installed: data files of Outlook are NOT tested here.");

interface SecondItem {
  readonly folder: string;
  readonly subject: string;
  readonly message_id: string;
  readonly headers: string;
  readonly files: readonly [digest: string, size: number][];
}

const itemsOfSecondReader = (path: string): SecondItem[] =>
  JSON.parse(
    execFileSync("python3", [fileURLToPath(new URL("pst_reader.py", import.meta.url)), path], {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    }),
  );

/** How often a sample is cut and changed. */
const flips = 20;

describe.skipIf(!isThere)("a data file of Outlook", () => {
  let opened: Awaited<ReturnType<typeof openTestVault>>;
  let rows: ImportedItem[];

  beforeAll(async () => {
    // Some items have pictures of megabytes, which a busy machine reads slowly.
    opened = await openTestVault({ readingLimits: { ...usualLimits, msMin: 60_000, processorMsMin: 60_000 } });
    rows = await importAll(opened.vault, [file("mail.pst", readFileSync(pst))]);
  });

  it("is read item by item, each under its folders, with what is attached to it", () => {
    const items = rows.filter(({ path }) => /^mail\.pst!\/[^!]*\.msg$/.test(path));
    expect(items.filter(({ docUid }) => docUid !== "")).toHaveLength(71);
    expect(new Set(items.map(({ path }) => path.split("/").slice(1, -1).join("/")))).toContain(
      "Top of Personal Folders/lokay-m/MLOKAY (Non-Privileged)/Sent Items",
    );
    expect(rows.filter(({ path, parentDocUid }) => path.includes(".msg!/") && parentDocUid !== "")).toHaveLength(70);
    expect(rows.at(-1)).toMatchObject({
      path: "mail.pst",
      reason: "",
      containerDigest: expect.stringMatching(/^.{64}$/),
    });
  });

  it("gives mails with people, subject, words and an instant, also where a server's date is none", async () => {
    const docs = await Promise.all(
      rows
        .filter(({ path, docUid }) => /^[^!]*!\/[^!]*$/.test(path) && docUid !== "")
        .map(({ docUid }) => opened.docs.getDoc({ docUid })),
    );
    const summaries = docs.map(({ doc }) => doc?.summary);
    expect(summaries.every((summary) => summary?.docType === "email" && (summary.participants.length ?? 0) > 0)).toBe(
      true,
    );
    expect(summaries.every((summary) => /^200\d-/.test(summary?.authoredAtIso ?? ""))).toBe(true);
    expect(summaries.every((summary) => (summary?.textCharCount ?? 0) > 80)).toBe(true);
    expect(docs.every(({ doc }) => doc?.extractor === "msg" && doc.messageId !== "")).toBe(true);
  });

  it("holds what a second reader finds, written from the specification: items, ids, subjects, and each file byte for byte", async () => {
    for (const path of [pst, ost]) {
      const { vault, docs } =
        path === pst
          ? opened
          : await openTestVault({ readingLimits: { ...usualLimits, msMin: 60_000, processorMsMin: 60_000 } });
      const imported = path === pst ? rows : await importAll(vault, [file("mail.ost", readFileSync(path))]);
      const theirs = itemsOfSecondReader(path);
      expect(imported.filter(({ path: place }) => /^[^!]*!\/[^!]*\.msg$/.test(place))).toHaveLength(theirs.length);
      const uids = imported.flatMap(({ path: place, docUid }) =>
        /^[^!]*!\/[^!]*\.msg$/.test(place) && docUid !== "" ? [docUid] : [],
      );
      const ours = await Promise.all(
        uids.map(async (docUid) => {
          const { doc } = await docs.getDoc({ docUid });
          return { messageId: doc?.messageId ?? "", files: doc?.attachments ?? [] };
        }),
      );
      // What is read is a document, by its digest; of what no reader is for (.xls, .gif) the size stands there.
      const isFile = ({ docUid, sizeBytes }: Attachment, [digest, size]: readonly [string, number]): boolean =>
        docUid === "" ? sizeBytes === BigInt(size) : docUid === digest;
      const mails = theirs.filter(({ headers }) => headers !== "");
      const left = [...ours];
      const lost = mails.filter((one) => {
        const at = left.findIndex(
          ({ messageId, files }) =>
            messageId === one.message_id &&
            files.length >= one.files.length &&
            one.files.every((file) => files.some((attached) => isFile(attached, file))),
        );
        if (at >= 0) left.splice(at, 1);
        return at < 0;
      });
      const files = theirs.flatMap((one) => one.files);
      const read = new Set(imported.map(({ docUid }) => docUid));
      const unread = files.filter(([digest]) => !read.has(digest));
      const attached = ours.flatMap((one) => one.files);
      const missing = unread.filter((one) => !attached.some((other) => isFile(other, one)));
      console.info(
        `${theirs.length} items, ${mails.length} with headers of their transport, ${lost.length} of them not as the second reader has them; ${files.length} files, ${files.length - unread.length} of them documents with the same bytes, ${unread.length - missing.length} told as not read with the same size, ${missing.length} missing`,
      );
      expect(lost).toEqual([]);
      expect(missing).toEqual([]);
    }
  });

  it("gives the same items again, which are known", async () => {
    const again = await importAll(opened.vault, [file("kopie.pst", readFileSync(pst))]);
    const uids = (all: readonly ImportedItem[]): string[] => all.map(({ docUid }) => docUid).sort();
    expect(uids(again)).toEqual(uids(rows));
  });

  it("goes on where an earlier reading has stopped, and is read from disk without being held", async () => {
    const position = atStart();
    const key = new Uint8Array(32).fill(3);
    const path = join(newFolder("pst"), "sealed");
    writeFileSync(path, turnedAt(key, 0, readFileSync(pst)));
    const source = {
      sealed: { path, key },
      sizeBytes: 13_984_768,
      read: () => Promise.reject(new Error("it is on disk")),
    };
    const first: string[] = [];
    for await (const { digest } of outlookMembers(source, position)) if (first.push(digest) === 40) break;
    expect(position.memberCount).toBe(40n);
    const rest: string[] = [];
    for await (const { digest } of outlookMembers(source, position)) rest.push(digest);
    expect([...first, ...rest]).toHaveLength(71);
    expect(new Set([...first, ...rest]).size).toBe(71);
  });

  it("has meetings and all days of a calendar, more than the library's own walk through folders finds", () => {
    const found = [...pstItems(readFileSync(ost), 0)].flatMap(({ item }) => item ?? []);
    expect(found.filter((item) => "refusal" in item)).toEqual([]);
    expect(found).toHaveLength(183);
  });

  it("is read inside an archive", async () => {
    const units = await readHere({
      path: "a.zip",
      mediaType: "",
      bytes: makeZip([{ name: "mail.pst", bytes: readFileSync(pst), stored: true }]),
    });
    expect(units.filter(({ path, made }) => path.startsWith("a.zip!/mail.pst!/") && made !== undefined)).toHaveLength(
      71,
    );
  });

  it("is refused, or read as far as it goes, when it is cut or its bytes are changed", () => {
    const whole = readFileSync(pst);
    for (let n = 1; n <= flips; n++) {
      const at = Math.floor((whole.length * n) / (flips + 1));
      const flipped = Buffer.from(whole);
      for (let i = 0; i < 64; i++) flipped[at + i] = (flipped[at + i] ?? 0) ^ 0x5a;
      for (const bytes of [whole.subarray(0, at), flipped]) {
        let count = 0;
        try {
          for (const { item } of pstItems(Buffer.from(bytes), 0)) if (item !== undefined && ++count > 8) break;
        } catch (error) {
          expect((error as Error).name).toBe("ImportRefusal");
        }
      }
    }
  });
});

describe("a data file of Outlook that tests make", () => {
  it("is read alike by the Vault and by the second reader: folders, subjects, ids and headers", async () => {
    const mail = { from: "Ank <ank@a.example>", to: "Bo <bo@b.example>", date: "Mon, 5 Jan 2026 09:12:00 +0100" };
    const bytes = pstOf([
      {
        name: "Postvak IN",
        mails: [{ ...mail, subject: "Een", messageId: "1@a.example", body: "€ 12,50 is betaald." }],
      },
      { name: "Leeg", mails: [] },
      { name: "Verzonden", mails: [{ ...mail, subject: "Twee", messageId: "2@a.example", body: "Akkoord." }] },
    ]);
    const folder = newFolder("pst");
    writeFileSync(join(folder, "made.pst"), bytes);
    const theirs = itemsOfSecondReader(join(folder, "made.pst"));
    rmSync(folder, { recursive: true });
    const { vault, docs } = await openTestVault();
    const rows = await importAll(vault, [file("made.pst", bytes)]);
    const ours = await Promise.all(
      rows
        .filter(({ docUid }) => docUid !== "")
        .map(async ({ path, docUid }) => {
          const { doc } = await docs.getDoc({ docUid });
          return [path.split("/").at(-2), doc?.summary?.title, doc?.messageId, doc?.summary?.authoredAtIso];
        }),
    );
    expect(ours.sort()).toEqual([
      ["Postvak IN", "Een", "1@a.example", "2026-01-05T08:12:00.000Z"],
      ["Verzonden", "Twee", "2@a.example", "2026-01-05T08:12:00.000Z"],
    ]);
    const found = theirs.map(({ folder: name, subject, message_id }) => [name, subject, message_id]);
    expect(found.sort()).toEqual(ours.map((one) => one.slice(0, 3)));
  });
});

describe("a data file of Outlook with many mails", () => {
  it("is read whole over several pages of its trees, each mail once", () => {
    const mail = { from: "Ank <ank@a.example>", to: "Bo <bo@b.example>", date: "Mon, 5 Jan 2026 09:12:00 +0100" };
    const mails = Array.from({ length: 700 }, (_, n) => ({
      ...mail,
      subject: `Bericht ${n}`,
      messageId: `${n}@a.example`,
      body: `Bericht ${n} gaat over dossier ${n}.`,
    }));
    const bytes = pstOf([{ name: "Postvak IN", mails }]);
    const items = [...pstItems(Buffer.from(bytes), 0)].flatMap(({ item }) => item ?? []);
    expect(items).toHaveLength(700);
    expect(new Set(items.map((item) => ("bytes" in item ? sha256Hex(item.bytes) : item.refusal))).size).toBe(700);
  });
});

describe("what only begins as a data file of Outlook", () => {
  it("is refused", async () => {
    const { vault } = await openTestVault();
    for (const bytes of [Buffer.from("!BDN"), Buffer.concat([Buffer.from("!BDN"), Buffer.alloc(9_000, 0x17)])]) {
      const [row] = await importAll(vault, [file("x", bytes)]);
      expect(row?.reason).toMatch(/no data file of Outlook|not installed/);
    }
  });
});
