import { describe, expect, it } from "vitest";
import { type Commit, emptyHead, type Head } from "../../src/store/store.ts";
import type { Fixture } from "./store-contract.ts";
import { bodies, event, first, payload, reasonOf, text } from "./store-samples.ts";

const say = ({ seq, hash }: Head): Uint8Array => text(`${seq} ${hash}`);
const record = (head: Head) => ({ space: "s", key: String(head.seq), value: say(head) });

/** What a commit says of the head it comes to. */
export const headCases = (fixture: Fixture): void => {
  const answering = (answer: (head: Head) => Uint8Array) => ({
    idempotency: { key: "k", payloadDigest: payload, answer },
  });
  const untouched = async () => {
    expect(await fixture.store.head("ann", "run")).toEqual(emptyHead);
    expect(await fixture.store.idempotency("ann", "k")).toBeUndefined();
    expect(await fixture.store.list("ann", "s")).toEqual([]);
    expect((await fixture.store.verify()).damages).toEqual([]);
  };

  describe("what a commit says of its head", () => {
    it("is stored with it: the answer and the records name the head that the events come to", async () => {
      const { store } = fixture;
      const events = ["a", "b"].map((body) => event(body));
      const { head } = await store.commit(
        first("ann", "run", { events, records: (at) => [record(at)], ...answering(say) }),
      );
      expect(head.seq).toBe(2);
      expect((await store.read("ann", "run")).at(-1)?.hash).toBe(head.hash);
      expect((await store.idempotency("ann", "k"))?.answer).toEqual(say(head));
      expect(await store.record("ann", "s", "2")).toEqual(say(head));
      expect((await store.verify()).damages).toEqual([]);
    });

    it("is said of where the stream stands when there is no event, and of no head when there is no stream", async () => {
      const { store } = fixture;
      const { head } = await store.commit(first("ann", "run"));
      await store.commit({ owner: "ann", stream: "run", ...answering(say) });
      expect((await store.idempotency("ann", "k"))?.answer).toEqual(say(head));
      await store.commit({ owner: "ann", records: (at) => [record(at)] });
      expect(await store.record("ann", "s", "0")).toEqual(say(emptyHead));
    });

    it("is said of the right head by each of many commits made at once", async () => {
      const { store } = fixture;
      const heads = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const idempotency = { key: `k${n}`, payloadDigest: payload, answer: say };
          return (await store.commit(first("ann", `run${n}`, { idempotency }))).head;
        }),
      );
      for (const [n, head] of heads.entries())
        expect((await store.idempotency("ann", `k${n}`))?.answer).toEqual(say(head));
    });

    it("is asked for once, and not of a commit that is refused", async () => {
      const { store } = fixture;
      const asked: Head[] = [];
      const answer = (head: Head) => {
        asked.push(head);
        return say(head);
      };
      await store.commit(first("ann", "run", answering(answer)));
      expect(asked).toHaveLength(1);
      const late = { idempotency: { key: "k2", payloadDigest: payload, answer } };
      expect(await reasonOf(store.commit(first("ann", "run", late)))).toBe("RUN_VERSION_STALE");
      expect(await reasonOf(store.commit({ owner: "ann", fence: { key: "turn", value: 1n }, ...late }))).toBe("FENCED");
      expect(asked).toHaveLength(1);
    });

    it("answers a command that is in progress, and no command twice", async () => {
      const { store } = fixture;
      await store.commit({ owner: "ann", idempotency: { key: "k", payloadDigest: payload } });
      await store.commit(first("ann", "run", answering(say)));
      expect((await store.idempotency("ann", "k"))?.answer).toEqual(say(await store.head("ann", "run")));
      expect(await reasonOf(store.commit({ owner: "ann", ...answering(say) }))).toBe("ALREADY_EXISTS");
    });

    const refused: [string, Partial<Commit>, string][] = [
      ["an answer above its limit", answering(() => new Uint8Array(4 * 1024 * 1024 + 1)), "LIMIT_EXCEEDED"],
      ["a record without a key", { records: () => [{ space: "s", key: "", value: text("v") }] }, "REQUEST_INVALID"],
      [
        "a record above its limit",
        { records: (at) => [{ ...record(at), value: new Uint8Array(4 * 1024 * 1024 + 1) }] },
        "LIMIT_EXCEEDED",
      ],
    ];
    for (const [what, said, reason] of refused)
      it(`refuses the whole commit for ${what}`, async () => {
        expect(await reasonOf(fixture.store.commit(first("ann", "run", said)))).toBe(reason);
        await untouched();
      });

    it("refuses the whole commit with what it throws, and its neighbours nothing", async () => {
      const { store } = fixture;
      const wrong = () => {
        throw new Error("cannot say");
      };
      const failing = store.commit(first("ann", "run", { ...answering(wrong), records: (at) => [record(at)] }));
      const neighbour = store.commit(first("ann", "other"));
      await expect(failing).rejects.toThrow("cannot say");
      await neighbour;
      expect(bodies(await store.read("ann", "other"))).toEqual(["first"]);
      await untouched();
    });
  });
};
