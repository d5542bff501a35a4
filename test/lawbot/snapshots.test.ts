import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { IndexSnapshotSchema } from "../../gen/pincite/lawbot/v1/index_snapshot_pb.ts";
import { IndexSnapshots } from "../../src/lawbot/index-snapshots.ts";
import { type LawBot, openLawBot } from "../../src/lawbot/lawbot.ts";
import type { Store } from "../../src/store/store.ts";
import { openSharedMemory } from "../support/shared-store.ts";
import { article, bytesOf, lawXml } from "./support/xml.ts";

const owner = "law";
let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pincite-snapshots-"));
  store = await openSharedMemory();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (name: string) => join(folder, `${name}.sqlite`);
/** A server in an empty folder, or in the one that it had. */
const open = (name: string, over: Store = store): Promise<LawBot> =>
  openLawBot({ store: over, owner, indexFile: fileOf(name), clock: { now: () => 0 }, tokenKey: new Uint8Array(32) });
const take = (lawbot: LawBot, text: string, validFrom: string) =>
  lawbot.importer.importFile(
    { path: "law.xml", validFrom },
    bytesOf(lawXml(article("1", `<al>${text}</al>`), "BWBR0002458")),
  );
const hits = async ({ search }: LawBot, text: string) =>
  (await search.search({ text, day: "2015-01-01", knownOn: "", lawIds: [], limit: 20, offset: 0 })).totalCount;
const shared = async () =>
  (await store.list(owner, "lawbot-index")).map(({ value }) => fromBinary(IndexSnapshotSchema, value));
/** The same store, which counts what is read of it by digest. */
const counting = (): { readonly over: Store; readonly reads: string[] } => {
  const reads: string[] = [];
  const getBlob = (of: string, digest: string) => {
    reads.push(digest);
    return store.getBlob(of, digest);
  };
  return { over: new Proxy(store, { get: (on, name) => (name === "getBlob" ? getBlob : bound(on, name)) }), reads };
};
const bound = (on: Store, name: string | symbol): unknown => {
  const value: unknown = Reflect.get(on, name);
  return typeof value === "function" ? value.bind(on) : value;
};

/** One server with a law, which has come to rest. */
const resting = async (): Promise<LawBot> => {
  const first = await open("one");
  await take(first, "Een kwabbelartikel.", "2000-01-01");
  await first.share();
  await first.share();
  return first;
};

describe("an index of laws that servers share", () => {
  it("is made once it rests, and taken by a server that has none, which reads no law", async () => {
    const first = await open("one");
    await take(first, "Een kwabbelartikel.", "2000-01-01");
    await first.share();
    expect(await shared()).toEqual([]);
    await first.share();
    const [snapshot] = await shared();
    const { over, reads } = counting();
    const second = await open("two", over);
    expect(reads).toEqual(snapshot?.pieceDigests);
    expect(await hits(second, "kwabbelartikel")).toBe(1);
    // And what comes later each adds to its own.
    await take(first, "Een hobbelartikel.", "2010-01-01");
    await second.follow();
    expect(await hits(second, "hobbelartikel")).toBe(1);
    expect(await hits(second, "kwabbelartikel")).toBe(0);
    expect(await shared()).toEqual([snapshot]);
    await first.share();
    await first.share();
    const [next, ...others] = await shared();
    expect([next?.digest === snapshot?.digest, others]).toEqual([false, []]);
    expect(await store.erasedAt(owner, snapshot!.scope)).toBeDefined();
    first.close();
    second.close();
  });

  it("is built by one of several that start at once, and the others wait for it", async () => {
    const first = await open("one");
    for (let year = 2000; year < 2010; year++) await take(first, `Een kwabbelartikel van ${year}.`, `${year}-01-01`);
    const texts = new Set(first.versions.all().map(({ text }) => text?.digest ?? ""));
    const { over, reads } = counting();
    const others = await Promise.all(["two", "three", "four"].map((name) => open(name, over)));
    expect(reads.filter((digest) => texts.has(digest))).toHaveLength(texts.size);
    for (const one of others) expect(await hits(one, "kwabbelartikel")).toBe(1);
    for (const one of [first, ...others]) one.close();
  });

  it("is not taken where its bytes are others than its digest says, or it is of another corpus", async () => {
    const first = await resting();
    const [snapshot] = await shared();
    for (const lie of [{ digest: "0".repeat(64) }, { watermark: "of others" }, { pieceDigests: ["1".repeat(64)] }]) {
      const value = toBinary(IndexSnapshotSchema, create(IndexSnapshotSchema, { ...snapshot!, ...lie }));
      await store.commit({ owner, records: [{ space: "lawbot-index", key: "law", value }] });
      const { over, reads } = counting();
      const name = crypto.randomUUID();
      const second = await open(name, over);
      expect(reads).toContain(first.versions.all()[0]?.text?.digest);
      expect(await hits(second, "kwabbelartikel")).toBe(1);
      expect(existsSync(`${fileOf(name)}-fetched`)).toBe(false);
      second.close();
    }
    first.close();
  });

  it("goes with what is erased, also where it was being made then", async () => {
    const first = await open("one");
    for (const year of ["2000", "2010"]) await take(first, `Een kwabbelartikel van ${year}.`, `${year}-01-01`);
    const { watermark } = first.index;
    const late = new IndexSnapshots(store, owner, "law");
    await late.share(watermark, fileOf("one"));
    const [snapshot] = await shared();
    expect(snapshot?.watermark).toBe(watermark);
    const [one, two] = first.versions.all();
    const erase = ({ docUid }: { readonly docUid: string }) =>
      first.store.eraseVersion(docUid, new Uint8Array([1]), {
        key: docUid,
        payloadDigest: "0".repeat(64),
        answer: new Uint8Array(),
      });
    await erase(one!);
    expect(await shared()).toEqual([]);
    await expect(store.getBlob(owner, snapshot!.pieceDigests[0]!)).rejects.toMatchObject({ reason: "ERASED" });
    // The copy is there, and its bytes are about to be put in.
    const stageBlob = store.stageBlob.bind(store);
    store.stageBlob = async (...given) => {
      await erase(two!);
      return stageBlob(...given);
    };
    await expect(late.share(watermark, fileOf("one"))).rejects.toMatchObject({ reason: "RUN_VERSION_STALE" });
    expect(await shared()).toEqual([]);
    expect(existsSync(`${fileOf("one")}-shared`)).toBe(false);
    first.close();
  });

  it("is nobody's where one process has the store alone", async () => {
    store = Object.assign(store, { isShared: false });
    const first = await resting();
    expect(await shared()).toEqual([]);
    first.close();
  });
});
