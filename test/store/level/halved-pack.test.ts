import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../../src/sha256.ts";
import { encodeEvent } from "../../../src/store/event-chain.ts";
import { writer } from "../../../src/store/field.ts";
import { halved, whole } from "../../../src/store/level/halved-pack.ts";
import { packWell, unpack } from "../../../src/store/level/packing.ts";
import { text } from "../../contract/store-samples.ts";

interface Part {
  readonly events: readonly Uint8Array[];
  readonly artifacts?: readonly Uint8Array[];
  readonly position?: number;
  readonly answer?: string | undefined;
  readonly outside?: readonly Uint8Array[];
}

/** A pack as the store writes one. */
const packOf = (parts: readonly Part[]): Uint8Array => {
  const written = parts.map(({ events, artifacts = [], position = 0, answer, outside = [] }) => {
    const answered = answer === undefined ? [] : [writer.string(1, "key").bytes(2, text(answer)).take()];
    for (const event of events) writer.presentBytes(1, event);
    writer.number(2, position);
    for (const artifact of artifacts) writer.presentBytes(3, artifact);
    for (const one of answered) writer.presentBytes(4, one);
    for (const digest of outside) writer.presentBytes(6, digest);
    return writer.take();
  });
  for (const part of written) writer.presentBytes(7, part);
  return writer.take();
};

/** Events of a stream, each naming the one before it. */
const chained = (bodies: readonly string[], from = 1, before = "ab".repeat(32)): Uint8Array[] => {
  let prevHash = before;
  return bodies.map((body, at) => {
    const { bytes, hash } = encodeEvent("ann", "run", from + at, prevHash, {
      type: body === "" ? "" : "t",
      body: text(body),
    });
    prevHash = hash;
    return bytes;
  });
};

describe("a pack in two halves", () => {
  it("gives back its very bytes", async () => {
    const small = fc.uint8Array({ maxLength: 40 });
    const part = fc.record({
      events: fc.nat(3),
      artifacts: fc.array(small, { maxLength: 3 }),
      position: fc.nat(1_000_000),
      answer: fc.option(fc.string(), { nil: undefined }),
      outside: fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), fc.nat(300), async (parts, from) => {
        const all = chained(
          parts.flatMap(({ events }) => Array.from({ length: events }, (_, n) => "body".repeat(n))),
          from + 1,
        );
        const bytes = packOf(parts.map((one) => ({ ...one, events: all.splice(0, one.events) })));
        const halves = halved(bytes);
        expect(halves).toBeDefined();
        expect(Buffer.compare(whole(halves!), bytes)).toBe(0);
        expect(Buffer.compare(unpack(await packWell(bytes))!, bytes)).toBe(0);
      }),
    );
  });

  it("keeps whole what does not follow the event before it", () => {
    const [one, two, three] = chained(["one", "two", "three"]) as [Uint8Array, Uint8Array, Uint8Array];
    const [other] = chained(["other"], 2, "cd".repeat(32)) as [Uint8Array];
    for (const events of [
      [one, three],
      [two, one],
      [one, other],
      [one, one],
    ]) {
      const bytes = packOf([{ events }]);
      const halves = halved(bytes)!;
      expect(Buffer.compare(whole(halves), bytes)).toBe(0);
      for (const event of events) expect(Buffer.from(halves.rest).includes(Buffer.from(event))).toBe(true);
    }
    expect(Buffer.from(halved(packOf([{ events: [one, two] }]))!.rest).includes(Buffer.from(two))).toBe(false);
  });

  it("is not made of what is written in another way", async () => {
    // A field in another place than the store writes it.
    const [event] = chained(["one"]) as [Uint8Array];
    writer.number(2, 7).presentBytes(1, event);
    const part = writer.take();
    const bytes = writer.presentBytes(7, part).take();
    expect(halved(bytes)).toBeUndefined();
    expect(Buffer.compare(unpack(await packWell(bytes))!, bytes)).toBe(0);
  });

  it("holds no digest of what it has itself", async () => {
    const artifacts = Array.from({ length: 40 }, () => Uint8Array.from(randomBytes(8)));
    const events = chained(artifacts.map((one) => `made ${sha256Hex(one)}`));
    const bytes = packOf(events.map((event, at) => ({ events: [event], artifacts: [artifacts[at]!] })));
    const { packing, content } = await packWell(bytes);
    expect(packing).toBe(2);
    // Two digests an event, of 32 bytes each, were chance.
    expect(content.length).toBeLessThan(40 * 2 * 32);
  });
});
