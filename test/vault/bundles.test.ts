import { describe, expect, it } from "vitest";
import { reasonOf } from "./refusal.ts";
import { file, importAll, mail, openTestVault, told } from "./vault-fixture.ts";

const letter = mail({ From: "ank@example.org", Subject: "Loon" }, "Wij betalen niet.");

const withBundle = async () => {
  const opened = await openTestVault();
  const rows = await importAll(opened.vault, [file("a.eml", letter), file("b.txt", "tekst"), file("c.txt", "geheim")], {
    strandId: "bron",
  });
  const docUids = rows.slice(0, 2).map((row) => row.docUid);
  const request = {
    bundleUid: "dossier",
    title: "Dossier",
    sourceStrandId: "bron",
    docUids,
    offeredStrandIds: ["zaak"],
  };
  await opened.bundles.createBundle(request);
  return { ...opened, docUids: [...docUids].sort(), request, secret: rows[2]?.docUid ?? "" };
};

describe("VaultBundleService", () => {
  it("shows a bundle to the strand it was offered to, without texts", async () => {
    const { bundles, docUids } = await withBundle();
    const seen = await bundles.inspectBundle({ strandId: "zaak", bundleUid: "dossier" });
    expect(seen).toMatchObject({ title: "Dossier", docUids, knownCount: 0 });
    expect(seen.docs.map((doc) => doc.docUid)).toEqual(docUids);
  });

  it("does not say to another strand whether it exists", async () => {
    const { bundles } = await withBundle();
    for (const bundleUid of ["dossier", "nergens"]) {
      expect(await reasonOf(bundles.inspectBundle({ strandId: "ander", bundleUid }))).toBe("EVIDENCE_NOT_FOUND");
      expect(await reasonOf(bundles.attachBundle({ strandId: "ander", bundleUid, idempotencyKey: "k" }))).toBe(
        "EVIDENCE_NOT_FOUND",
      );
    }
  });

  it("adds its documents to the strand, which then finds and quotes them, and nothing else", async () => {
    const { bundles, search, docUids, secret, spans } = await withBundle();
    const attached = await bundles.attachBundle({ strandId: "zaak", bundleUid: "dossier", idempotencyKey: "k" });
    expect(attached.docUids).toEqual(docUids);
    const found = await search.search({ strandId: "zaak", query: "betalen" });
    expect(found.result?.corpusRevision).toBe(attached.corpusRevision);
    const docUid = found.result?.candidates[0]?.evidenceId.slice("vault:".length) ?? "";
    const { results } = await spans.resolveSpans({
      strandId: "zaak",
      entries: [{ locator: { docUid, exactQuote: "Wij betalen niet." } }],
    });
    expect(results[0]?.resolution?.spans).toHaveLength(1);
    expect(await reasonOf(spans.resolveIds({ strandId: "zaak", evidenceIds: [`vault:${secret}`] }))).toBe(
      "EVIDENCE_NOT_FOUND",
    );
  });

  it("gives the same answer for the same key, and refuses the key for another bundle", async () => {
    const { bundles, request } = await withBundle();
    const call = { strandId: "zaak", bundleUid: "dossier", idempotencyKey: "k" };
    const first = await bundles.attachBundle(call);
    expect(await bundles.attachBundle(call)).toEqual(first);
    const second = await bundles.attachBundle({ ...call, idempotencyKey: "k2" });
    expect(second.docUids).toEqual([]);
    expect(second.items.map((row) => told(row).split(" ")[0])).toEqual(["DUPLICATE", "DUPLICATE"]);
    await bundles.createBundle({ ...request, bundleUid: "ander" });
    expect(await reasonOf(bundles.attachBundle({ ...call, bundleUid: "ander" }))).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  it("writes nothing when it runs dry, and leaves the key unused", async () => {
    const { bundles, docs, docUids } = await withBundle();
    const call = { strandId: "zaak", bundleUid: "dossier", idempotencyKey: "k" };
    expect((await bundles.attachBundle({ ...call, dryRun: true })).docUids).toEqual(docUids);
    expect((await docs.listDocs({ strandId: "zaak" })).docs).toEqual([]);
    expect((await bundles.attachBundle(call)).docUids).toEqual(docUids);
  });

  it("keeps no name of a file with an answer, which outlives what is erased", async () => {
    const { bundles, store } = await withBundle();
    const call = { strandId: "zaak", bundleUid: "dossier", idempotencyKey: "k" };
    const { items } = await bundles.attachBundle(call);
    expect(items.map(({ path }) => path)).toEqual(["a.eml", "b.txt"]);
    const kept = await store.idempotency("user-1", "vault.bundle.attach/k");
    expect(kept?.answer?.length).toBeGreaterThan(0);
    expect(Buffer.from(kept?.answer ?? []).includes("a.eml")).toBe(false);
    expect((await bundles.attachBundle(call)).items).toEqual(items);
  });

  it("is made once, and survives a restart", async () => {
    const { bundles, store, request } = await withBundle();
    await bundles.createBundle(request);
    expect(await reasonOf(bundles.createBundle({ ...request, title: "Anders" }))).toBe("ALREADY_EXISTS");
    const reopened = await openTestVault({ store });
    expect((await reopened.bundles.inspectBundle({ strandId: "zaak", bundleUid: "dossier" })).title).toBe("Dossier");
    expect(await reasonOf(bundles.createBundle({ ...request, bundleUid: "x", docUids: ["0".repeat(64)] }))).toBe(
      "DOCUMENT_NOT_FOUND",
    );
  });
});
