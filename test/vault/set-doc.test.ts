import { rm } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { DateSource, DocMark } from "../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../../src/error.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { newFolder } from "../support/new-folder.ts";
import { file, importAll, mail, openTestVault } from "./vault-fixture.ts";

const letter = file(
  "scan.eml",
  mail({ From: "ank@example.org", Subject: "fwd", Date: "Tue, 4 Mar 2025 10:00:00 +0100" }, "toezegging van loon"),
);
const other = file(
  "b.eml",
  mail({ From: "bo@example.org", Subject: "later", Date: "Wed, 5 Mar 2025 10:00:00 +0100" }, "toezegging"),
);

describe("what a person sets on a document", () => {
  let indexDir: string;
  beforeEach(() => {
    indexDir = newFolder("set");
  });

  const opened = async (store = openMemoryStore()) => {
    const all = await openTestVault({ store: await store, indexDir });
    const rows = await importAll(all.vault, [letter, other]);
    return { ...all, docUid: rows[0]!.docUid };
  };

  it("is what lists, searches and details say from then on, with whose it is and what the source says", async () => {
    const { docs, search, vault, docUid } = await opened();
    const { changed, doc } = await docs.setDoc({
      idempotencyKey: crypto.randomUUID(),
      docUid,
      title: "Brief van de werkgever",
      date: "2025-12-09",
      addMarks: [DocMark.SENSITIVE_HEALTH],
    });
    expect(changed).toBe(true);
    expect(doc?.summary).toMatchObject({
      title: "Brief van de werkgever",
      authoredAtIso: "2025-12-09T00:00:00.000Z",
      authoredAtText: "2025-12-09",
      dateSource: DateSource.PERSON,
      marks: [DocMark.SENSITIVE_HEALTH],
      setByPerson: {
        title: true,
        date: true,
        sourceTitle: "fwd",
        sourceAuthoredAtIso: "2025-03-04T09:00:00.000Z",
        sourceDateSource: DateSource.HEADER,
        by: "user-1",
        setAtIso: "2026-01-02T00:00:00.000Z",
      },
    });
    expect((await docs.listDocs({})).docs.map(({ title }) => title)).toEqual(["Brief van de werkgever", "later"]);
    const inTitle = await search.search({ query: "subject:werkgever" });
    expect(inTitle.result?.candidates).toMatchObject([
      { title: "Brief van de werkgever", versionDate: "2025-12-09", personsValues: { title: true, date: true } },
    ]);
    const byDay = await search.search({ query: "toezegging", occurredFromIso: "2025-12-01" });
    expect(byDay.result?.candidates.map(({ evidenceId }) => evidenceId)).toEqual([`vault:${docUid}`]);
    await vault.close();
  });

  it("is there again after the derived files are lost, and changes neither text nor thread", async () => {
    const store = await openMemoryStore();
    const first = await opened(Promise.resolve(store));
    const before = await first.docs.getDoc({ docUid: first.docUid });
    await first.docs.setDoc({
      idempotencyKey: crypto.randomUUID(),
      docUid: first.docUid,
      title: "Brief",
      date: "2025-12-09T09:14:00+01:00",
    });
    await first.vault.close();
    await rm(indexDir, { recursive: true, force: true });
    const { docs, search, vault } = await openTestVault({ store, indexDir });
    const { doc } = await docs.getDoc({ docUid: first.docUid });
    expect(doc?.summary).toMatchObject({ title: "Brief", authoredAtIso: "2025-12-09T08:14:00.000Z" });
    expect(doc?.canonicalText).toEqual(before.doc?.canonicalText);
    expect(doc?.summary?.threadUid).toBe(before.doc?.summary?.threadUid);
    expect((await search.search({ query: "subject:brief" })).result?.totalCount).toBe(1);
    await vault.close();
  });

  it("is taken back by an empty value, and what is so already writes nothing", async () => {
    const { docs, vault, docUid } = await opened();
    await docs.setDoc({ idempotencyKey: crypto.randomUUID(), docUid, title: "x", date: "2025-12-09" });
    const again = await docs.setDoc({ idempotencyKey: crypto.randomUUID(), docUid, title: "x", date: "2025-12-09" });
    const revision = (await docs.listDocs({})).corpusRevision;
    expect(again.changed).toBe(false);
    await docs.setDoc({ idempotencyKey: crypto.randomUUID(), docUid, removeMarks: [DocMark.SENSITIVE_HEALTH] });
    expect((await docs.listDocs({})).corpusRevision).toBe(revision);
    const { doc } = await docs.setDoc({ idempotencyKey: crypto.randomUUID(), docUid, title: "", date: "" });
    expect(doc?.summary).toMatchObject({
      title: "fwd",
      authoredAtIso: "2025-03-04T09:00:00.000Z",
      dateSource: DateSource.HEADER,
    });
    expect(doc?.summary?.setByPerson).toBeUndefined();
    await vault.close();
  });

  it("keeps what a request does not name, and puts marks on and off", async () => {
    const { docs, vault, docUid } = await opened();
    await docs.setDoc({
      idempotencyKey: crypto.randomUUID(),
      docUid,
      title: "x",
      addMarks: [DocMark.SENSITIVE_SPECIAL, DocMark.SENSITIVE_HEALTH],
    });
    const { doc } = await docs.setDoc({
      idempotencyKey: crypto.randomUUID(),
      docUid,
      date: "2025-01-01",
      removeMarks: [DocMark.SENSITIVE_SPECIAL],
    });
    expect(doc?.summary).toMatchObject({ title: "x", marks: [DocMark.SENSITIVE_HEALTH] });
    await vault.close();
  });

  it.each(["9 december 2025", "2025-02-30", "2025-12-09T09:14:00", "2025-13-01", "2025-12-09T25:00:00Z"])(
    "is no date when it reads %s",
    async (date) => {
      const { vault, docUid } = await opened();
      const asked = vault.setDoc({
        idempotencyKey: crypto.randomUUID(),
        docUid,
        date,
        strandId: "",
        addMarks: [],
        removeMarks: [],
        $typeName: "pincite.vault.v1.SetDocRequest",
      });
      await expect(asked).rejects.toMatchObject({ reason: "REQUEST_INVALID" });
      await vault.close();
    },
  );

  it("is set once under one key, also where it was set otherwise since, and never something else under it", async () => {
    const { docs, docUid } = await opened();
    const said = { docUid, title: "eerst", idempotencyKey: "k1" };
    expect((await docs.setDoc(said)).changed).toBe(true);
    await docs.setDoc({ docUid, title: "later", idempotencyKey: "k2" });
    // Sent again, because its answer was lost: it would have undone what another person has set since.
    const again = await docs.setDoc(said);
    expect([again.changed, again.doc?.summary?.title]).toEqual([true, "later"]);
    const asked = docs.setDoc({ docUid, title: "iets anders", idempotencyKey: "k1" });
    await expect(asked).rejects.toThrow(/IDEMPOTENCY_KEY_REUSED|set something else/);
    const revision = (await docs.listDocs({})).corpusRevision;
    const same = { docUid, title: "later", idempotencyKey: "k3" };
    expect([(await docs.setDoc(same)).changed, (await docs.setDoc(same)).changed]).toEqual([false, false]);
    expect((await docs.listDocs({})).corpusRevision).toBe(revision);
  });

  // An absence is asked for again when the revision rises: what is set may be what was looked for.
  it("raises the revision, since searches read the title", async () => {
    const { docs, search, docUid } = await opened();
    const before = (await search.search({ query: "subject:vaststelling" })).result;
    await docs.setDoc({ docUid, title: "Vaststelling", idempotencyKey: "k1" });
    const after = (await search.search({ query: "subject:vaststelling" })).result;
    expect([before?.totalCount, after?.totalCount]).toEqual([0, 1]);
    expect(after?.corpusRevision).not.toBe(before?.corpusRevision);
  });

  it("is refused for a document of another strand", async () => {
    const { vault, docUid } = await opened();
    const asked = vault.setDoc({
      idempotencyKey: crypto.randomUUID(),
      docUid,
      title: "x",
      strandId: "elsewhere",
      addMarks: [],
      removeMarks: [],
      $typeName: "pincite.vault.v1.SetDocRequest",
    });
    await expect(asked).rejects.toBeInstanceOf(DomainError);
    await vault.close();
  });
});
