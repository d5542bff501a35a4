import { describe, expect, it } from "vitest";
import { listKey } from "../../src/store/level/keys.ts";
import type { Store } from "../../src/store/store.ts";
import { behindItsBack, newFolder, openIn } from "../store/folders.ts";
import { reasonOf } from "./refusal.ts";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

const owner = "user-1";
const list = "vault-strands";
const idsOf = ({ strands }: { strands: readonly { strandId: string }[] }) => strands.map(({ strandId }) => strandId);

/** A Vault with three strands; one was only looked at. */
const filled = async (options: { store?: Store } = {}) => {
  const opened = await openTestVault(options);
  for (const strandId of ["zaak-a", "default", "zaak-b"])
    await importAll(opened.vault, [file("a.txt", "een toezegging")], { strandId });
  await importAll(opened.vault, [file("b.txt", "nog een")], { strandId: "zaak-a" });
  await opened.docs.listDocs({ strandId: "only-looked-at" });
  return opened;
};

describe("the strands of an owner", () => {
  it("are those into which something was put, the one that began last first", async () => {
    const { docs } = await filled();
    const { strands, nextPageToken } = await docs.listStrands({});
    expect([idsOf({ strands }), nextPageToken]).toEqual([["zaak-b", "default", "zaak-a"], ""]);
    expect(strands[0]?.beganAtIso).toBe("2026-01-02T00:00:00.000Z");
  });

  it("come page by page, and a token is good for nothing else", async () => {
    const { docs } = await filled();
    const first = await docs.listStrands({ pageSize: 2 });
    expect(idsOf(first)).toEqual(["zaak-b", "default"]);
    const rest = await docs.listStrands({ pageSize: 2, pageToken: first.nextPageToken });
    expect([idsOf(rest), rest.nextPageToken]).toEqual([["zaak-a"], ""]);
    const { nextPageToken } = await docs.listDocs({ strandId: "zaak-a", pageSize: 1 });
    expect(await reasonOf(docs.listStrands({ pageToken: nextPageToken }))).toBe("PAGE_TOKEN_INVALID");
  });

  it("are nobody else's to see", async () => {
    const { store } = await filled();
    const other = await openTestVault({ store, owner: "user-2" });
    expect(idsOf(await other.docs.listStrands({}))).toEqual([]);
  });

  it("are none in a new Vault, and the first one is there at once", async () => {
    const { vault, docs } = await openTestVault();
    expect(idsOf(await docs.listStrands({}))).toEqual([]);
    await importAll(vault, [file("a.txt", "een toezegging")], { strandId: "zaak-a" });
    expect(idsOf(await docs.listStrands({}))).toEqual(["zaak-a"]);
  });

  it("are listed again from the journal where an entry is gone", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    const { docs } = await filled({ store });
    const before = await docs.listStrands({});
    await store.close();
    await behindItsBack(dir, (db) => db.del(listKey(owner, list, 2)));
    const opened = await openIn(dir);
    const { docs: again } = await openTestVault({ store: opened });
    expect(await again.listStrands({})).toEqual(before);
    await opened.close();
  });
});
