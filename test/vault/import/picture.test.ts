import { describe, expect, it } from "vitest";
import { MatchKind, SpanResolution_Outcome } from "../../../gen/pincite/span/v1/span_pb.ts";
import { ImportedItem_Outcome as Outcome } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { letterWords, pictureOf, scanOf, turnedAs, twoPages } from "../support/pictures.ts";
import { makeZip } from "../support/zip-maker.ts";
import { file, importAll, mail, openTestVault, readHere, utf8 } from "../vault-fixture.ts";

const readOne = async (path: string, bytes: Uint8Array) => (await readHere({ path, mediaType: "", bytes })).at(-1);
const flat = (text = ""): string => text.replace(/\s+/g, " ");

describe("a picture of a letter", () => {
  it.each(["letter.jpg", "letter.png", "letter.tif", "letter.webp", "lossless.webp"] as const)(
    "is read as the words on it: %s",
    async (name) => {
      const read = await readOne(name, pictureOf(name));
      expect(flat(read?.made?.text)).toBe(letterWords);
      expect(read?.made?.record.detail).toMatchObject({
        extractor: "ocr-tesseract",
        summary: { docType: "picture", writtenBy: "Bram Verzonnen", authoredAtText: "9 december 2025" },
        machineReading: { extractor: "ocr-tesseract", languages: ["nld", "eng"], wordCount: 37, pages: [1] },
      });
      expect(read?.made?.record.detail?.notes.join()).toMatch(/read by a machine from a picture/);
    },
  );

  it("is known by its bytes, whatever it is called", async () => {
    expect(flat((await readOne("brief.pdf", pictureOf("letter.png")))?.made?.text)).toBe(letterWords);
  });

  it.each([3, 6, 8])("is read where its file says that it is turned, or wrongly says so: %i", async (orientation) => {
    const read = await readOne("IMG_1.jpg", turnedAs(pictureOf("letter.jpg"), orientation));
    expect(flat(read?.made?.text)).toBe(letterWords);
  });

  it("has a page for each one of a TIFF", async () => {
    const read = await readOne("fax.tif", twoPages(pictureOf("letter.tif")));
    expect(flat(read?.made?.text)).toBe(`${letterWords} ${letterWords}`);
    expect(read?.made?.record.detail).toMatchObject({ pageCount: 2, machineReading: { pages: [1, 2] } });
  });

  it("has its paragraphs whole where it slants: a line that is full runs on", async () => {
    const read = await readOne("foto.jpg", pictureOf("slanting.jpg"));
    const paragraphs = (read?.made?.text ?? "").split("\n\n").map(flat);
    expect(paragraphs).toEqual([
      "Geachte heer Terlouw,",
      expect.stringMatching(/^Uw hond .* zeven dagen te laat opgehaald\. Voor .* samen € 406,-\.$/),
      expect.stringMatching(/^Op 20 oktober .* De kosten van de dierenarts bedragen .* aansprakelijk\.$/),
    ]);
  });

  it("gives the same words whatever was read before it", async () => {
    const first = await readOne("a.png", pictureOf("letter.png"));
    await readOne("b.jpg", turnedAs(pictureOf("letter.jpg"), 1));
    // Another file to the reader, since the same bytes are not read twice.
    const again = await readOne("a.png", new Uint8Array([...pictureOf("letter.png"), 0]));
    expect(again?.made?.text).toBe(first?.made?.text);
  });

  it("comes in from a mail and from a zip", async () => {
    const { vault } = await openTestVault();
    const body = `--b\n\nZie foto.\n--b\nContent-Type: image/png; name=brief.png\nContent-Transfer-Encoding: base64\n\n${Buffer.from(pictureOf("letter.png")).toString("base64")}\n--b--`;
    const message = mail(
      { From: "Ank Baas <ank@example.org>", Subject: "Foto", "Content-Type": "multipart/mixed; boundary=b" },
      body,
    );
    const rows = await importAll(vault, [
      file("a.eml", message),
      file("b.zip", makeZip([{ name: "scan.jpg", bytes: pictureOf("letter.jpg") }])),
    ]);
    const documents = rows.filter(({ outcome }) => outcome === Outcome.IMPORTED).map(({ path }) => path);
    expect(documents).toEqual(["a.eml", "a.eml!/brief.png", "b.zip!/scan.jpg"]);
  });
});

describe("a quote of a picture", () => {
  const opened = async () => {
    const { vault, spans, docs } = await openTestVault();
    const [row] = await importAll(vault, [file("brief.png", pictureOf("letter.png"))]);
    return { spans, docs, docUid: row?.docUid ?? "" };
  };

  it("is never exact: the machine's own characters, and others of the same typography", async () => {
    const { spans, docUid } = await opened();
    const quotes = ["Uw salaris van € 3.412,50 blijft gelijk.", "niet  langer op vrijdag thuis"];
    const entries = quotes.map((exactQuote) => ({ locator: { docUid, exactQuote } }));
    const { results } = await spans.resolveSpans({ entries });
    expect(results.map(({ resolution }) => resolution?.outcome)).toEqual([
      SpanResolution_Outcome.MACHINE_READ,
      SpanResolution_Outcome.MACHINE_READ,
    ]);
    const found = results.flatMap(({ resolution }) => resolution?.spans ?? []);
    expect(found.map(({ matchKind, address }) => [matchKind, address])).toEqual([
      [MatchKind.MACHINE_READ, "p. 1"],
      [MatchKind.MACHINE_READ, "p. 1"],
    ]);
    expect(found.map(({ differences }) => differences.length)).toEqual([0, 1]);
  });

  it("has a rectangle for each of its words on the picture", async () => {
    const { spans, docUid } = await opened();
    const { results } = await spans.resolveSpans({ entries: [{ locator: { docUid, exactQuote: "€ 3.412,50" } }] });
    const { startChar = 0, endChar = 0 } = results[0]?.resolution?.spans[0] ?? {};
    const { pages } = await spans.locateOnPages({ docUid, startChar, endChar });
    expect(pages).toMatchObject([{ number: 1, machineRead: true }]);
    expect(pages[0]?.rectangles).toHaveLength(2);
    expect(pages[0]?.lines).toHaveLength(37);
  });
});

describe("a picture that is not read", () => {
  const header = (width: number, height: number): Uint8Array => {
    const bytes = Buffer.from(pictureOf("letter.png"));
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return new Uint8Array(bytes);
  };
  const iphone = Buffer.from("00000024667479706865696300000000", "hex");

  it.each<readonly [string, Uint8Array, RegExp]>([
    ["gross.png", header(9_000, 9_000), /more than 40 million pixels/],
    ["mark.png", header(16, 16), /no words were seen on it/],
    ["damaged.png", pictureOf("letter.png").subarray(0, 400), /cannot be opened/],
    ["brief.jpg", utf8("x"), /cannot be opened/],
    ["IMG_0001.HEIC", utf8("x"), /form of an iPhone \(\.heic\)/],
    ["IMG_0001.jpg", iphone, /form of an iPhone \(\.heic\)/],
  ])("is told with what to do: %s", async (path, bytes, told) => {
    expect((await readOne(path, bytes))?.refusal).toMatch(told);
  });
});

describe("a scan in a PDF", () => {
  const size = { width: 709, height: 413 };
  // 12 by 7 cm at 150 dpi, in points.
  const [w, h] = [340, 198];
  const upright = { rotate: 0, matrix: `${w} 0 0 ${h} 0 0`, box: `0 0 ${w} ${h}` };

  it("is read where it stands, and a page with words stays as it is", async () => {
    const bytes = scanOf(pictureOf("letter.jpg"), size, [{ ...upright, words: "Zie de brief hierna." }, upright]);
    const { vault, spans, docs } = await openTestVault();
    const [row] = await importAll(vault, [file("dossier.pdf", bytes)]);
    const docUid = row?.docUid ?? "";
    const { doc } = await docs.getDoc({ docUid });
    expect(doc).toMatchObject({
      extractor: "pdf",
      pagesWithoutText: [],
      machineReading: { pages: [2], wordCount: 37 },
    });
    expect(doc?.notes.join()).toMatch(/words on p\. 2 were read by a machine/);
    const quotes = ["Zie de brief hierna.", "U werkt vanaf 1 januari 2026 niet langer op vrijdag thuis."];
    const { results } = await spans.resolveSpans({
      entries: quotes.map((exactQuote) => ({ locator: { docUid, exactQuote } })),
    });
    expect(results.map(({ resolution }) => [resolution?.outcome, resolution?.spans[0]?.address])).toEqual([
      [SpanResolution_Outcome.EXACT, "p. 1"],
      [SpanResolution_Outcome.MACHINE_READ, "p. 2"],
    ]);
    const { startChar = 0, endChar = 0 } = results[1]?.resolution?.spans[0] ?? {};
    const { pages } = await spans.locateOnPages({ docUid, startChar, endChar });
    expect(pages).toMatchObject([{ number: 2, machineRead: true, width: w, height: h }]);
    // The second line of the paragraph, well within the page.
    expect(pages[0]?.rectangles.every(({ y, height }) => y > h / 4 && y + height < h * 0.8)).toBe(true);
  });

  it.each([
    ["turned by its page", { rotate: 90, matrix: `0 ${w} ${-h} 0 ${h} 0`, box: `0 0 ${h} ${w}` }],
    ["upside down, and turned by its page", { rotate: 180, matrix: `${-w} 0 0 ${-h} ${w} ${h}`, box: `0 0 ${w} ${h}` }],
    ["upside down", { rotate: 180, matrix: `${w} 0 0 ${h} 0 0`, box: `0 0 ${w} ${h}` }],
  ])("is read and shown as people see it: %s", async (name, page) => {
    const bytes = scanOf(pictureOf("letter.jpg"), size, [page]);
    const { vault, spans, docs } = await openTestVault();
    const [row] = await importAll(vault, [file("scan.pdf", bytes)]);
    const docUid = row?.docUid ?? "";
    expect(flat((await docs.getDocText({ docUid })).canonicalText?.text)).toBe(letterWords);
    const exactQuote = "Uw salaris van € 3.412,50 blijft gelijk.";
    const { results } = await spans.resolveSpans({ entries: [{ locator: { docUid, exactQuote } }] });
    const { startChar = 0, endChar = 0 } = results[0]?.resolution?.spans[0] ?? {};
    const { pages } = await spans.locateOnPages({ docUid, startChar, endChar, withPictures: true });
    const { png = new Uint8Array(), place } = pages[0]?.picture ?? {};
    // The strip is read once more: it shows the quote with the lines around it, and neither end of the letter.
    const strip = flat((await readOne("strook.png", png))?.made?.text);
    expect(strip).toContain(exactQuote);
    expect(strip).not.toMatch(/Utrecht|Met vriendelijke groet/u);
    const [{ y = 0, height = 0 } = {}] = pages[0]?.rectangles ?? [];
    expect(name === "upside down" || (place!.y < y && place!.y + place!.height > y + height)).toBe(true);
    const { pages: without } = await spans.locateOnPages({ docUid, startChar, endChar });
    expect(without[0]?.picture).toBeUndefined();
  });
});
