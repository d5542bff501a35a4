import { describe, expect, it } from "vitest";
import { type Commit, emptyHead, type RecordChange } from "../../src/store/store.ts";
import type { Fixture } from "./store-contract.ts";
import { event, first, payload, reasonOf, text } from "./store-samples.ts";

const zeros = (length: number): Uint8Array => new Uint8Array(length);
const kib = 1024;
const mib = 1024 * 1024;

export const limitCases = (fixture: Fixture): void => {
  describe("limits", () => {
    const cases: [string, Partial<Commit>, Partial<Commit>][] = [
      [
        "an event body",
        { events: [{ type: "x", body: zeros(256 * kib) }] },
        { events: [{ type: "x", body: zeros(256 * kib + 1) }] },
      ],
      ["an event type", { events: [event("", "x".repeat(128))] }, { events: [event("", "x".repeat(129))] }],
      ["a record", record({ value: zeros(4 * mib) }), record({ value: zeros(4 * mib + 1) })],
      ["a record key", record({ key: "k".repeat(1024) }), record({ key: "k".repeat(1025) })],
      ["a record key in UTF-8", record({ key: "é".repeat(512) }), record({ key: "é".repeat(513) })],
      ["a space", record({ space: "k".repeat(256) }), record({ space: "k".repeat(257) })],
      ["an owner", { owner: "o".repeat(256) }, { owner: "o".repeat(257) }],
      ["a stream", { stream: "s".repeat(256) }, { stream: "s".repeat(257) }],
      [
        "an answer",
        { idempotency: command({ answer: zeros(4 * mib) }) },
        { idempotency: command({ answer: zeros(4 * mib + 1) }) },
      ],
      [
        "an idempotency key",
        { idempotency: command({ key: "k".repeat(256) }) },
        { idempotency: command({ key: "k".repeat(257) }) },
      ],
    ];
    for (const [what, within, beyond] of cases) {
      it(`takes ${what} at its limit`, async () => {
        expect(await reasonOf(fixture.store.commit(first("ann", "run", within)))).toBe("none");
      });
      it(`refuses ${what} one above its limit`, async () => {
        expect(await reasonOf(fixture.store.commit(first("ann", "run", beyond)))).toBe("LIMIT_EXCEEDED");
      });
    }

    it("refuses a blob one byte above its limit", async () => {
      expect(await reasonOf(fixture.store.commit({ owner: "ann", blobs: [zeros(64 * mib + 1)] }))).toBe(
        "LIMIT_EXCEEDED",
      );
    });

    it("takes 50,000 events on a stream and not one more", async () => {
      const events = Array.from({ length: 10_000 }, () => event("x"));
      let head = emptyHead;
      for (let n = 0; n < 5; n += 1)
        head = (await fixture.store.commit({ owner: "ann", stream: "run", expect: head, events })).head;
      expect(head.seq).toBe(50_000);
      const more = fixture.store.commit({ owner: "ann", stream: "run", expect: head, events: [event("x")] });
      expect(await reasonOf(more)).toBe("LIMIT_EXCEEDED");
      expect(await fixture.store.head("ann", "run")).toEqual(head);
    });
  });

  describe("malformed commits", () => {
    const cases: Record<string, Commit> = {
      "an empty owner": { owner: "" },
      "an owner with U+0000": { owner: "a\0b" },
      "an owner with half a surrogate pair": { owner: "a\ud800" },
      "an empty stream": { owner: "ann", stream: "" },
      "a stream with U+0000": first("ann", "\0"),
      "events without a stream": { owner: "ann", expect: emptyHead, events: [event("x")] },
      "events without an expectation": { owner: "ann", stream: "run", events: [event("x")] },
      "an expectation without a stream": { owner: "ann", expect: emptyHead },
      "an event without a type": first("ann", "run", { events: [event("x", "")] }),
      "a record without a key": first("ann", "run", record({ key: "" })),
      "a record key with U+0000": first("ann", "run", record({ key: "a\0" })),
      "a record key with half a surrogate pair": first("ann", "run", record({ key: "\udc00" })),
      "a record without a space": first("ann", "run", record({ space: "" })),
      "an empty idempotency key": { owner: "ann", idempotency: command({ key: "" }) },
      "an empty payload digest": { owner: "ann", idempotency: command({ payloadDigest: "" }) },
      "a lease given back that is not named": { owner: "ann", release: true },
      "an empty fence key": { owner: "ann", fence: { key: "", value: 1n } },
    };
    for (const [what, commit] of Object.entries(cases))
      it(`refuses ${what}`, async () => {
        expect(await reasonOf(fixture.store.commit(commit))).toBe("REQUEST_INVALID");
      });

    for (const [owner, key] of [
      ["", "k"],
      ["ann", ""],
      ["a\0", "k"],
    ] as const)
      it(`refuses a lease for ${JSON.stringify([owner, key])}`, async () => {
        expect(await reasonOf(fixture.store.lease(owner, key, "h", 1))).toBe("REQUEST_INVALID");
      });
  });
};

const record = (change: Partial<RecordChange>): Partial<Commit> => ({
  records: [{ space: "s", key: "k", value: text("v"), ...change }],
});

const command = (change: Partial<NonNullable<Commit["idempotency"]>>) => ({
  key: "k",
  payloadDigest: payload,
  ...change,
});
