import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventStreamMalformed, readEvents, type ServerEvent } from "../../../src/model/providers/http/event-stream.ts";

async function* chunksOf(text: string, size: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (text: string, size = 7, lineCharsMax = 10_000) => all(chunksOf(text, size), lineCharsMax);

const all = async (chunks: AsyncIterable<Uint8Array>, lineCharsMax: number): Promise<ServerEvent[]> => {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(chunks, lineCharsMax)) events.push(event);
  return events;
};

describe("a stream of server-sent events", () => {
  it.each([
    ["data: a\n\n", [{ name: "message", data: "a" }]],
    ["event: x\ndata:a\ndata: b\n\n", [{ name: "x", data: "a\nb" }]],
    [": comment\n\nevent: x\n\ndata: a\n\n", [{ name: "message", data: "a" }]],
    [
      "data:  a\r\n\r\ndata\rid: 1\r\r",
      [
        { name: "message", data: " a" },
        { name: "message", data: "" },
      ],
    ],
    ["data: a\n\ndata: cut off\n", [{ name: "message", data: "a" }]],
    ["", []],
  ])("is read as the standard says: %j", async (text, expected) => {
    for (const size of [1, 2, 3, 1_000]) expect(await read(text, size)).toEqual(expected);
  });

  it("gives the same events however it was cut, with any end of lines", async () => {
    const data = fc
      .string({ unit: "grapheme", maxLength: 12 })
      .map((one) => one.replace(/[\r\n]/g, " ").toWellFormed());
    await fc.assert(
      fc.asyncProperty(
        fc.array(data, { maxLength: 5 }),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.integer({ min: 1, max: 9 }),
        async (texts, end, size) => {
          const text = texts.map((one) => `data: ${one}${end}${end}`).join("");
          expect((await read(text, size)).map((one) => one.data)).toEqual(texts);
        },
      ),
    );
  });

  it("is refused where a line never ends, also when it comes byte by byte, and where it is no UTF-8", async () => {
    await expect(read(`data: ${"x".repeat(300_000)}`, 1, 200_000)).rejects.toThrow(EventStreamMalformed);
    await expect(read("data: x\n\n", 4, 3)).rejects.toThrow(EventStreamMalformed);
    const bytes = (async function* () {
      yield Uint8Array.of(0x64, 0xff);
    })();
    await expect(all(bytes, 10)).rejects.toThrow(EventStreamMalformed);
  });
});
