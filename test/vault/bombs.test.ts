import { beforeAll, describe, expect, it } from "vitest";
import { ImportedItem_Outcome as Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { bombs } from "./support/bombs.ts";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

describe("files made to cost more than they are", () => {
  let opened: Awaited<ReturnType<typeof openTestVault>>;
  beforeAll(async () => {
    opened = await openTestVault();
    await importAll(opened.vault, [file("a.txt", "toezegging")]);
  });

  it("are thirty-nine at least, with every format that unpacks", () => {
    expect(bombs.length).toBeGreaterThanOrEqual(39);
    expect([...new Set(bombs.map(({ path }) => path))].sort()).toEqual(
      ["x.docx", "x.eml", "x.html", "x.ics", "x.mbox", "x.msg", "x.pdf", "x.zip"].sort(),
    );
  });

  for (const { name, path, make } of bombs) {
    it(`are refused with a reason while searches are answered: ${path}, ${name}`, async () => {
      const importing = importAll(opened.vault, [file(path, make())]);
      const { result } = await opened.search.search({ query: "toezegging" });
      const rows = await importing;
      expect(result?.candidates).toHaveLength(1);
      expect(rows.filter((row) => row.docUid !== "")).toEqual([]);
      expect(rows.some((row) => row.reason.length > 20)).toBe(true);
      expect(rows.every((row) => row.outcome === Outcome.REFUSED || row.outcome === Outcome.OPENED)).toBe(true);
      expect(rows.some((row) => /report it/.test(row.reason))).toBe(false);
    });
  }
});
