import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { BlobFileRecordSchema } from "../../../../gen/pincite/journal/v1/record_pb.ts";
import { scopeOfNamed } from "../../../../src/main/scopes.ts";
import { removeBefore } from "../../../../src/store/level/carry/exchange.ts";
import { seal } from "../../../../src/store/level/seal.ts";
import { append, bodies, payload, reasonOf, text } from "../../../contract/store-samples.ts";
import { goldenStores, unpackStore } from "../../../golden/stores/unpack.ts";
import { behindItsBack, flip, openIn, removeFoldersAfterwards } from "../../folders.ts";
import { expectAll, writtenIn } from "./expect-all.ts";
import type { Written } from "./written.ts";

removeFoldersAfterwards();

/** A folder of 0.1.0 with runs, calls that wait, answers and a fork. */
const older = (): string => join(unpackStore("waiting"), "runs");

describe("a folder of an earlier layout", () => {
  it.each(goldenStores)("is carried over whole: %s", async (name) => {
    const dataDir = unpackStore(name);
    for (const part of ["runs", "vault", "law"]) {
      const dir = join(dataDir, part);
      const written = await writtenIn(dir);
      const told: number[] = [];
      const store = await openIn(dir, { onCarriedOver: (entries) => told.push(entries) });
      await expectAll(store, written);
      expect(told.length).toBeGreaterThan(0);
      await store.close();
      const again = await openIn(dir, { onCarriedOver: () => expect.unreachable("it was carried over already") });
      await expectAll(again, written);
      await again.close();
    }
  });

  it("puts what belongs to a document or to a version of a law into a scope of its own", async () => {
    const dataDir = unpackStore("vault");
    const found: Record<string, number> = {};
    for (const part of ["vault", "law"]) {
      const dir = join(dataDir, part);
      const { blobs } = await writtenIn(dir);
      const store = await openIn(dir, { scopeOf: scopeOfNamed });
      for (const { owner, digest } of blobs)
        for (const scope of await store.scopesOf(owner, digest)) {
          const kind = scope.split("/")[0]!;
          found[kind] = (found[kind] ?? 0) + 1;
          expect(await store.artifactsOf(owner, scope)).toContain(digest);
          // The id of a document is the digest of its original.
          if (kind === "doc") expect(await store.artifactsOf(owner, scope)).toContain(scope.slice(4));
        }
      expect((await store.verify()).damages).toEqual([]);
      await store.close();
    }
    expect(found).toMatchInlineSnapshot(`
      {
        "doc": 24,
        "vault-bundles": 1,
      }
    `);
  });

  it("gives large artifacts, which scopes shared, to each scope, and lets go of the old ones when it is accepted", async () => {
    const dir = older();
    const [{ owner, digest }] = (await writtenIn(dir)).blobs as [Written["blobs"][number]];
    const large = Buffer.alloc(4 * 1024 * 1024 + 1, "large");
    const name = createHash("sha256").update(large).digest("hex");
    const folder = join(dir, "blobs", createHash("sha256").update(owner).digest("hex").slice(0, 32), name.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), large);
    const short = (of: string) => Buffer.from(of, "hex").toString("base64url");
    const key = `${owner}!f!${short(name)}`;
    await behindItsBack(dir, async (db) => {
      const body = toBinary(BlobFileRecordSchema, create(BlobFileRecordSchema, { sizeBytes: BigInt(large.length) }));
      await db.put(key, seal(key, body));
    });
    const store = await openIn(dir);
    expect(Buffer.compare(await store.getBlob(owner, name), large)).toBe(0);
    expect(await store.scopesOf(owner, name)).toEqual([""]);
    expect(await store.getBlob(owner, digest)).toBeDefined();
    await store.close();
    await removeBefore(dir);
    expect(existsSync(folder)).toBe(false);
    const again = await openIn(dir);
    expect(Buffer.compare(await again.getBlob(owner, name), large)).toBe(0);
    await again.close();
  });

  it("goes on as any other store does", async () => {
    const dir = older();
    const store = await openIn(dir);
    const [owner = ""] = await store.owners();
    await append(store, owner, "new", ["a", "b"]);
    await store.commit({ owner, idempotency: { key: "c", payloadDigest: payload, answer: text("done") } });
    expect((await store.verify()).damages).toEqual([]);
    await store.close();
    const again = await openIn(dir);
    expect(bodies(await again.read(owner, "new"))).toEqual(["a", "b"]);
    await again.close();
  });

  it("is kept until it is accepted, and no second one is put beside it", async () => {
    const dir = older();
    const written = await writtenIn(dir);
    await (await openIn(dir)).close();
    expect(existsSync(join(dir, "db-before", "CURRENT"))).toBe(true);
    const restored = older();
    cpSync(join(dir, "db-before"), join(restored, "db-before"), { recursive: true });
    expect(await reasonOf(openIn(restored))).toBe("UNSUPPORTED");
    expect(await writtenIn(restored)).toEqual(written);
    expect(await removeBefore(dir)).toBe(true);
    expect(await removeBefore(dir)).toBe(false);
    await expectAll(await openIn(dir), written);
  });

  it("is carried over by the next opening when one was killed meanwhile", async () => {
    const dir = older();
    const written = await writtenIn(dir);
    const copies: string[] = [];
    let calls = 0;
    const keep = () => {
      calls += 1;
      if (calls > 3) return;
      const copy = `${dir}-${copies.length}`;
      cpSync(dir, copy, { recursive: true });
      copies.push(copy);
    };
    await (await openIn(dir, { onCarriedOver: keep })).close();
    expect(copies.length).toBeGreaterThan(1);
    for (const copy of copies) {
      expect(await readdir(copy)).toContain("db-coming");
      const store = await openIn(copy);
      await expectAll(store, written);
      await store.close();
      expect(await readdir(copy)).not.toContain("db-coming");
    }
  });

  it("is carried over when it was killed between the two steps of the exchange", async () => {
    const dir = older();
    const written = await writtenIn(dir);
    await (await openIn(dir)).close();
    await rename(join(dir, "db"), join(dir, "db-coming"));
    const store = await openIn(dir);
    await expectAll(store, written);
    await store.close();
  });

  it("stays as it was when an event of it is damaged", async () => {
    const dir = older();
    const { events } = await writtenIn(dir);
    const { owner, stream } = events[0]!;
    const key = `${owner}!e!${stream}!00000003`;
    await behindItsBack(dir, (db) => flip(db, key, 70));
    expect(await reasonOf(openIn(dir))).toBe("DATA_LOSS");
    expect(existsSync(join(dir, "db-before"))).toBe(false);
    await behindItsBack(dir, (db) => flip(db, key, 70));
    await (await openIn(dir)).close();
  });

  it("takes a damaged artifact along, which costs itself alone", async () => {
    const dir = older();
    const { blobs } = await writtenIn(dir);
    const [{ owner, digest }] = blobs as [(typeof blobs)[number]];
    const key = `${owner}!b!${Buffer.from(digest, "hex").toString("base64url")}`;
    await behindItsBack(dir, (db) => flip(db, key, 0));
    const store = await openIn(dir);
    expect(await reasonOf(store.getBlob(owner, digest))).toBe("DATA_LOSS");
    for (const other of blobs.slice(1)) await store.getBlob(other.owner, other.digest);
    expect((await store.verify()).damages.join()).toContain(digest);
    await store.close();
  });

  it("is refused when an event is gone that its last checkpoint names", async () => {
    const dir = older();
    const { events } = await writtenIn(dir);
    const { owner, stream } = events.at(-1)!;
    const last = Math.max(...events.filter((event) => event.stream === stream).map(({ seq }) => seq));
    await behindItsBack(dir, (db) => db.del(`${owner}!e!${stream}!${last.toString(16).padStart(8, "0")}`));
    expect(await reasonOf(openIn(dir))).toBe("DATA_LOSS");
  });
});
