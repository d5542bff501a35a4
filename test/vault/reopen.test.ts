import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { toBinary } from "@bufbuild/protobuf";
import { beforeEach, describe, expect, it } from "vitest";
import { SearchResponseSchema } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { DomainError } from "../../src/error.ts";
import { openFullTextIndex } from "../../src/search/sqlite-index.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import type { Store } from "../../src/store/store.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { newFolder } from "../support/new-folder.ts";
import { reasonOf } from "./refusal.ts";
import { file, importAll, mail, openTestVault, told } from "./vault-fixture.ts";

const corpus = [
  file("a.eml", mail({ From: "ank@example.org", Subject: "Loon" }, "een toezegging")),
  file("n.txt", "oude toezegging"),
  file("n.txt", "nieuwe toezegging"),
];

/** The store with one method made into another. */
const withMethod = <K extends "getBlob" | "read">(store: Store, name: K, make: (method: Store[K]) => Store[K]): Store =>
  new Proxy(store, {
    get: (target, asked) => {
      if (asked === name) return make(target[name].bind(target) as Store[K]);
      const value = Reflect.get(target, asked) as unknown;
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });

describe("a Vault that is opened again", () => {
  let indexDir: string;
  let store: Store;
  beforeEach(async () => {
    indexDir = newFolder("vault");
    store = await openMemoryStore();
  });

  /** Opens, lets `use` ask, closes. */
  const withVault = async <T>(use: (opened: Awaited<ReturnType<typeof openTestVault>>) => Promise<T>): Promise<T> => {
    const opened = await openTestVault({ store, indexDir });
    try {
      return await use(opened);
    } finally {
      await opened.vault.close();
    }
  };
  const answers = () =>
    withVault(async ({ search, threads, docs }) => ({
      search: toBinary(SearchResponseSchema, await search.search({ query: "toezegging" })),
      threads: await threads.listThreads({}),
      docs: await docs.listDocs({ includeSuperseded: true }),
    }));

  it("answers as before", async () => {
    await withVault(({ vault }) => importAll(vault, corpus));
    expect(await answers()).toEqual(await answers());
    expect((await answers()).docs.docs).toHaveLength(3);
  });

  it("makes a deleted index again from the journal, to the same bytes", async () => {
    await withVault(({ vault }) => importAll(vault, corpus));
    const before = await answers();
    for (const name of readdirSync(indexDir)) rmSync(join(indexDir, name));
    expect(await answers()).toEqual(before);
  });

  // Rows had no checks: a word that was gone from its page was a word that stood nowhere.
  it.each([
    ["a word that is gone", "DELETE FROM posting WHERE word = (SELECT min(word) FROM posting)"],
    ["a block of another word", "UPDATE posting SET block = zeroblob(length(block))"],
    ["an entry that is gone", "DELETE FROM entry WHERE number = 1"],
    // Node gives no such number, and every search failed with INTERNAL from then on.
    ["a length of eight bytes", "UPDATE entry SET length = 1 << 60"],
    ["a check of eight bytes", "UPDATE posting SET digest = 1 << 60 WHERE word = 1"],
    ["what it says of itself", "UPDATE setting SET settings = zeroblob(length(settings))"],
  ])(
    "never answers from a damaged index: it is refused once at most, and answers as before then: %s",
    async (_, sql) => {
      await withVault(({ vault }) => importAll(vault, corpus));
      const before = await answers();
      const name = readdirSync(indexDir).find((one) => one.endsWith(".sqlite"))!;
      const db = new DatabaseSync(join(indexDir, name));
      db.exec(sql);
      db.close();
      await withVault(async ({ search }) => {
        const first = await search.search({ query: "toezegging" }).then(
          (answer) => toBinary(SearchResponseSchema, answer),
          (error) => fromConnectError(error).reason,
        );
        if (first !== "INDEX_STALE") expect(first).toEqual(before.search);
        expect(toBinary(SearchResponseSchema, await search.search({ query: "toezegging" }))).toEqual(before.search);
      });
      expect(await answers()).toEqual(before);
      expect(readdirSync(indexDir).filter((one) => one.includes("-next"))).toEqual([]);
    },
  );

  // One bit of the key, and each list, text and search of a strand failed once with INTERNAL.
  it.each([".sqlite.key", ".catalogue.key"])(
    "makes a file anew whose key is another, and nobody is refused: %s",
    async (end) => {
      await withVault(({ vault }) => importAll(vault, corpus));
      const before = await answers();
      const key = join(indexDir, readdirSync(indexDir).find((one) => one.endsWith(end))!);
      const bytes = readFileSync(key);
      bytes[8]! ^= 4;
      writeFileSync(key, bytes);
      expect(await answers()).toEqual(before);
    },
  );

  // Lists go by tables that had no checks: they were shorter or in another order, and nobody was told.
  it.each([
    ["a record", "UPDATE record SET bytes = zeroblob(length(bytes))"],
    ["a date", "UPDATE doc SET instant = '1999' WHERE number = 1"],
    ["a document that is gone", "DELETE FROM doc WHERE number = 1"],
    ["a document of no path any more", "UPDATE doc SET places = 0"],
    ["a thread's number of messages", "UPDATE thread SET messages = 7"],
    ["a number of eight bytes", "UPDATE doc SET replaced_by = 1 << 60"],
    ["up to where it is", "UPDATE head SET seq = seq + 1"],
    ["a table of other columns", "ALTER TABLE doc RENAME COLUMN places TO paths"],
  ])("makes a damaged list of documents anew, and nobody is refused: %s", async (_, sql) => {
    await withVault(({ vault }) => importAll(vault, corpus));
    const before = await answers();
    const name = readdirSync(indexDir).find((one) => one.endsWith(".catalogue"))!;
    const db = new DatabaseSync(join(indexDir, name));
    db.exec(sql);
    db.close();
    expect(await answers()).toEqual(before);
  });

  for (const end of [".sqlite", ".catalogue"]) {
    it(`makes again what is in a file that was deleted, ${end}`, async () => {
      await withVault(({ vault }) => importAll(vault, corpus));
      const before = await answers();
      for (const name of readdirSync(indexDir).filter((one) => one.endsWith(end))) rmSync(join(indexDir, name));
      expect(await answers()).toEqual(before);
    });
  }

  it("shows nothing of another store that had the same folder", async () => {
    await withVault(({ vault }) => importAll(vault, corpus));
    store = await openMemoryStore();
    await withVault(async ({ vault, docs }) => {
      await importAll(vault, [file("b.txt", "iets anders")]);
      expect((await docs.listDocs({ includeSuperseded: true })).docs.map(({ path }) => path)).toEqual(["b.txt"]);
    });
  });

  it("puts into an index that stopped behind the journal only what it has missed", async () => {
    const [first, ...rest] = corpus as [(typeof corpus)[0], ...typeof corpus];
    await withVault(({ vault }) => importAll(vault, [first]));
    const early = await withVault(async ({ vault }) => (await vault.strand("")).revision);
    await withVault(({ vault }) => importAll(vault, rest));
    const before = await answers();
    const [name = ""] = readdirSync(indexDir).filter((one) => one.endsWith(".sqlite"));
    const index = openFullTextIndex(join(indexDir, name));
    index.remove(before.docs.docs.filter(({ path }) => path !== first.path).map(({ docUid }) => docUid));
    index.watermark = early;
    index.close();
    let textsRead = 0;
    const counting = withMethod(store, "getBlob", (getBlob) => (owner, digest) => {
      textsRead++;
      return getBlob(owner, digest);
    });
    const opened = await openTestVault({ store: counting, indexDir });
    await opened.vault.strand("");
    await opened.vault.close();
    expect(textsRead).toBe(1);
    expect(await answers()).toEqual(before);
  });

  it("folds again what a catalogue that failed in the middle of an import had missed", async () => {
    await withVault(async ({ vault, docs, search }) => {
      const { catalogue } = await vault.strand("");
      const extend = catalogue.extend.bind(catalogue);
      catalogue.extend = (change, from, to) =>
        extend({ ...change, records: [{ record: undefined as never, encoded: undefined as never }] }, from, to);
      await expect(importAll(vault, [corpus[0] as (typeof corpus)[0]])).rejects.toThrow();
      catalogue.extend = extend;
      expect((await docs.listDocs({})).docs.map(({ path }) => path)).toEqual(["a.eml"]);
      expect((await search.search({ query: "toezegging" })).result?.totalCount).toBe(1);
      expect((await importAll(vault, corpus)).map(told)).toEqual([
        "DUPLICATE a.eml",
        "IMPORTED n.txt",
        "SUPERSEDES n.txt",
      ]);
    });
  });

  it("makes an index again that stopped behind the journal", async () => {
    await withVault(({ vault }) => importAll(vault, corpus));
    const before = await answers();
    const [name = ""] = readdirSync(indexDir).filter((one) => one.endsWith(".sqlite"));
    const index = openFullTextIndex(join(indexDir, name));
    index.remove([...(await withVault(async ({ vault }) => (await vault.strand("")).catalogue.docUids()))]);
    index.watermark = "an earlier state";
    index.close();
    expect(await answers()).toEqual(before);
  });

  it("finds what an index that failed in the middle of an import had missed", async () => {
    await withVault(async ({ vault, search }) => {
      const { index } = await vault.strand("");
      const put = index.putPrepared.bind(index);
      index.putPrepared = () => {
        throw new Error("disk full");
      };
      await expect(importAll(vault, [corpus[0] as (typeof corpus)[0]])).rejects.toThrow("disk full");
      index.putPrepared = put;
      expect((await search.search({ query: "toezegging" })).result?.totalCount).toBe(1);
      await importAll(vault, corpus);
      expect((await search.search({ query: "toezegging" })).result?.totalCount).toBe(2);
    });
  });

  it("decides anew when another process has written to the strand meanwhile", async () => {
    await withVault(async (one) => {
      const two = await openTestVault({ store });
      await two.docs.listDocs({});
      await importAll(one.vault, corpus);
      const rows = await importAll(two.vault, [...corpus, file("extra.txt", "nog een toezegging")]);
      expect(rows.map(told)).toEqual(["DUPLICATE a.eml", "DUPLICATE n.txt", "DUPLICATE n.txt", "IMPORTED extra.txt"]);
      expect((await two.search.search({ query: "toezegging" })).result?.totalCount).toBe(3);
    });
  });

  it("says that data is lost rather than show a text that is not what was imported", async () => {
    await withVault(({ vault }) => importAll(vault, corpus));
    const damaged = withMethod(store, "getBlob", (getBlob) => async (owner, digest) => {
      const bytes = Uint8Array.from(await getBlob(owner, digest));
      const at = Buffer.from(bytes).indexOf("toezegging");
      bytes[at] = 0x54;
      return bytes;
    });
    const opened = await openTestVault({ store: damaged, indexDir });
    const [docUid = ""] = (await opened.vault.strand("")).catalogue.docUids();
    expect(await reasonOf(opened.docs.getDocText({ docUid }))).toBe("DATA_LOSS");
    await opened.vault.close();
  });

  // One Outlook item whose ranges reached past its text once ended every search that met it.
  it("gives a damaged document its place without a passage, and everything else as before", async () => {
    await withVault(({ vault }) => importAll(vault, corpus));
    const lost = await withVault(async ({ vault, search }) => {
      const { result } = await search.search({ query: "toezegging" });
      return (await vault.strand("")).record(result?.candidates[0]?.evidenceId.slice("vault:".length) ?? "");
    });
    const damaged = withMethod(store, "getBlob", (getBlob) => async (owner, digest) => {
      if (digest !== lost.detail?.canonicalText?.digest) return getBlob(owner, digest);
      throw new DomainError("DATA_LOSS", "the blob does not have its digest");
    });
    const opened = await openTestVault({ store: damaged, indexDir });
    const docUid = lost.detail?.summary?.docUid ?? "";
    const { result } = await opened.search.search({ query: "toezegging" });
    expect(result?.totalCount).toBe(2);
    const told = result?.candidates.map(({ evidenceId, problem }) => [
      evidenceId === `vault:${docUid}`,
      problem !== "",
    ]);
    expect(told?.toSorted()).toEqual([
      [false, false],
      [true, true],
    ]);
    const { results } = await opened.spans.resolveIds({
      evidenceIds: result?.candidates.map((one) => one.evidenceId) ?? [],
    });
    expect(results.map((one) => one.passages.length > 0).toSorted()).toEqual([false, true]);
    await opened.vault.close();
  });
});
