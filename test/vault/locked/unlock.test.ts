import { readFileSync } from "node:fs";
import { join } from "node:path";
import PDFDocument from "pdfkit";
import { describe, expect, it } from "vitest";
import { readUnits } from "../../../src/vault/import/read-units.ts";
import { unlockedNote, wrongPassword } from "../../../src/vault/locked/passwords.ts";
import { unlocked } from "../../../src/vault/locked/unlock.ts";

const fileOf = (name: string): Uint8Array => new Uint8Array(readFileSync(join(import.meta.dirname, "files", name)));

const read = async (path: string, bytes: Uint8Array, passwords?: readonly string[]) => {
  const given = { path, mediaType: "", bytes, ...(passwords === undefined ? {} : { passwords }) };
  const units = [];
  for await (const { path: at, refusal, made } of readUnits(given, "2026-01-01T00:00:00.000Z"))
    units.push({ path: at, refusal, text: made?.text ?? "", notes: made?.record.detail?.notes ?? [] });
  return units;
};

const written = async (options: PDFKit.PDFDocumentOptions): Promise<Uint8Array> => {
  const [document, pieces] = [new PDFDocument(options), [] as Buffer[]];
  document.on("data", (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve) => document.on("end", resolve));
  document.text("Hierbij bevestigen wij dat uw arbeidsovereenkomst op 1 maart 2026 eindigt.").end();
  await ended;
  return new Uint8Array(Buffer.concat(pieces));
};

const sentence = "arbeidsovereenkomst op 1 maart 2026 eindigt";
/** Words of a text, whatever lines it is laid out in. */
const words = (text: string): string => text.replace(/\s+/g, " ");

describe("files with a password", () => {
  it.each([
    ["standard.docx", "geheim é"],
    ["agile.docx", "geheim é"],
    ["aes-256-qpdf.pdf", "geheim é"],
    ["aes-256-qpdf.pdf", "baas"],
    ["rc4-libreoffice.pdf", "geheim"],
    ["rc4-libreoffice.pdf", "baas"],
  ])("opens %s, which another program locked, by “%s” and by nothing else", async (name, password) => {
    const [opened] = await read(name, fileOf(name), ["mis", password]);
    expect(opened).toMatchObject({ refusal: "", notes: expect.arrayContaining([unlockedNote]) });
    expect(words(opened?.text ?? "")).toContain(sentence);
    expect(await read(name, fileOf(name), ["mis"])).toMatchObject([{ refusal: wrongPassword }]);
    expect((await read(name, fileOf(name)))[0]?.refusal).toContain("protected by a password");
  });

  it.each(["1.3", "1.4", "1.6", "1.7", "1.7ext3"] as const)(
    "opens PDF %s, also where a title is longer open than locked",
    async (pdfVersion) => {
      const locks = { userPassword: "geheim", ownerPassword: "baas" };
      const bytes = await written({ pdfVersion, ...locks, info: { Title: "C:\\map\\) brief \\ (1)" } });
      for (const password of ["geheim", "baas"]) {
        const [opened] = await read("brief.pdf", bytes, [password]);
        expect(words(opened?.text ?? "")).toContain(sentence);
        const plain = Buffer.from(unlocked(bytes, [password]) ?? []).toString("latin1");
        expect(plain).toContain("(C:\\\\map\\\\\\) brief \\\\ \\(1\\))");
        expect(plain.slice(plain.lastIndexOf("trailer"))).not.toContain("/Encrypt");
      }
    },
  );

  it("leaves a PDF as it is that anybody can open and only its owner may change", async () => {
    const bytes = await written({ pdfVersion: "1.6", ownerPassword: "baas" });
    expect(unlocked(bytes, ["geheim"])).toBeUndefined();
    expect((await read("brief.pdf", bytes, ["geheim"]))[0]).toMatchObject({ refusal: "", notes: [] });
  });

  it.each(["aes-128.zip", "aes-256.zip", "old.zip", "old-info-zip.zip"])("opens the entries of %s", async (name) => {
    const opened = await read(name, fileOf(name), ["mis", "geheim"]);
    expect(opened.filter(({ refusal }) => refusal !== "")).toEqual([]);
    expect(opened.some(({ text }) => text.includes(sentence))).toBe(true);
    const closed = await read(name, fileOf(name), ["mis"]);
    expect(new Set(closed.slice(0, -1).map(({ refusal }) => refusal))).toEqual(new Set([wrongPassword]));
  });

  it("reads what lies locked in a zip that is locked with another password", async () => {
    const { zipSync } = await import("fflate");
    const outer = zipSync({ "a/standard.docx": fileOf("standard.docx"), "b/old.zip": fileOf("old.zip") });
    const opened = await read("map.zip", outer, ["geheim", "geheim é"]);
    expect(opened.filter(({ refusal }) => refusal !== "")).toEqual([]);
    expect(opened.filter(({ text }) => text.includes(sentence)).length).toBe(2);
  });

  it("never throws for what is cut or changed in a locked file", async () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (const name of [
      "standard.docx",
      "agile.docx",
      "aes-256-qpdf.pdf",
      "rc4-libreoffice.pdf",
      "old.zip",
      "aes-128.zip",
    ])
      for (let i = 0; i < 5; i++) {
        const bytes = fileOf(name);
        for (let change = 0; change <= i % 4; change++) bytes[random(bytes.length)] = random(256);
        const cut = i % 3 === 0 ? bytes.subarray(0, 1 + random(bytes.length)) : bytes;
        await read(name, new Uint8Array(cut), [name.endsWith(".zip") ? "geheim" : "geheim é"]);
      }
  });
});
