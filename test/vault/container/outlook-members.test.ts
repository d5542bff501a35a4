import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { pstOf } from "../support/pst-maker.ts";
import { file, importAll, openTestVault } from "../vault-fixture.ts";

const isThere = (() => {
  try {
    return createRequire(import.meta.url).resolve("pst-extractor") !== "";
  } catch {
    return false;
  }
})();
if (!isThere) console.warn("SKIPPED: damaged data files of Outlook need pst-extractor, which is not here");

describe.skipIf(!isThere)("a damaged data file of Outlook", () => {
  const mail = {
    ...{ from: "Ank <a@example.org>", to: "Jan <j@example.org>", date: "Mon, 5 Jan 2026 09:12:00 +0100" },
    ...{ messageId: "1@example.org", subject: "Loon", body: "Het loon volgt." },
  };
  const whole = pstOf([{ name: "Postvak IN", mails: [mail] }]);

  // A count in its first block led the library round for two minutes by the clock, whatever the processor did meanwhile.
  it("is given up by the time of the processor that it takes", async () => {
    const { vault } = await openTestVault();
    const before = process.cpuUsage();
    const [row] = await importAll(vault, [file("mail.pst", whole.slice().fill(0x7f, 1_030, 1_038))]);
    const { user, system } = process.cpuUsage(before);
    expect(row?.reason).toMatch(/could not be read in the time or the memory that a document may take/);
    expect((user + system) / 1_000_000).toBeLessThan(6);
  });

  it("is read where nothing is wrong with it", async () => {
    const { vault } = await openTestVault();
    const rows = await importAll(vault, [file("mail.pst", whole)]);
    expect(rows.map(({ path }) => path)).toContainEqual(expect.stringContaining("Postvak IN/"));
  });
});
