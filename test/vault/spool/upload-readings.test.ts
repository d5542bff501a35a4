import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SpooledUploadSchema } from "../../../gen/pincite/vault/v1/spool_pb.ts";
import type { ImportSummary } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { UploadReadings } from "../../../src/vault/spool/upload-readings.ts";
import { openTestVault, utf8 } from "../vault-fixture.ts";

const mailbox = (count: number): Uint8Array =>
  utf8(
    Array.from(
      { length: count },
      (_, n) => `From x@example.org Tue Dec  9 10:14:00 2025\nFrom: a@b.c\nSubject: ${n}\n\ntekst ${n}\n`,
    ).join("\n"),
  );

describe("a reading that takes longer than a call may", () => {
  it("ends at a place from which the next call goes on, and comes to its end in several", async () => {
    const { vault } = await openTestVault();
    const id = "a".repeat(64);
    const bytes = mailbox(1_200);
    await vault.spool.begin(id, create(SpooledUploadSchema, { path: "x.mbox", sizeBytes: BigInt(bytes.length) }));
    await vault.spool.append(id, 0, bytes);
    const readings = new UploadReadings(vault, 0);
    const rows: number[] = [];
    let summary: ImportSummary | undefined;
    while (summary === undefined && rows.length < 10) {
      let count = 0;
      for await (const piece of readings.read(id, new AbortController().signal)) {
        if ("item" in piece) count++;
        if ("summary" in piece) summary = piece.summary;
      }
      rows.push(count);
    }
    // Of 100,000 messages 229 were told twice, the second time as known already: a call ended behind the place where the next began.
    expect(rows).toEqual([512, 512, 177]);
    expect(summary).toMatchObject({ openedCount: 1, importedCount: 1_200, duplicateCount: 0, refusedCount: 0 });
    expect((await vault.strand("")).catalogue.inOrder(0, 2_000)).toHaveLength(1_200);
  });
});
