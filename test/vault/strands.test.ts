import { toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SearchResponseSchema } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { reasonOf } from "./refusal.ts";
import { file, importAll, mail, openTestVault } from "./vault-fixture.ts";

const mine = file(
  "mijn.eml",
  mail({ From: "ank@example.org", To: "jan@example.org", Subject: "Loon" }, "een toezegging"),
);
const theirs = Array.from({ length: 20 }, (_, i) => file(`${i}.txt`, `vreemde toezegging nummer ${i}`));

describe("a strand", () => {
  it("shows nothing of another one, by any call", async () => {
    const { vault, search, spans, docs, threads } = await openTestVault();
    const [row] = await importAll(vault, [mine], { strandId: "zaak-a" });
    const docUid = row?.docUid ?? "";
    const threadUid = `thread:${docUid}`;
    const other = { strandId: "zaak-b" };
    expect((await search.search({ ...other, query: "toezegging" })).result?.totalCount).toBe(0);
    expect((await docs.listDocs(other)).docs).toEqual([]);
    expect((await threads.listThreads(other)).threads).toEqual([]);
    expect(await reasonOf(docs.getDoc({ ...other, docUid }))).toBe("DOCUMENT_NOT_FOUND");
    expect(await reasonOf(docs.getDocText({ ...other, docUid }))).toBe("DOCUMENT_NOT_FOUND");
    expect(await reasonOf(threads.getThread({ ...other, threadUid }))).toBe("THREAD_NOT_FOUND");
    expect(
      await reasonOf(spans.resolveSpans({ ...other, entries: [{ locator: { docUid, exactQuote: "toezegging" } }] })),
    ).toBe("DOCUMENT_NOT_FOUND");
    expect(await reasonOf(spans.resolveIds({ ...other, evidenceIds: [`vault:${docUid}`] }))).toBe("EVIDENCE_NOT_FOUND");
    expect(await reasonOf(docs.getDoc({ strandId: "zaak-a", docUid }))).toBe("answered");
  });

  it("answers byte for byte the same whatever other strands hold", async () => {
    const { vault, search } = await openTestVault();
    await importAll(vault, [mine, file("b.txt", "loon en toezegging")], { strandId: "zaak-a" });
    const ask = async () =>
      toBinary(SearchResponseSchema, await search.search({ strandId: "zaak-a", query: "toezegging" }));
    const before = await ask();
    await importAll(vault, theirs, { strandId: "zaak-b" });
    expect(await ask()).toEqual(before);
  });

  it("takes a document that another strand has as its own", async () => {
    const { vault, docs } = await openTestVault();
    await importAll(vault, [mine], { strandId: "zaak-a" });
    const [row] = await importAll(vault, [mine], { strandId: "zaak-b" });
    expect(row?.reason).toBe("");
    expect(await reasonOf(docs.getDoc({ strandId: "zaak-b", docUid: row?.docUid ?? "" }))).toBe("answered");
  });

  it("of another owner in the same store is empty", async () => {
    const store = await openMemoryStore();
    const first = await openTestVault({ store, owner: "user-1" });
    await importAll(first.vault, [mine]);
    const second = await openTestVault({ store, owner: "user-2" });
    expect((await second.docs.listDocs({})).docs).toEqual([]);
  });

  it("named nothing is the default one", async () => {
    const { vault, docs } = await openTestVault();
    await importAll(vault, [mine]);
    expect((await docs.listDocs({ strandId: "default" })).docs).toHaveLength(1);
  });
});
