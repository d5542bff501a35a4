import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { BackupService } from "../../gen/pincite/backup/v1/backup_service_pb.ts";
import { ErasureService } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { VaultUploadService } from "../../gen/pincite/vault/v1/vault_upload_service_pb.ts";
import { sealerTo, writeIdentity } from "../../src/backup/encryption.ts";
import { BackupFolder } from "../../src/backup/folder.ts";
import { takeBackup } from "../../src/backup/take-backup.ts";
import { restoreBackup } from "../../src/main/restore-backup.ts";
import { key } from "../e2e/support/run-driver.ts";
import { importFiles } from "../e2e/support/server.ts";
import { type Walked, walk } from "../support/data-account/held-to-account.ts";
import { ownTransport } from "../support/own-transport.ts";
import { startChild } from "./server-child.ts";

/** Words that stand in nothing else, in a letter, its subject, its sender, its attachment, its name, and in a run. */
const canaries = [
  "kwabbelbrood",
  "kwabbelonderwerp",
  "kwabbelafzender",
  "kwabbelaanhang",
  "kwabbelbestand",
  "kwabbeltitel",
];

const letter = (large: boolean, lines = 0): Uint8Array =>
  Buffer.from(
    [
      "From: Kwabbelafzender <a@example.org>",
      "Subject: Kwabbelonderwerp",
      "Date: Mon, 2 Feb 2026 10:00:00 +0100",
      `Message-ID: <${large ? "large" : "small"}@example.org>`,
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain; charset=utf-8",
      "",
      "Over het kwabbelbrood wil ik u schrijven.",
      ...(large ? Array.from({ length: lines }, (_, line) => `Regel ${line} van het kwabbelbrood, dat lang is.`) : []),
      "--b",
      "Content-Type: text/plain; charset=utf-8",
      'Content-Disposition: attachment; filename="bijlage.txt"',
      "",
      "De kwabbelaanhang van de brief.",
      "--b--",
      "",
    ].join("\r\n"),
  );

/** A letter of a mailbox, another by each number. */
const mailOf = (number: number): string =>
  Buffer.from(letter(false)).toString().replaceAll("\r", "").replace("<small@", `<box-${number}@`);

/** How often each word stands in the raw bytes of a disk, in either case. */
const countsIn = (image: string): Record<string, number> => {
  const counts = Object.fromEntries(canaries.map((word) => [word, 0]));
  const file = openSync(image, "r");
  const piece = Buffer.alloc(8 * 1024 * 1024);
  const zeros = Buffer.alloc(piece.length);
  let rest = "";
  for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
    // Most of a fresh disk: zeros end what was begun.
    if (read === piece.length && piece.equals(zeros)) {
      rest = "";
      continue;
    }
    const text = rest + piece.subarray(0, read).toString("latin1").toLowerCase();
    for (const word of canaries) counts[word] = (counts[word] ?? 0) + text.split(word).length - 1;
    rest = text.slice(-32).replace(new RegExp(`(?:${canaries.join("|")})$`), "");
  }
  closeSync(file);
  return counts;
};

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((all, one) => all + one, 0);

/**
 * `npm run campaign -- image [lines]`: a server on a disk of its own, on which temporary files lie too, takes in two letters, one of 4 MB or of so many lines, and a mailbox in pieces, of another the half, and has a run, and is
 * backed up to a recipient, as each night, onto the same disk; both are erased, then it is started again, backed up once more and restored. No byte of the raw disk may say a word of them. The control writes one letter
 * and removes the file, and must be found. Skipped, loudly, where no disk can be mounted.
 */
export const simulateImage = async ([lines = 90_000]: readonly number[] = []): Promise<boolean> => {
  const base = mkdtempSync(join(tmpdir(), "pincite-image-"));
  const [image, mount] = [join(base, "disk"), join(base, "mounted")];
  mkdirSync(mount);
  try {
    // An upload is taken where a GiB stays free beside it.
    execFileSync("truncate", ["-s", "1600M", image]);
    execFileSync("mkfs.ext4", ["-q", image]);
    execFileSync("mount", ["-o", "loop", image, mount], { stdio: "pipe" });
  } catch (cause) {
    console.error(
      `SKIPPED: no disk image can be made and mounted here: ${cause instanceof Error ? cause.message : ""}`,
    );
    return true;
  }
  const raw = (): Record<string, number> => {
    execFileSync("sync");
    return countsIn(image);
  };
  process.env.TMPDIR = join(mount, "tmp");
  process.env.PINCITE_ERASURE = "on";
  mkdirSync(process.env.TMPDIR);
  const data = join(mount, "data");
  try {
    let server = await startChild(data);
    const rows = await importFiles(server.clients, [
      { path: "kwabbelbestand.eml", bytes: letter(false) },
      { path: "kwabbelbestand-lang.eml", bytes: letter(true, lines) },
    ]);
    // A mailbox comes in pieces and lies in the spool until it is read; another one stays there half.
    const uploaded = ownTransport(server.url);
    const uploads = createClient(VaultUploadService, uploaded);
    const mailbox = Buffer.from(
      [1, 2].map((one) => `From a@example.org Tue Dec  9 10:14:00 2025\n${mailOf(one)}`).join("\n"),
    );
    for (const [path, sizeBytes] of [
      ["kwabbelbestand.mbox", mailbox.length],
      ["kwabbelbestand-half.mbox", 2 * mailbox.length],
    ] as const) {
      const { upload } = await uploads.beginUpload({ path, sizeBytes: BigInt(sizeBytes), head: mailbox });
      const uploadId = upload?.uploadId ?? "";
      await uploads.appendUpload({ uploadId, offset: 0n, chunk: mailbox });
      if (sizeBytes !== mailbox.length) continue;
      for await (const { content } of uploads.readUpload({ uploadId }))
        if (content.case === "item") rows.push(content.value);
    }
    uploaded.close();
    const { runContext } = await server.clients.orchestrator.createRun({
      idempotencyKey: key(),
      title: "Kwabbeltitel",
      locale: "nl",
    });
    const identityFile = join(base, "identity");
    const recipient = await writeIdentity(identityFile);
    const nightly = async (url: string): Promise<void> => {
      const transport = ownTransport(url);
      const folder = new BackupFolder(join(mount, "backup"), { sealer: sealerTo([recipient]) });
      await takeBackup(createClient(BackupService, transport), folder);
      transport.close();
    };
    await nightly(server.url);
    await server.stop();
    const folders: readonly Walked[] = [
      { root: "data", dir: data },
      { root: "backup", dir: join(mount, "backup") },
      { root: "temporary", dir: process.env.TMPDIR },
    ];
    const untrue: string[] = [];
    const held = (): void => {
      const { unclaimed, denied, open } = walk(folders, canaries);
      untrue.push(...unclaimed, ...denied, ...open);
    };
    held();
    const before = raw();
    console.log(`backed up and stopped, before an erasure: ${JSON.stringify(before)}`);
    server = await startChild(data);
    const transport = ownTransport(server.url);
    const erasures = createClient(ErasureService, transport);
    // What is attached is a document of its own, and stays where only its letter is erased.
    const uids = [...new Set(rows.map(({ docUid }) => docUid))].filter((uid) => uid !== "");
    const targets = [
      ...uids.map((value) => ({ target: { case: "docUid" as const, value }, withRuns: true })),
      { target: { case: "runId" as const, value: runContext?.runId ?? "" } },
    ];
    for (const target of targets) {
      const { plan } = await erasures.planErasure({ target });
      const planDigest = plan?.digest ?? "";
      await erasures.commitErasure({ target, planDigest, reason: ErasureReason.ASKED_FOR, idempotencyKey: key() });
    }
    console.log(`erased: ${JSON.stringify(raw())}`);
    transport.close();
    await server.stop();
    server = await startChild(data);
    await nightly(server.url);
    await server.stop();
    await restoreBackup(join(mount, "backup"), join(mount, "restored"), readFileSync(identityFile, "utf8"));
    server = await startChild(join(mount, "restored"));
    await server.stop();
    held();
    const last = raw();
    console.log(`what the account of every copy does not have, or denies: ${JSON.stringify(untrue)}`);
    console.log(`after a restart, a backup and a restore: ${JSON.stringify(last)}`);
    execFileSync("sh", ["-c", 'cat > "$0" && sync && rm "$0"', join(mount, "control")], { input: letter(false) });
    const control = sum(raw()) - sum(last);
    console.log(`control, a letter that was written and removed: ${control} found`);
    return sum(before) + sum(last) + untrue.length === 0 && control > 0;
  } catch (error) {
    console.error(error);
    return false;
  } finally {
    execFileSync("umount", ["-l", mount]);
    rmSync(base, { recursive: true, force: true });
  }
};
