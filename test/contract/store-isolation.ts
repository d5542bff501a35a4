import { describe, expect, it } from "vitest";
import { emptyHead } from "../../src/store/store.ts";
import type { Fixture } from "./store-contract.ts";
import { append, bodies, digestOf, first, oddNames, payload, reasonOf, text } from "./store-samples.ts";

export const isolationCases = (fixture: Fixture): void => {
  describe("owners", () => {
    for (const owner of oddNames)
      it(`keeps everything of owner ${JSON.stringify(owner.slice(0, 12))} to that owner`, async () => {
        const { store } = fixture;
        await store.commit(
          first(owner, "run", {
            blobs: [text("secret")],
            records: [{ space: "s", key: "k", value: text("secret") }],
            idempotency: { key: "k", payloadDigest: payload, answer: text("secret") },
          }),
        );
        expect(bodies(await store.read(owner, "run"))).toEqual(["first"]);
        expect(await store.getBlob(owner, digestOf("secret"))).toEqual(text("secret"));
        for (const stranger of ["ann", "a", ...oddNames].filter((name) => name !== owner)) {
          expect(await store.head(stranger, "run")).toEqual(emptyHead);
          expect(await store.read(stranger, "run")).toEqual([]);
          expect(await store.list(stranger, "s")).toEqual([]);
          expect(await store.record(stranger, "s", "k")).toBeUndefined();
          expect(await store.idempotency(stranger, "k")).toBeUndefined();
          expect(await reasonOf(store.getBlob(stranger, digestOf("secret")))).toBe("ARTIFACT_NOT_FOUND");
        }
        expect((await store.verify()).damages).toEqual([]);
      });

    it("are named, each once, if they have anything", async () => {
      const { store } = fixture;
      expect(await store.owners()).toEqual([]);
      const names = [...new Set(["an", "ann", "ann b", "anna", "bob", ...oddNames])];
      await store.commit({ owner: "nobody" });
      for (const owner of names) await append(store, owner, "run", ["a", "b"]);
      await store.commit({ owner: "cleo", blobs: [text("c")] });
      await store.commit({ owner: "dirk", records: [{ space: "s", key: "k", value: text("d") }] });
      await store.commit({ owner: "eva", idempotency: { key: "k", payloadDigest: payload } });
      expect([...(await store.owners())].toSorted()).toEqual([...names, "cleo", "dirk", "eva"].toSorted());
    });

    it("lets no stream, space or key spell its way to another owner", async () => {
      const { store } = fixture;
      await append(store, "ann", "run", ["secret"]);
      await store.commit({ owner: "ann", records: [{ space: "s", key: "k", value: text("secret") }] });
      for (const name of ["../ann", "!ann!e!run", "ann!e!run", "%21ann", "\u0001ann", "ann!r!s"]) {
        expect(await store.read("an", name)).toEqual([]);
        expect(await store.list("an", name)).toEqual([]);
        expect(await store.list("an", "s", { prefix: name })).toEqual([]);
        expect(await store.list("an", "s", { after: name })).toEqual([]);
      }
    });
  });

  describe("names", () => {
    for (const stream of oddNames)
      it(`takes ${JSON.stringify(stream.slice(0, 12))} for a stream, a space and a key`, async () => {
        const { store } = fixture;
        await append(store, "ann", stream, ["a", "b"]);
        const idempotency = { key: stream, payloadDigest: payload };
        await store.commit({ owner: "ann", records: [{ space: stream, key: stream, value: text("v") }], idempotency });
        expect(bodies(await store.read("ann", stream))).toEqual(["a", "b"]);
        expect(await store.list("ann", stream)).toEqual([{ key: stream, value: text("v") }]);
        expect(await store.idempotency("ann", stream)).toEqual({ payloadDigest: payload });
        expect((await store.verify()).damages).toEqual([]);
      });
  });
};
