import { rm } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { ReadAgainItem_Outcome as Outcome } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import type { Store } from "../../src/store/store.ts";
import { newFolder } from "../support/new-folder.ts";
import { olderReader } from "./support/older-reader.ts";
import { file, importAll, mail, openTestVault } from "./vault-fixture.ts";

const page = file("besluit.html", "<html><body><p>Het loon wordt doorbetaald.</p><p>Tot 1 mei.</p></body></html>");
/** The last paragraph is what the older rules did not read. */
const cut = olderReader(({ text }) => ({ text: text.split("\n")[0] ?? "" }));

describe("reading kept documents again", () => {
  let indexDir: string;
  let store: Store;
  beforeEach(async () => {
    indexDir = newFolder("again");
    store = await openMemoryStore();
  });

  type Opened = Awaited<ReturnType<typeof openTestVault>>;
  /** What an older program left behind. */
  const imported = async (files = [page], reader = cut) => {
    const { vault } = await openTestVault({ store, indexDir, reader });
    const rows = await importAll(vault, files);
    await vault.close();
    return rows.map(({ docUid }) => docUid);
  };
  const again = async ({ docs }: Opened, request: Parameters<Opened["docs"]["readAgain"]>[0] = {}) => {
    const items = [];
    for await (const { content } of docs.readAgain(request)) items.push(content);
    const summary = items.pop();
    return {
      items: items.flatMap((one) => (one.case === "item" ? [one.value] : [])),
      summary: summary?.case === "summary" ? summary.value : undefined,
    };
  };

  it("puts a new text beside the old, which what names it still resolves in", async () => {
    const [docUid = ""] = await imported();
    const opened = await openTestVault({ store, indexDir });
    const { docs, spans, search, vault } = opened;
    const before = await docs.getDocText({ docUid });
    const { items, summary } = await again(opened);
    expect(items).toMatchObject([{ docUid, outcome: Outcome.NEW_TEXT, earlierSourceDigest: before.sourceDigest }]);
    expect(summary).toMatchObject({ newTextCount: 1, keptCount: 0 });
    const after = await docs.getDocText({ docUid });
    expect(after.canonicalText?.text).toContain("Tot 1 mei.");
    expect((await docs.getDocText({ docUid, sourceDigest: before.sourceDigest })).canonicalText).toEqual(
      before.canonicalText,
    );
    const { doc } = await docs.getDoc({ docUid });
    expect(doc?.earlierTexts).toMatchObject([{ sourceDigest: before.sourceDigest, extractorVersion: "0" }]);
    expect(doc).toMatchObject({ readAtIso: "2026-01-02T00:00:00.000Z", outdated: false });
    const quote = { docUid, exactQuote: "Het loon wordt doorbetaald." };
    const oldChunk = before.canonicalText?.chunks[0]?.chunkUid ?? "";
    const newChunk = after.canonicalText?.chunks[0]?.chunkUid ?? "";
    const { results } = await spans.resolveSpans({
      entries: [
        { locator: quote },
        { locator: { ...quote, sourceDigest: before.sourceDigest } },
        { locator: { ...quote, chunkUid: oldChunk } },
        { locator: { ...quote, chunkUid: newChunk } },
      ],
    });
    const [newest, old] = [after.sourceDigest, before.sourceDigest];
    expect(results.map(({ resolution }) => resolution?.spans[0]?.sourceDigest)).toEqual([newest, old, old, newest]);
    expect(newChunk).toBe(`${docUid}#1.${newest.slice(0, 16)}:0`);
    const found = await search.search({ query: "mei" });
    expect(found.result?.candidates).toMatchObject([{ sourceDigest: newest, chunkUid: newChunk }]);
    await vault.close();
  });

  it("answers that a text the document never had is not there", async () => {
    const [docUid = ""] = await imported();
    const { docs, vault } = await openTestVault({ store, indexDir });
    await expect(docs.getDocText({ docUid, sourceDigest: "0".repeat(64) })).rejects.toThrow(/never had a text/);
    await vault.close();
  });

  it("changes nothing a second time, in a dry run, and for what today's rules have read", async () => {
    const [docUid = ""] = await imported();
    const opened = await openTestVault({ store, indexDir });
    expect((await opened.docs.getDoc({ docUid })).doc?.outdated).toBe(true);
    const first = (await opened.docs.listDocs({})).corpusRevision;
    expect((await again(opened, { dryRun: true })).items).toMatchObject([{ outcome: Outcome.NEW_TEXT }]);
    expect((await opened.docs.listDocs({})).corpusRevision).toBe(first);
    await again(opened);
    const { corpusRevision } = await opened.docs.listDocs({});
    expect((await again(opened)).items).toMatchObject([{ outcome: Outcome.UNCHANGED }]);
    expect((await again(opened, { onlyOutdated: true })).items).toEqual([]);
    expect((await opened.docs.listDocs({})).corpusRevision).toBe(corpusRevision);
    await opened.vault.close();
  });

  it("gives chunks of the same words their names again, so that what names them holds", async () => {
    const [docUid = ""] = await imported(
      [file("a.txt", "Een zin.\n\nNog een zin.")],
      olderReader(() => ({})),
    );
    const opened = await openTestVault({ store, indexDir });
    const before = await opened.docs.getDocText({ docUid });
    expect((await again(opened)).items).toMatchObject([{ outcome: Outcome.SAME_WORDS, earlierSourceDigest: "" }]);
    const after = await opened.docs.getDocText({ docUid });
    expect(after.canonicalText?.chunks).toEqual(before.canonicalText?.chunks);
    expect(after.canonicalText?.segments).toHaveLength(1);
    await opened.vault.close();
  });

  it("makes documents of attachments that could not be read before", async () => {
    const boundary = 'multipart/mixed; boundary="b"';
    const body =
      "--b\nContent-Type: text/plain\n\nZie bijlage.\n--b\nContent-Type: text/plain; name=nota.txt\nContent-Disposition: attachment; filename=nota.txt\n\nDe nota.\n--b--\n";
    const carrying = file(
      "m.eml",
      mail({ From: "a@example.org", Subject: "s", "MIME-Version": "1.0", "Content-Type": boundary }, body),
    );
    const [docUid = ""] = await imported(
      [carrying],
      olderReader(() => ({})),
    );
    const opened = await openTestVault({ store, indexDir });
    const { items } = await again(opened);
    expect(items.map(({ outcome }) => outcome)).toEqual([Outcome.SAME_WORDS, Outcome.NEW_DOCUMENT]);
    expect(items[1]?.path).toBe("m.eml!/nota.txt");
    const part = await opened.docs.getDoc({ docUid: items[1]?.docUid ?? "" });
    expect(part.doc?.parentDocUids).toEqual([docUid]);
    await opened.vault.close();
  });

  it("keeps what a person set, and is there again after the derived files are lost", async () => {
    const [docUid = ""] = await imported();
    const opened = await openTestVault({ store, indexDir });
    await opened.docs.setDoc({ idempotencyKey: crypto.randomUUID(), docUid, title: "Besluit" });
    await again(opened);
    const { doc } = await opened.docs.getDoc({ docUid });
    await opened.vault.close();
    await rm(indexDir, { recursive: true, force: true });
    const anew = await openTestVault({ store, indexDir });
    expect((await anew.docs.getDoc({ docUid })).doc).toEqual(doc);
    expect(doc?.summary?.title).toBe("Besluit");
    expect((await anew.search.search({ query: "subject:besluit mei" })).result?.totalCount).toBe(1);
    await anew.vault.close();
  });

  it("leaves a document as it is whose bytes are damaged, and goes on to the next", async () => {
    const [docUid = ""] = await imported([page, file("b.html", "<p>Tweede.</p><p>Meer.</p>")]);
    const { DomainError } = await import("../../src/error.ts");
    const damaged = new Proxy(store, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (name === "getBlob")
          return (owner: string, digest: string) =>
            digest === docUid ? Promise.reject(new DomainError("DATA_LOSS", "damaged")) : target.getBlob(owner, digest);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    const opened = await openTestVault({ store: damaged, indexDir });
    const { items } = await again(opened);
    expect(items.map(({ outcome }) => outcome)).toEqual([Outcome.KEPT, Outcome.NEW_TEXT]);
    expect(items[0]?.reason).toMatch(/no longer be read/);
    await opened.vault.close();
  });

  it("reads nothing when one of the documents is not in the strand", async () => {
    const [docUid = ""] = await imported();
    const opened = await openTestVault({ store, indexDir });
    await expect(again(opened, { docUids: [docUid, "0".repeat(64)] })).rejects.toThrow(/has no document/);
    expect((await opened.docs.getDoc({ docUid })).doc?.outdated).toBe(true);
    await opened.vault.close();
  });
});
