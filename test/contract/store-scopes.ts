import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../src/sha256.ts";
import { storeLimits } from "../../src/store/limits.ts";
import type { ScopePut } from "../../src/store/store.ts";
import type { Fixture } from "./store-contract.ts";
import { append, digestOf, first, oddNames, reasonOf, text } from "./store-samples.ts";

const sizes = { small: 1, medium: 5_000, large: storeLimits.inlineBlobBytesMax + 1 };

export const scopeCases = (fixture: Fixture): void => {
  const put = (...scopes: readonly ScopePut[]) => fixture.store.commit({ owner: "ann", scopes });
  const scopes = (digest: string, owner = "ann") => fixture.store.scopesOf(owner, digest);
  const artifacts = (scope: string, owner = "ann") => fixture.store.artifactsOf(owner, scope);

  describe("scopes of blobs", () => {
    for (const [name, size] of Object.entries(sizes))
      it(`gives back a ${name} blob that was put into a scope, whichever scope it is in`, async () => {
        const bytes = Uint8Array.from(Buffer.alloc(size, name));
        await put({ scope: "doc/1", blobs: [bytes] });
        const digest = sha256Hex(bytes);
        expect(await fixture.store.getBlob("ann", digest)).toEqual(bytes);
        expect(await fixture.store.blobSize("ann", digest)).toBe(size);
        expect(await scopes(digest)).toEqual(["doc/1"]);
        expect(await artifacts("doc/1")).toEqual([digest]);
        expect((await fixture.store.verify()).damages).toEqual([]);
      });

    it("puts blobs of a commit with events into the scope of its stream, others into the owner's own", async () => {
      await fixture.store.commit(first("ann", "run", { blobs: [text("a")] }));
      await fixture.store.commit({ owner: "ann", blobs: [text("b")] });
      expect(await scopes(digestOf("a"))).toEqual(["run"]);
      expect(await scopes(digestOf("b"))).toEqual([""]);
      expect([await artifacts("run"), await artifacts("")]).toEqual([[digestOf("a")], [digestOf("b")]]);
    });

    it("stores what several scopes have in each of them", async () => {
      await fixture.store.commit(
        first("ann", "run", {
          blobs: [text("a")],
          scopes: ["z", "doc/1"].map((scope) => ({ scope, blobs: [text("a")] })),
        }),
      );
      expect(await scopes(digestOf("a"))).toEqual(["doc/1", "run", "z"]);
      expect((await fixture.store.verify()).blobs).toBe(1);
    });

    it("gives a scope's artifacts in the order in which they came, each once", async () => {
      await put({ scope: "doc/1", blobs: [text("b"), text("a")] });
      await put({ scope: "doc/1", blobs: [text("a"), text("c"), text("c")] });
      await put({ scope: "doc/1", blobs: [text("a")] });
      expect(await artifacts("doc/1")).toEqual(["b", "a", "c"].map(digestOf));
      expect((await fixture.store.verify()).damages).toEqual([]);
    });

    it("gives a stream's artifacts in the order in which they came", async () => {
      const { head: one } = await fixture.store.commit(first("ann", "run", { blobs: [text("b")] }));
      const { head: two } = await fixture.store.commit({ ...first("ann", "run", { blobs: [] }), expect: one });
      await fixture.store.commit({ ...first("ann", "run", { blobs: [text("a"), text("b")] }), expect: two });
      expect(await artifacts("run")).toEqual(["b", "a"].map(digestOf));
    });

    it("takes staged blobs, one in several scopes", async () => {
      for (const size of Object.values(sizes)) {
        const staged = await fixture.store.stageBlob("ann", [Buffer.alloc(size, "s")]);
        await put({ scope: `a${size}`, staged: [staged] }, { scope: `b${size}`, staged: [staged] });
        await staged.discard();
        expect(await scopes(staged.digest)).toEqual([`a${size}`, `b${size}`]);
        expect((await fixture.store.getBlob("ann", staged.digest)).length).toBe(size);
      }
      expect((await fixture.store.verify()).damages).toEqual([]);
    });

    for (const scope of oddNames)
      it(`keeps ${JSON.stringify(scope.slice(0, 20))} apart from other scopes`, async () => {
        await put({ scope, blobs: [text("a")] }, { scope: "other", blobs: [text("b")] });
        expect(await artifacts(scope)).toEqual([digestOf("a")]);
        expect(await scopes(digestOf("a"))).toEqual([scope]);
      });

    it("does not show another owner's", async () => {
      await put({ scope: "doc/1", blobs: [text("a")] });
      expect(await scopes(digestOf("a"), "bob")).toEqual([]);
      expect(await artifacts("doc/1", "bob")).toEqual([]);
    });

    it("has nothing in a scope that was never put to, or with nothing", async () => {
      await put({ scope: "doc/1" }, { scope: "doc/2", blobs: [] });
      for (const scope of ["doc/1", "doc/2", "doc/3", ""]) expect(await artifacts(scope)).toEqual([]);
      expect(await scopes("nothing")).toEqual([]);
      expect(await fixture.store.head("ann", "doc/1")).toMatchObject({ seq: 0 });
    });

    it("refuses a scope that is a stream, and a stream that is a scope", async () => {
      await append(fixture.store, "ann", "run", ["a"]);
      await put({ scope: "doc/1", blobs: [text("a")] });
      expect(await reasonOf(put({ scope: "run", blobs: [text("b")] }))).toBe("REQUEST_INVALID");
      expect(await reasonOf(fixture.store.commit(first("ann", "doc/1")))).toBe("REQUEST_INVALID");
      expect(await reasonOf(fixture.store.commit(first("ann", "new", { scopes: [{ scope: "new" }] })))).toBe(
        "REQUEST_INVALID",
      );
      expect((await fixture.store.verify()).events).toBe(1);
      expect(await scopes(digestOf("b"))).toEqual([]);
    });

    it("refuses a scope without a name, and one that is named twice", async () => {
      expect(await reasonOf(put({ scope: "" }))).toBe("REQUEST_INVALID");
      expect(await reasonOf(put({ scope: "a" }, { scope: "a" }))).toBe("REQUEST_INVALID");
    });

    it("has no head and no event where a scope is", async () => {
      await put({ scope: "doc/1", blobs: [text("a")] });
      expect(await fixture.store.head("ann", "doc/1")).toMatchObject({ seq: 0 });
      expect(await fixture.store.read("ann", "doc/1")).toEqual([]);
    });
  });
};
