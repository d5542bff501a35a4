import { describe, expect, it } from "vitest";
import { ImportedItem_Outcome } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { importerFor } from "../../../src/vault/import/importers.ts";
import { ImportRefusal } from "../../../src/vault/reader/port.ts";
import { file, importAll, openTestVault, utf8 } from "../vault-fixture.ts";

const extract = (path: string, bytes: Uint8Array, type = "") => importerFor(path, type).extract(bytes, { path });
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));

describe("text files", () => {
  const cases: [string, Uint8Array, string, string][] = [
    ["UTF-8", utf8("reïntegratie\r\nloon"), "reïntegratie\nloon", "txt"],
    ["UTF-8 with a byte order mark", utf8("\ufeffloon"), "loon", "txt"],
    ["UTF-16", utf16("loon €"), "loon €", "txt-utf-16le"],
    ["windows-1252", Uint8Array.from([0x72, 0x65, 0xef, 0x6e, 0x20, 0x80]), "reïn €", "txt-windows-1252"],
    ["decomposed letters", utf8("re\u0069\u0308n"), "reïn", "txt"],
  ];
  for (const [name, bytes, text, extractor] of cases) {
    it(`are read as ${name}, and the extractor says so`, async () => {
      expect(await extract("map/nota.txt", bytes)).toMatchObject({
        text,
        extractor,
        title: "nota.txt",
        docType: "text",
      });
    });
  }

  it("in Markdown keep their marks and are titled by their first heading", async () => {
    expect(await extract("a.md", utf8("\n## De *zaak*\n\ntekst"))).toMatchObject({
      text: "\n## De *zaak*\n\ntekst",
      title: "De *zaak*",
      docType: "markdown",
      extractor: "md",
    });
  });

  it("in HTML are what a reader sees", async () => {
    expect(await extract("a.html", utf8("<title>Brief</title><p>een</p><p hidden>x</p>"))).toMatchObject({
      text: "een",
      title: "Brief",
      docType: "html",
      notes: [expect.stringContaining("hides")],
    });
  });

  const refused: [string, Uint8Array][] = [
    ["a.txt", Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2])],
    ["a.txt", utf8("   \n")],
    ["a.txt", Uint8Array.from([0xff, 0xfe, 0x00])],
    ["a.html", utf8("<script>x</script>")],
  ];
  for (const [path, bytes] of refused) {
    it(`are refused when they hold no text: ${path} of ${bytes.length} bytes`, async () => {
      await expect(extract(path, bytes)).rejects.toBeInstanceOf(ImportRefusal);
    });
  }

  it("are told by their media type, and by their name where the type says nothing", () => {
    expect(importerFor("x", "message/rfc822; charset=x").suffixes).toContain(".eml");
    expect(importerFor("x.EML", "application/octet-stream").suffixes).toContain(".eml");
    expect(importerFor("x.md", "text/plain").suffixes).toContain(".md");
  });

  // A person was told "files of type application/octet-stream", which is what a sender writes who does not know either.
  it.each([
    ["x.DWG", "", "a file of a kind that is not known (.dwg)"],
    ["salaris.2025/plan.dwg", "application/octet-stream", "a file of a kind that is not known (.dwg)"],
    ["plan.dwg", "image.vnd/dwg", "a file of a kind that is not known (.dwg)"],
    ["plan", "application/vnd.visio", "files of type application/vnd.visio"],
    ["cijfers 17.03.2025", "binary/octet-stream", "a file of a kind that is not known"],
    ["verslag.dit is geen soort", "", "a file of a kind that is not known"],
    ["", "", "a file of a kind that is not known"],
  ])("are told in words where nobody reads them, and so is what is read: %s, %s", (path, mediaType, what) => {
    expect(() => importerFor(path, mediaType)).toThrow(
      `${what} cannot be imported yet: save it as one of .eml, .mbox, .msg, .pdf, .docx, .doc, .odt, .xlsx, .ods, .pptx, .odp, .rtf, .html, .txt, .md, .csv, .ics, .zip, .jpg, .png, .tiff and .webp`,
    );
  });
});

describe("a text as long as a law", () => {
  it("is read within what its length may take, each of its passages by the article that it stands in", async () => {
    const { vault } = await openTestVault();
    const articles = Array.from(
      { length: 3_000 },
      (_, n) =>
        `Artikel ${n + 1}\n1. De huurder betaalt de huur op dag ${n}.\n2. De verhuurder herstelt gebrek ${n} binnen een redelijke termijn, tenzij dat niet kan.\n`,
    );
    const [row] = await importAll(vault, [file("wet.txt", utf8(articles.join("\n")))]);
    expect(row).toMatchObject({ outcome: ImportedItem_Outcome.IMPORTED, reason: "" });
  });
});
