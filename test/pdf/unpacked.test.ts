import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { speechOf } from "../../src/messages/speech.ts";
import { requireBounded } from "../../src/pdf/unpacked.ts";

const mib = 2 ** 20;
const stream = (bytes: Uint8Array, dictionary = ""): string =>
  `1 0 obj\n<</Filter /FlateDecode ${dictionary}>>\nstream\n${deflateSync(bytes).toString("latin1")}\nendstream\nendobj\n`;
const fileOf = (...streams: readonly string[]): Uint8Array =>
  new Uint8Array(Buffer.from(`%PDF-1.7\n${streams.join("")}`, "latin1"));
const zeros = (count: number): Uint8Array => new Uint8Array(count * mib);
const tooMuch = /unpacks to far more than a paper holds; print it/;

describe("what a PDF unpacks to", () => {
  // pdf.js unpacked a gigabyte for seconds before its thread was ended.
  it("is bounded before its reader sees it", () => {
    expect(() => requireBounded(fileOf(stream(zeros(80))))).toThrow(tooMuch);
  });

  it("is refused in the language of whoever reads it", () => {
    const said = (() => {
      try {
        requireBounded(fileOf(stream(zeros(80))));
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    })();
    expect(speechOf("nl").sentence(said)).toMatch(/^wat erin is verpakt/u);
  });

  it("is that of all streams together", () => {
    const one = stream(zeros(30));
    expect(() => requireBounded(fileOf(one, one))).not.toThrow();
    expect(() => requireBounded(fileOf(one, one, one))).toThrow(tooMuch);
  });

  it("may be more where the file is larger, but of one stream no more than is held in memory", () => {
    const rest = "%".repeat(2 * mib);
    expect(() => requireBounded(fileOf(rest, stream(zeros(90))))).not.toThrow();
    expect(() => requireBounded(fileOf(rest, stream(zeros(100))))).toThrow(tooMuch);
  });

  it("is not asked of pictures, which a reader of words passes over, by their own dictionary alone", () => {
    const picture = stream(zeros(100), "/Subtype /Image");
    expect(() => requireBounded(fileOf(picture))).not.toThrow();
    expect(() => requireBounded(fileOf(picture, stream(zeros(80))))).toThrow(tooMuch);
  });

  it("is left to the reader where nothing can be unpacked", () => {
    expect(() =>
      requireBounded(fileOf("stream\n", "stream\r\nx\u009c", "stream\nx\u009crubbish", "stream")),
    ).not.toThrow();
  });
});
