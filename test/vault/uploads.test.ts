import { linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SpooledUploadSchema } from "../../gen/pincite/vault/v1/spool_pb.ts";
import type { ImportedItem, ImportSummary } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { Upload_State as State } from "../../gen/pincite/vault/v1/vault_upload_service_pb.ts";
import { DomainError } from "../../src/error.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { fromConnectError } from "../../src/wire/error.ts";
import { wordsBelow } from "../e2e/support/bytes-below.ts";
import { newFolder } from "../support/new-folder.ts";
import { makeZip } from "./support/zip-maker.ts";
import { openTestVault, told, utf8 } from "./vault-fixture.ts";

const folder = newFolder("uploads");

type Opened = Awaited<ReturnType<typeof openTestVault>>;

const separator = "From ank@example.org Tue Dec  9 10:14:00 2025\n";
const message = (n: number, words = 40): string =>
  `From: ank@example.org\nMessage-ID: <${n}@example.org>\nSubject: bericht ${n}\n\ntoezegging ${n} ${Array.from({ length: words }, (_, i) => `woord${(n * 7_919 + i * i) % 100_003}`).join(" ")}\n`;
const mailbox = (count: number, words = 40): Uint8Array =>
  utf8(Array.from({ length: count }, (_, n) => `${separator}${message(n, words)}`).join("\n"));

const begin = (vault: Opened, path: string, bytes: Uint8Array, more = {}) =>
  vault.uploads.beginUpload({
    path,
    sizeBytes: BigInt(bytes.length),
    sha256: sha256Hex(bytes),
    head: bytes.subarray(0, 8192),
    ...more,
  });

/** Sends the rest in pieces and says how many it took. */
const sendRest = async (vault: Opened, path: string, bytes: Uint8Array, pieceBytes = 10_000, most = 1_000) => {
  let { upload } = await begin(vault, path, bytes);
  let count = 0;
  while (upload?.state === State.RECEIVING && count < most) {
    const at = Number(upload.receivedBytes);
    const request = { uploadId: upload.uploadId, offset: BigInt(at), chunk: bytes.subarray(at, at + pieceBytes) };
    ({ upload } = await vault.uploads.appendUpload(request));
    count++;
  }
  return { uploadId: upload?.uploadId ?? "", count };
};

const readAll = async (vault: Opened, uploadId: string, rowsMax = Number.POSITIVE_INFINITY) => {
  const rows: ImportedItem[] = [];
  const read: number[] = [];
  let summary: ImportSummary | undefined;
  for await (const { content } of vault.uploads.readUpload({ uploadId })) {
    if (content.case === "item") rows.push(content.value);
    if (content.case === "progress") read.push(Number(content.value.doneBytes));
    if (content.case === "summary") summary = content.value;
    if (rows.length >= rowsMax) break;
  }
  return { rows, read, summary };
};

const uidsIn = async ({ docs }: Opened): Promise<string[]> => {
  const uids: string[] = [];
  for (let pageToken = ""; ; ) {
    const page = await docs.listDocs({ pageSize: 200, pageToken });
    uids.push(...page.docs.map(({ docUid }) => docUid));
    if (page.nextPageToken === "") return uids.sort();
    pageToken = page.nextPageToken;
  }
};

/** The last bit of a file, the other way. */
const flipped = (path: string): void => {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.with(-1, bytes.at(-1)! ^ 1));
};

const refusal = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "",
    (error) => (error instanceof DomainError ? error.reason : fromConnectError(error).reason),
  );

describe("VaultUploadService", () => {
  it("takes a mailbox in pieces and gives a row for each message, progress by its bytes, and its list", async () => {
    const opened = await openTestVault({ spoolDir: join(folder, "a") });
    const bytes = mailbox(400);
    const { uploadId, count } = await sendRest(opened, "Mail/Inbox", bytes);
    expect(count).toBe(Math.ceil(bytes.length / 10_000));
    const { rows, read, summary } = await readAll(opened, uploadId);
    expect(rows.at(-1)).toMatchObject({ path: "Mail/Inbox", containerDigest: sha256Hex(bytes) });
    expect(rows.at(-1)?.notes[0]).toMatch(/no line inside a message had to be escaped/);
    expect(summary).toMatchObject({ importedCount: 400, openedCount: 1, refusedCount: 0 });
    expect(read.length).toBeGreaterThan(5);
    expect(read).toEqual([...read].sort((a, b) => a - b));
    expect(read.at(-1)).toBe(bytes.length);
    expect((await opened.search.search({ query: "toezegging" })).result?.candidates.length).toBeGreaterThan(0);
    expect(readdirSync(join(folder, "a"))).toEqual([]);
    expect(await rebuilt(opened, sha256Hex(bytes))).toEqual(Buffer.from(bytes));
  });

  it("goes on after a restart of the Vault, in the middle of sending and of reading, to the same documents", async () => {
    const bytes = mailbox(1_100);
    const straight = await openTestVault({ spoolDir: join(folder, "b") });
    await readAll(straight, (await sendRest(straight, "x.mbox", bytes)).uploadId);
    const store = await openMemoryStore();
    const options = { store, spoolDir: join(folder, "c") };
    const first = await openTestVault(options);
    await sendRest(first, "x.mbox", bytes, 10_000, 7);
    const second = await openTestVault(options);
    const { uploadId, count } = await sendRest(second, "x.mbox", bytes);
    expect(count).toBe(Math.ceil(bytes.length / 10_000) - 7);
    const { rows } = await readAll(second, uploadId, 700);
    expect(rows).toHaveLength(700);
    const third = await openTestVault(options);
    const { upload } = await begin(third, "x.mbox", bytes);
    expect(upload).toMatchObject({ state: State.RECEIVED, uploadId });
    expect(Number(upload?.readBytes)).toBeGreaterThan(bytes.length / 3);
    const rest = await readAll(third, uploadId);
    expect(rest.rows.length).toBeLessThan(1_100 - 400);
    expect(rest.summary?.openedCount).toBe(1);
    expect(await uidsIn(third)).toEqual(await uidsIn(straight));
    expect(await rebuilt(third, sha256Hex(bytes))).toEqual(Buffer.from(bytes));
    const [one, other] = await Promise.all(
      [straight, third].map((opened) => opened.containers.getContainer({ digest: sha256Hex(bytes) })),
    );
    expect(other).toEqual(one);
  });

  it("writes nothing for what it had already, and says so for each", async () => {
    const opened = await openTestVault({ spoolDir: join(folder, "d") });
    const bytes = mailbox(40);
    await readAll(opened, (await sendRest(opened, "x.mbox", bytes)).uploadId);
    const { revision } = await opened.vault.strand("");
    const { rows, summary } = await readAll(opened, (await sendRest(opened, "x.mbox", bytes)).uploadId);
    expect(summary).toMatchObject({ importedCount: 0, duplicateCount: 40, openedCount: 1 });
    expect(rows.map(told).filter((row) => row.startsWith("DUPLICATE"))).toHaveLength(40);
    expect((await opened.vault.strand("")).revision).toBe(revision);
  });

  it("takes the same piece twice, and refuses gaps, too much, and to read what is not whole", async () => {
    const opened = await openTestVault({ spoolDir: join(folder, "e") });
    const bytes = mailbox(20);
    const { uploadId } = await sendRest(opened, "x.mbox", bytes, 100, 2);
    const append = (offset: number, chunk: Uint8Array) =>
      opened.uploads.appendUpload({ uploadId, offset: BigInt(offset), chunk });
    expect((await append(50, bytes.subarray(50, 200))).upload?.receivedBytes).toBe(200n);
    expect((await append(150, bytes.subarray(150, 260))).upload?.receivedBytes).toBe(260n);
    expect(await refusal(append(300, bytes.subarray(300, 310)))).toBe("REQUEST_INVALID");
    expect(await refusal(append(260, new Uint8Array(bytes.length)))).toBe("REQUEST_INVALID");
    expect(await refusal(readAll(opened, uploadId))).toBe("REQUEST_INVALID");
    await sendRest(opened, "x.mbox", bytes);
    expect((await readAll(opened, uploadId)).summary?.importedCount).toBe(20);
    expect(await refusal(readAll(opened, uploadId))).toBe("DOCUMENT_NOT_FOUND");
  });

  it("reads nothing of what is not what was announced", async () => {
    const opened = await openTestVault({ spoolDir: join(folder, "f") });
    const bytes = mailbox(5);
    const { upload } = await begin(opened, "x.mbox", bytes, { sha256: "0".repeat(64) });
    const uploadId = upload?.uploadId ?? "";
    await opened.uploads.appendUpload({ uploadId, offset: 0n, chunk: bytes });
    expect(await refusal(readAll(opened, uploadId))).toBe("REQUEST_INVALID");
    expect(await uidsIn(opened)).toEqual([]);
    expect(await refusal(opened.uploads.getUpload({ uploadId }))).toBe("DOCUMENT_NOT_FOUND");
  });

  it("says before anything is sent what it will not take, and with which program it can be opened", async () => {
    const opened = await openTestVault({ spoolDir: join(folder, "g") });
    const refused = async (path: string) =>
      (await opened.uploads.beginUpload({ path, sizeBytes: 5n * 2n ** 30n, head: utf8("PK") })).upload;
    expect(await refused("archief.olm")).toMatchObject({
      state: State.REFUSED,
      refusal: expect.stringMatching(/Outlook for Mac/),
    });
    expect(await refused("film.pdf")).toMatchObject({ state: State.REFUSED, refusal: expect.stringMatching(/64 MiB/) });
  });

  it("keeps what waits for its owner alone, and lets go of it when it is cancelled", async () => {
    const opened = await openTestVault({ spoolDir: join(folder, "h") });
    const { uploadId } = await sendRest(opened, "x.mbox", mailbox(9), 100, 3);
    const files = readdirSync(join(folder, "h"));
    expect(files.map((name) => name.slice(64)).sort()).toEqual([".key", ".part", ".state"]);
    for (const name of files) expect(statSync(join(folder, "h", name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "h")).mode & 0o777).toBe(0o700);
    await opened.uploads.cancelUpload({ uploadId });
    await opened.uploads.cancelUpload({ uploadId });
    expect(readdirSync(join(folder, "h"))).toEqual([]);
  });

  // What a disk keeps of a file that was removed is what stood in it: a mailbox lay there in clear, and an erasure did not reach it.
  it("is on the disk encrypted alone, its name and what it said, and its key goes with it", async () => {
    const dir = join(folder, "sealed");
    const opened = await openTestVault({ spoolDir: dir });
    const bytes = mailbox(9);
    await sendRest(opened, "Kwabbelbestand.mbox", bytes, 997, 4);
    expect(wordsBelow(dir, ["toezegging", "kwabbelbestand", "ank@example.org"])).toEqual([]);
    const keyFile = readdirSync(dir).find((name) => name.endsWith(".key")) ?? "";
    linkSync(join(dir, keyFile), join(folder, "kept.key"));
    const key = readFileSync(join(folder, "kept.key"));
    const { uploadId } = await sendRest(opened, "Kwabbelbestand.mbox", bytes, 997);
    expect((await readAll(opened, uploadId)).summary?.importedCount).toBe(9);
    expect(readdirSync(dir)).toEqual([]);
    expect(readFileSync(join(folder, "kept.key"))).not.toEqual(key);
  });

  it.each([".key", ".state"])("begins anew where its %s is damaged or gone", async (end) => {
    const dir = join(folder, `damaged${end}`);
    const opened = await openTestVault({ spoolDir: dir });
    const bytes = mailbox(9);
    for (const damage of [(path: string) => rmSync(path), flipped]) {
      const { uploadId } = await sendRest(opened, "x.mbox", bytes, 500, 3);
      damage(join(dir, `${uploadId}${end}`));
      expect(await refusal(opened.uploads.getUpload({ uploadId }))).toBe("DOCUMENT_NOT_FOUND");
      expect((await begin(opened, "x.mbox", bytes)).upload?.receivedBytes).toBe(0n);
    }
    const { uploadId } = await sendRest(opened, "x.mbox", bytes);
    expect((await readAll(opened, uploadId)).summary?.importedCount).toBe(9);
  });

  it("reads a zip member by member, with a mailbox in it, and what is refused costs itself alone", async () => {
    const opened = await openTestVault({ spoolDir: join(folder, "i") });
    const inner = mailbox(90, 9_500);
    const bytes = makeZip([
      { name: "a.txt", bytes: utf8("woorden") },
      { name: "Takeout/Mail/Alles.mbox", bytes: inner },
      { name: "../b.txt", bytes: utf8("weg") },
      { name: "c.txt", bytes: utf8("meer woorden"), stored: true },
    ]);
    const { uploadId } = await sendRest(opened, "takeout.zip", bytes, 1_000_000);
    const { rows, summary } = await readAll(opened, uploadId);
    const outer = rows.filter(({ path }) => path.split("!/").length < 3);
    expect(outer.map(told)).toEqual([
      "IMPORTED takeout.zip!/a.txt",
      "OPENED takeout.zip!/Takeout/Mail/Alles.mbox",
      "REFUSED takeout.zip!/entry-3",
      "IMPORTED takeout.zip!/c.txt",
      "OPENED takeout.zip",
    ]);
    expect(summary).toMatchObject({ importedCount: 92, refusedCount: 1, openedCount: 2 });
    expect(await rebuilt(opened, sha256Hex(inner))).toEqual(Buffer.from(inner));
    const { container } = await opened.containers.getContainer({ digest: sha256Hex(bytes) });
    expect(container).toMatchObject({ memberCount: 4n, isRebuildable: false });
    expect(await refusal(rebuilt(opened, sha256Hex(bytes)))).toBe("UNSUPPORTED");
  });
});

const rebuilt = async ({ containers }: Opened, digest: string): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const { chunk } of containers.rebuildContainer({ digest })) chunks.push(chunk);
  return Buffer.concat(chunks);
};

describe("a mailbox with messages that are refused", () => {
  it("gives every byte back all the same", async () => {
    const opened = await openTestVault({ spoolDir: join(folder, "j") });
    const text = `\n${separator}${message(1)}\n${separator}\n${separator}geen kop en geen bericht\n\nFrom - \n${message(2)}\n`;
    const { uploadId } = await sendRest(opened, "x.mbox", utf8(text));
    const { rows, summary } = await readAll(opened, uploadId);
    expect(summary).toMatchObject({ importedCount: 2, refusedCount: 2 });
    expect(rows.at(-1)?.notes.at(-1)).toMatch(/^1 of its separators name no date/);
    expect((await rebuilt(opened, sha256Hex(utf8(text)))).toString()).toBe(text);
  });
});

describe("a mailbox with a message very many times", () => {
  // Sixty thousand took as many rows.
  it("tells of some hundred copies one by one and of the others by how many there are, and gives every byte back", async () => {
    const opened = await openTestVault({ spoolDir: join(folder, "k") });
    const copies = `${separator}${message(1)}\n`.repeat(3_000);
    const text = `${separator}${message(2)}\n${copies}${separator}${message(3)}\n`;
    const { uploadId } = await sendRest(opened, "x.mbox", utf8(text));
    const { rows, summary } = await readAll(opened, uploadId);
    // Those that are read ahead, before the first of them is known, are told of too.
    expect(summary).toMatchObject({ importedCount: 3, refusedCount: 0 });
    expect(summary?.duplicateCount).toBeGreaterThanOrEqual(100);
    expect(summary?.duplicateCount).toBeLessThan(400);
    expect(rows).toHaveLength(4 + (summary?.duplicateCount ?? 0));
    expect(rows.at(-1)?.notes.at(-1)).toMatch(/^2999 of its messages have the very bytes of one before them/);
    expect((await rebuilt(opened, sha256Hex(utf8(text)))).toString()).toBe(text);
  });
});

describe("what nobody asks for", () => {
  it("is removed after two days, and not before", async () => {
    const { Spool } = await import("../../src/vault/spool/spool.ts");
    const dir = join(folder, "k");
    let now = Date.now();
    const spool = new Spool(dir, { now: () => now });
    const opened = await openTestVault({ spoolDir: dir });
    await sendRest(opened, "x.mbox", mailbox(9), 100, 3);
    now += 47 * 3_600_000;
    await spool.sweep();
    expect(readdirSync(dir)).toHaveLength(3);
    writeFileSync(join(dir, "iets anders"), "");
    now += 2 * 3_600_000;
    await spool.sweep();
    expect(readdirSync(dir)).toEqual(["iets anders"]);
  });
});

describe("a disk that fills while an upload comes", () => {
  it("says before the first piece how much is wanted, how much of it must stay free, and for how much to make room", async () => {
    const { Spool } = await import("../../src/vault/spool/spool.ts");
    const spool = new Spool(join(folder, "small"), Date, () => 1_000 * 1024 ** 2);
    const upload = create(SpooledUploadSchema, { path: "x.mbox", sizeBytes: BigInt(500 * 1024 ** 2) });
    const refused = await spool.begin("b".repeat(64), upload).catch((error: unknown) => error);
    expect(refused).toMatchObject({ reason: "LIMIT_EXCEEDED" });
    expect((refused as Error).message).toBe(
      "the Vault’s disk has no room for the upload: 1524 MiB are wanted, of which 1024 must stay free, and 1000 MiB are there; make room for 524 MiB and begin again",
    );
    await spool.close();
  });

  it("gets no piece that would touch its reserve; what came is read on, and the piece is taken once there is room", async () => {
    const { Spool } = await import("../../src/vault/spool/spool.ts");
    const disk = { freeBytes: 2 * 1024 ** 3 };
    const dir = join(folder, "full");
    const begun = async () => new Spool(dir, Date, () => disk.freeBytes);
    const id = "a".repeat(64);
    const spool = await begun();
    await spool.begin(id, create(SpooledUploadSchema, { path: "x.mbox", sizeBytes: 100n }));
    disk.freeBytes = 64 * 1024 * 1024 + 30;
    await spool.append(id, 0, utf8("tien tekens".slice(0, 10)));
    const refused = await spool.append(id, 10, utf8("nog tien tekens")).catch((error: unknown) => error);
    expect(refused).toMatchObject({ reason: "LIMIT_EXCEEDED", facts: { dir } });
    expect((await spool.find(id)).receivedBytes).toBe(10);
    expect(statSync(join(dir, `${id}.part`)).size).toBe(10);
    await spool.close();
    disk.freeBytes *= 2;
    const again = await begun();
    expect((await again.append(id, 10, utf8("nog tien tekens"))).receivedBytes).toBe(25);
    await again.close();
  });
});

describe("an upload that lies at one of two servers over one store", () => {
  const both = async (named: string) => {
    const store = await openMemoryStore({ clock: Date });
    const at = (replica: string, dir: string) =>
      openTestVault({ store, replica, spoolDir: join(folder, `${named}-${dir}`) });
    return [await at("one.example:7611", "one"), await at("two.example:7611", "two")] as const;
  };
  const elsewhere = { reason: "UPLOAD_ELSEWHERE", facts: expect.objectContaining({ replica: "one.example:7611" }) };
  const refused = (call: Promise<unknown>) => call.then(() => undefined, fromConnectError);

  it("is answered by the other with where it lies, whatever is asked", async () => {
    const [one, two] = await both("asked");
    const bytes = mailbox(9);
    const { uploadId } = await sendRest(one, "x.mbox", bytes, 100, 3);
    const chunk = bytes.subarray(0, 100);
    expect(await refused(two.uploads.appendUpload({ uploadId, offset: 0n, chunk }))).toMatchObject(elsewhere);
    expect(await refused(two.uploads.getUpload({ uploadId }))).toMatchObject(elsewhere);
    expect(await refused(readAll(two, uploadId))).toMatchObject(elsewhere);
    expect(await refused(two.uploads.cancelUpload({ uploadId }))).toMatchObject(elsewhere);
    expect((await one.uploads.getUpload({ uploadId })).upload?.receivedBytes).toBe(300n);
  });

  it("may begin anew at the other, whose it is then, and is nowhere once it was read", async () => {
    const [one, two] = await both("anew");
    const bytes = mailbox(9);
    await sendRest(one, "x.mbox", bytes, 100, 3);
    const { uploadId } = await sendRest(two, "x.mbox", bytes);
    expect((await readAll(two, uploadId)).summary?.importedCount).toBe(9);
    expect(await refused(two.uploads.getUpload({ uploadId }))).toMatchObject({ reason: "DOCUMENT_NOT_FOUND" });
  });
});
