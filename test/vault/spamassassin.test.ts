import { expect, it } from "vitest";
import { type ImportedItem, ImportedItem_Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { describeWithData } from "../support/shared-data.ts";
import { agreement, emls, secondOpinions } from "./second-opinion.ts";
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
    for (const row of rows) expect(isNew(row) || row.reason.length > 20).toBe(true);
  });

  it("agree with another parser as far as measured", async () => {
    const counts = await agreement(emls(folder, "spamassassin.tar.gz"), secondOpinions(folder));
    expect(counts.wellFormed).toBe(1541);
    // The rest: years like 0102, zones without a sign, and boundaries that two parsers read differently.
    expect(counts.date).toBeGreaterThanOrEqual(1525);
    expect(counts.subject).toBeGreaterThanOrEqual(1538);
    expect(counts.parts).toBeGreaterThanOrEqual(1534);
  });
});
