import { expect, it } from "vitest";
import { type ImportedItem, ImportedItem_Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { eml } from "../../src/vault/import/eml.ts";
import { describeWithData } from "../support/shared-data.ts";
import { agreement, emls, isNoDate, secondOpinions } from "./second-opinion.ts";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

describeWithData("1,541 messages of the SpamAssassin corpus", "email-spamassassin", (folder) => {
  it("are imported or refused with a reason, attachments included", async () => {
    const files = emls(folder, "spamassassin.tar.gz");
    const { vault } = await openTestVault();
    const rows = await importAll(
      vault,
      files.map(({ path, bytes }) => file(path, bytes)),
    );
    const isNew = (row: ImportedItem): boolean => row.outcome === ImportedItem_Outcome.IMPORTED;
    expect(rows.filter((row) => row.parentDocUid === "").every(isNew)).toBe(true);
    // What was opened has rows of its own for what was in it, and needs no reason.
    const isOpened = (row: ImportedItem): boolean => row.outcome === ImportedItem_Outcome.OPENED;
    for (const row of rows) expect(isNew(row) || isOpened(row) || row.reason.length > 20).toBe(true);
  });

  it("agree with another parser as far as measured", async () => {
    const files = emls(folder, "spamassassin.tar.gz");
    const counts = await agreement(files, secondOpinions(folder));
    expect(counts.wellFormed).toBe(1541);
    // Forty-six dates are none (the year 0102, no zone or one that nothing gives a meaning): we say so.
    expect(counts.date).toBe(1541);
    const noDates = await Promise.all(
      files.map(async ({ path, bytes }) => (await eml.extract(bytes, { path })).authoredAtText),
    );
    expect(noDates.filter(isNoDate).length).toBeLessThanOrEqual(46);
    // Three subjects are broken encoded words, which the other parser decodes in part.
    expect(counts.subject).toBeGreaterThanOrEqual(1538);
    // Senders that are an encoded word with a host behind it, receivers with spaces in the address: mail made by machines.
    expect(counts.from).toBeGreaterThanOrEqual(1536);
    expect(counts.to).toBeGreaterThanOrEqual(1530);
    // Bounces whose last part has one more header block than its boundary says.
    expect(counts.partCount).toBeGreaterThanOrEqual(1539);
    // Boundaries that two parsers read differently.
    expect(counts.parts).toBeGreaterThanOrEqual(1534);
  });
});
