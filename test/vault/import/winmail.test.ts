import { describe, expect, it } from "vitest";
import { winmail } from "../../../src/vault/import/winmail.ts";
import { ImportRefusal } from "../../../src/vault/reader/port.ts";
import { tnef, words } from "../support/tnef-maker.ts";
import { mail, readHere, utf8 } from "../vault-fixture.ts";

const entries = (bytes: Uint8Array) => [...(winmail.open(bytes) ?? [])];
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe("a winmail.dat", () => {
  it("gives its files byte for byte, by their long names", () => {
    const data = Uint8Array.from([0, 13, 10, 0, 255, 10]);
    const found = entries(
      tnef({
        message: [{ id: 0x8005, type: 3, value: 5, named: "Keywords" }, words(0x1000, "Zie bijlage.\r\n")],
        attachments: [
          {
            title: "NOTA~1.PDF",
            data,
            properties: [words(0x3707, "nota van loon.pdf"), words(0x370e, "application/pdf")],
          },
          { title: "kort.txt", data: utf8("x") },
        ],
      }),
    );
    expect(found).toMatchObject([
      { name: "message.txt", mediaType: "text/plain" },
      { name: "nota van loon.pdf", mediaType: "application/pdf", bytes: data },
      { name: "kort.txt" },
    ]);
    expect("bytes" in found[0]! && textOf(found[0].bytes)).toBe("Zie bijlage.\r\n");
  });

  it("gives the message's words once: as HTML where it has some", () => {
    const html = { id: 0x1013, type: 0x102, value: utf8("<p>Woorden</p>") };
    expect(entries(tnef({ body: "Woorden", message: [html] })).map(({ name }) => name)).toEqual(["message.html"]);
    expect(entries(tnef({ body: "Woorden" }))).toMatchObject([{ name: "message.txt", bytes: utf8("Woorden") }]);
  });

  it("opens a message inside, and says what is no file", async () => {
    const inner = Buffer.concat([Buffer.alloc(16, 1), tnef({ body: "Van binnen." })]);
    const bytes = tnef({
      attachments: [
        { properties: [words(0x3707, "Doorgestuurd"), { id: 0x3701, type: 13, value: inner }] },
        { title: "Grafiek", properties: [{ id: 0x3701, type: 13, value: Buffer.alloc(40) }] },
      ],
    });
    const units = await readHere({ path: "winmail.dat", mediaType: "", bytes });
    expect(units.map(({ path, refusal, opened }) => [path, refusal.slice(0, 15), opened])).toEqual([
      ["winmail.dat!/Doorgestuurd.tnef!/message.txt", "", false],
      ["winmail.dat!/Doorgestuurd.tnef", "", true],
      ["winmail.dat!/Grafiek", "it is an object", false],
      ["winmail.dat", "", true],
    ]);
    expect(units[0]?.made?.text).toBe("Van binnen.");
  });

  it("is opened inside a mail, and its files hang below the mail", async () => {
    const packed = Buffer.from(tnef({ body: "De brief.", attachments: [{ title: "a.txt", data: utf8("bijlage a") }] }));
    const message = mail(
      { From: "a@example.org", Subject: "s", "MIME-Version": "1.0", "Content-Type": 'multipart/mixed; boundary="b"' },
      `--b\nContent-Type: text/plain\n\nHallo.\n--b\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n${packed.toString("base64")}\n--b--\n`,
    );
    const [unit] = await readHere({ path: "m.eml", mediaType: "", bytes: message });
    expect(unit?.children.map(({ path, made }) => [path, made?.text])).toEqual([
      ["m.eml!/winmail.dat!/message.txt", "De brief."],
      ["m.eml!/winmail.dat!/a.txt", "bijlage a"],
      ["m.eml!/winmail.dat", undefined],
    ]);
  });

  it.each([
    ["cut off in an attribute", tnef({ body: "Woorden" }).slice(0, -4)],
    ["with a property that is longer than it", tnef({ message: [{ id: 0x1000, type: 0x1f, value: 0xffffff }] })],
    ["of other bytes", utf8("geen winmail")],
    ["with nothing in it", tnef({})],
  ])("is refused %s", (_, bytes) => {
    expect(() => entries(bytes)).toThrow(ImportRefusal);
  });

  it("never throws anything else, whatever its bytes", () => {
    const whole = tnef({ message: [words(0x1000, "x")], attachments: [{ title: "t", data: utf8("y") }] });
    for (let at = 6; at < whole.length; at++) {
      const bytes = Uint8Array.from(whole);
      bytes[at] = 255 - (bytes[at] ?? 0);
      try {
        entries(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(ImportRefusal);
      }
    }
  });
});
