import { beforeAll, describe, expect, it } from "vitest";
import { ImportedItem_Outcome as Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { isCampaign } from "../support/draws.ts";
import { bombs } from "./support/bombs.ts";
import { makeZip } from "./support/zip-maker.ts";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

/** With each change some of each format; `npm run campaign -- tests` takes them all, and `campaign -- bombs` against a whole server. */
const perFormat = isCampaign ? bombs.length : 2;
const refused = bombs.filter(({ isTaken }) => !isTaken);
const tried = refused.filter(
  ({ path }, at) => refused.slice(0, at).filter((one) => one.path === path).length < perFormat,
);

describe("files made to cost more than they are", () => {
  let opened: Awaited<ReturnType<typeof openTestVault>>;
  beforeAll(async () => {
    opened = await openTestVault();
    await importAll(opened.vault, [file("a.txt", "toezegging")]);
  });

  it("are fifty at least, with every format that unpacks", () => {
    expect(bombs.length).toBeGreaterThanOrEqual(50);
    expect([...new Set(bombs.map(({ path }) => path))].sort()).toEqual(
      [
        "x.docx",
        "x.eml",
        "x.html",
        "x.ics",
        "x.mbox",
        "x.msg",
        "x.ods",
        "x.odt",
        "x.pdf",
        "x.pptx",
        "x.xlsx",
        "x.zip",
      ].sort(),
    );
  });

  // Thirty-two rows a commit, and a message to the reader for each, took 18 s over a server where an fsync takes 19 ms.
  it("cost a row for each empty file up to a thousand, one for those above, and few commits", async () => {
    let commits = 0;
    const store = await openMemoryStore();
    const counted = new Proxy(store, {
      get: (of, name) => {
        if (name === "commit") commits++;
        const value: unknown = Reflect.get(of, name);
        return typeof value === "function" ? value.bind(of) : value;
      },
    });
    const { vault } = await openTestVault({ store: counted });
    const empty = Array.from({ length: 5_000 }, (_, i) => ({
      name: `${i}.txt`,
      bytes: new Uint8Array(),
      stored: true,
    }));
    const rows = await importAll(vault, [file("x.zip", makeZip(empty))]);
    expect(rows).toHaveLength(1_002);
    expect(rows.at(-2)?.reason).toMatch(/3999 more files/);
    expect(rows.slice(0, -1).every(({ reason }) => /it is empty/.test(reason))).toBe(true);
    expect(commits).toBeGreaterThan(0);
    expect(commits).toBeLessThanOrEqual(12);
  });

  // Its reader followed the sectors into memory until its thread was ended, which took 1.6 to 3.1 s of the processor.
  it("are refused for what they are: an Outlook item whose sectors follow themselves", async () => {
    const { make } = bombs.find(({ name }) => name === "sectors that follow themselves")!;
    const [row] = await importAll(opened.vault, [file("x.msg", make())]);
    expect(row?.reason).toMatch(/damaged Outlook item/);
  });

  for (const { name, path, make } of tried) {
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
