import { beforeAll, expect, it } from "vitest";
import { SpanResolution_Outcome as Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import { type ImportedItem, ImportedItem_Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { describeWithData } from "../support/shared-data.ts";
import type { TarFile } from "../support/tar.ts";
import { agreement, emls, secondOpinions } from "./second-opinion.ts";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

describeWithData("682 messages of the Enron corpus", "email-enron", (folder) => {
  let files: TarFile[];
  let opened: Awaited<ReturnType<typeof openTestVault>>;
  let rows: ImportedItem[];
  beforeAll(async () => {
    files = emls(folder, "enron.tar.gz");
    opened = await openTestVault();
    rows = await importAll(
      opened.vault,
      files.map(({ path, bytes }) => file(path, bytes)),
    );
  });

  it("are imported, every one", () => {
    expect(files).toHaveLength(682);
    expect(rows.filter((row) => row.outcome === ImportedItem_Outcome.IMPORTED)).toHaveLength(682);
  });

  it("agree with another parser on every date, subject and decoded part", async () => {
    expect(await agreement(files, secondOpinions(folder))).toEqual({
      date: 682,
      subject: 682,
      from: 682,
      to: 682,
      partCount: 682,
      parts: 682,
      wellFormed: 682,
    });
  });

  it("change nothing when they are imported again", async () => {
    const before = await opened.store.verify();
    const again = await importAll(
      opened.vault,
      files.map(({ path, bytes }) => file(path, bytes)),
    );
    expect(again.every((row) => row.outcome === ImportedItem_Outcome.DUPLICATE)).toBe(true);
    expect(await opened.store.verify()).toEqual(before);
  });

  it("give back sentences of their own texts as exact quotes", async () => {
    for (const row of rows.slice(0, 40)) {
      const { canonicalText } = await opened.docs.getDocText({ docUid: row.docUid });
      const chunk = canonicalText?.chunks.at(-1);
      const exactQuote = [...(canonicalText?.text ?? "")].slice(chunk?.startChar, chunk?.endChar).join("");
      const { results } = await opened.spans.resolveSpans({
        entries: [{ locator: { docUid: row.docUid, chunkUid: chunk?.chunkUid ?? "", exactQuote } }],
      });
      expect(results[0]?.resolution?.outcome).toBe(Outcome.EXACT);
    }
  });

  it("are threaded alike in either order of import", async () => {
    const reversed = await openTestVault();
    await importAll(
      reversed.vault,
      files.toReversed().map(({ path, bytes }) => file(path, bytes)),
    );
    const threadsOf = async ({ vault }: typeof opened) =>
      (await vault.strand("")).catalogue
        .threads()
        .map((members) => members.join(" "))
        .sort();
    const threads = await threadsOf(opened);
    expect(await threadsOf(reversed)).toEqual(threads);
    // Replies exist among them: fewer threads than messages.
    expect(threads.length).toBeLessThan(682);
  });
});
