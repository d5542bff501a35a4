import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { BackupService } from "../../gen/pincite/backup/v1/backup_service_pb.ts";
import { ErasureService } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { VaultUploadService } from "../../gen/pincite/vault/v1/vault_upload_service_pb.ts";
import { sealerTo, writeIdentity } from "../../src/backup/encryption.ts";
import { BackupFolder } from "../../src/backup/folder.ts";
import { takeBackup } from "../../src/backup/take-backup.ts";
import { restoreBackup } from "../../src/main/restore-backup.ts";
import { largeMail } from "../cli/support/large-mail.ts";
import { places, type Walk, type Walked, walk } from "../support/data-account/held-to-account.ts";
import { accountPage } from "../support/data-account/page.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { withAttachment } from "../vault/erase/letters.ts";
import { mail } from "../vault/vault-fixture.ts";
import { key } from "./support/run-driver.ts";
import { importFiles, importLaw, startTestServer } from "./support/server.ts";

const words = [
  "kwabbelonderwerp",
  "kwabbelbrood",
  "kwabbelafzender",
  "kwabbelaanhang",
  "kwabbelbestand",
  "kwabbeltitel",
];
const from = { From: "Kwabbelafzender <a@example.org>", Subject: "Kwabbelonderwerp" };
const letter = withAttachment(
  mail({ ...from, "Message-ID": "<a@example.org>" }, "Over het kwabbelbrood."),
  "bijlage.txt",
  "De kwabbelaanhang van de brief.",
);
/** A mailbox of which the second half never comes. */
const mailbox = Buffer.from(
  `From a@example.org Tue Dec  9 10:14:00 2025\n${Buffer.from(letter).toString()}\n`.repeat(2),
);

const base = newFolder("account");
const restored = join(base, "restored");
const folders: readonly Walked[] = [
  { root: "data", dir: join(base, "data") },
  { root: "backup", dir: join(base, "sealed") },
  { root: "backup", dir: join(base, "plain") },
  { root: "state", dir: join(base, "state", "pincite") },
  { root: "config", dir: join(base, "config") },
  { root: "home", dir: join(base, "home") },
  { root: "temporary", dir: join(base, "temporary") },
];
const [data = base, sealed = base, plain = base] = folders.map(({ dir }) => dir);

beforeAll(() => {
  for (const { dir } of folders) mkdirSync(dir, { recursive: true });
  vi.stubEnv("XDG_STATE_HOME", join(base, "state"));
  vi.stubEnv("PINCITE_TOKEN_FILE", join(base, "config", "token"));
  vi.stubEnv("TMPDIR", join(base, "temporary"));
  vi.stubEnv("PINCITE_ERASURE", "on");
});
afterAll(() => vi.unstubAllEnvs());

describe("the account of every copy", () => {
  it("is what docs/data-account.md says; otherwise run node test/support/write-data-account.ts", () => {
    expect(readFileSync(new URL("../../docs/data-account.md", import.meta.url), "utf8")).toBe(accountPage());
  });

  it("has every file that a server, its account and its backups leave, with a row that is true of it", async () => {
    const walks: Walk[] = [];
    const boxes: string[] = [];
    const held = (): void => {
      const found = walk(folders, words);
      walks.push(found);
      expect({ ...found, met: undefined }).toEqual({ unclaimed: [], denied: [], open: [], met: undefined });
    };
    let server = await startTestServer(data);
    const rows = await importFiles(server, [
      { path: "kwabbelbestand.eml", bytes: letter },
      { path: "groot.eml", bytes: Buffer.from(largeMail) },
    ]);
    const law = new URL("../../demo/law/BWBR0005290_2023-07-01_uittreksel.xml", import.meta.url);
    await importLaw(server, { path: "BWBR0005290_2023-07-01.xml", bytes: readFileSync(law) });
    const run = await server.orchestrator.createRun({ idempotencyKey: key(), title: "Kwabbeltitel", locale: "nl" });
    let transport = ownTransport(server.url);
    const uploads = createClient(VaultUploadService, transport);
    const begun = { path: "kwabbelbestand.mbox", sizeBytes: BigInt(mailbox.length), head: mailbox };
    const { upload } = await uploads.beginUpload(begun);
    const half = mailbox.subarray(0, mailbox.length / 2);
    await uploads.appendUpload({ uploadId: upload?.uploadId ?? "", offset: 0n, chunk: half });
    held();
    // One that has come whole and was read: the name of a container stood in clear in the Vault's database, before an erasure as after it.
    const boxed = { path: "kwabbelbestand-heel.mbox", sizeBytes: BigInt(mailbox.length), head: mailbox };
    const whole = (await uploads.beginUpload(boxed)).upload?.uploadId ?? "";
    await uploads.appendUpload({ uploadId: whole, offset: 0n, chunk: mailbox });
    for await (const { content } of uploads.readUpload({ uploadId: whole }))
      if (content.case === "item") boxes.push(content.value.path);
    expect(boxes.at(-1)).toBe("kwabbelbestand-heel.mbox");
    held();
    const identity = await writeIdentity(join(base, "identity"));
    const backups = createClient(BackupService, transport);
    const nightly = async (): Promise<void> => {
      await takeBackup(backups, new BackupFolder(sealed, { sealer: sealerTo([identity]) }));
      await takeBackup(backups, new BackupFolder(plain));
    };
    await nightly();
    held();
    transport.close();
    await server.stop();
    held();
    // A backup says of no record whose it is: the name of a container came back in clear.
    await restoreBackup(plain, restored);
    expect(walk([{ root: "data", dir: restored }], words).denied).toEqual([]);
    server = await startTestServer(data);
    transport = ownTransport(server.url);
    const erasures = createClient(ErasureService, transport);
    const docUid = rows.find(({ path }) => path === "kwabbelbestand.eml")?.docUid ?? "";
    for (const target of [
      { target: { case: "docUid" as const, value: docUid }, withRuns: true },
      { target: { case: "runId" as const, value: run.runContext?.runId ?? "" } },
    ]) {
      const { plan } = await erasures.planErasure({ target });
      const asked = { target, planDigest: plan?.digest ?? "", reason: ErasureReason.ASKED_FOR };
      await erasures.commitErasure({ ...asked, idempotencyKey: key() });
    }
    held();
    transport.close();
    await server.stop();
    held();
    const met = new Set(walks.flatMap((one) => [...one.met]));
    const isWalked = new Set(folders.map(({ root }) => root));
    const absent = places.filter((place) => isWalked.has(place.root) && !met.has(place));
    expect(absent.filter(({ notMet }) => notMet === undefined)).toEqual([]);
    expect(places.filter((place) => met.has(place) && place.notMet !== undefined)).toEqual([]);
  });

  it("finds a file that no row has, a word that a row denies, and a secret that others may read", () => {
    const planted = newFolder("planted");
    mkdirSync(join(planted, "vault-index"));
    writeFileSync(join(planted, "notes.txt"), "Een notitie.");
    writeFileSync(join(planted, "vault-index", "a.sqlite"), letter);
    writeFileSync(join(planted, "vault-index", "a.sqlite.key"), "k");
    chmodSync(join(planted, "vault-index", "a.sqlite.key"), 0o644);
    const { unclaimed, denied, open } = walk([{ root: "data", dir: planted }], words);
    expect(unclaimed).toEqual(["data: notes.txt"]);
    expect(denied).toContain("kwabbelbrood in data: vault-index/a.sqlite");
    expect(open).toEqual(["data: vault-index/a.sqlite.key"]);
  });
});
