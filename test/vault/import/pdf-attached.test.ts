import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf/open-pdf.ts";
import { pdf } from "../../../src/vault/import/pdf.ts";
import { fileSpec, pdfOf } from "../support/pdf-maker.ts";
import { file, importAll, mail, openTestVault, readHere, utf8 } from "../vault-fixture.ts";

const letter = mail({ From: "sanne@advocaat.example", Subject: "Dossier" }, "Hierbij het dossier.");

/** What poppler's pdfdetach gives, and what was lost: pdf.js no longer puts the bytes beside the names. */
describe("files inside a PDF", () => {
  const bundle = pdfOf([["Productie 1 tot en met 3"]], "", [
    { name: "brief.eml", bytes: letter },
    { name: "map/notitie.txt", bytes: utf8("Er is geen akkoord gegeven.") },
    { name: "leeg.txt", bytes: utf8("") },
  ]);

  it("are documents of their own, as what is attached to a mail is", async () => {
    const { vault, docs } = await openTestVault();
    const rows = await importAll(vault, [file("bundel.pdf", bundle)]);
    expect(rows.map(({ path, reason }) => [path, reason])).toEqual([
      ["bundel.pdf", ""],
      ["bundel.pdf!/brief.eml", ""],
      ["bundel.pdf!/notitie.txt", ""],
      ["bundel.pdf!/leeg.txt", expect.stringContaining("empty")],
    ]);
    const { doc } = await docs.getDoc({ docUid: rows[0]?.docUid ?? "" });
    expect(doc?.attachments.map(({ name, docUid }) => [name, docUid])).toEqual([
      ["brief.eml", rows[1]?.docUid],
      ["notitie.txt", rows[2]?.docUid],
      ["leeg.txt", ""],
    ]);
    expect((await docs.getDoc({ docUid: rows[1]?.docUid ?? "" })).doc?.summary?.title).toBe("Dossier");
  });

  it("are given too where they are pinned to a page", async () => {
    const pinned = `<< /Type /Annot /Subtype /FileAttachment /Rect [50 300 70 320] /FS ${fileSpec(0)} >>`;
    const bytes = pdfOf([["Zie de bijlage."]], pinned, [{ name: "bijlage.txt", bytes: utf8("Het loon is 2500.") }], {
      isListed: false,
    });
    const [unit] = await readHere({ path: "brief.pdf", mediaType: "", bytes });
    expect(unit?.children.map(({ path, made }) => [path, made?.text])).toEqual([
      ["brief.pdf!/bijlage.txt", "Het loon is 2500."],
    ]);
  });

  it("are given where the pages show nothing, as the cover of a portfolio does", async () => {
    const bytes = pdfOf([""], "", [{ name: "notitie.txt", bytes: utf8("Er is geen akkoord gegeven.") }]);
    const { vault, docs } = await openTestVault();
    const rows = await importAll(vault, [file("map.pdf", bytes)]);
    expect(rows.map(({ path, reason }) => [path, reason])).toEqual([
      ["map.pdf", ""],
      ["map.pdf!/notitie.txt", ""],
    ]);
    const { doc } = await docs.getDoc({ docUid: rows[0]?.docUid ?? "" });
    expect([doc?.summary?.textCharCount, doc?.pagesWithoutText]).toEqual([0, [1]]);
  });

  it("that cannot be taken out are told", async () => {
    const broken = "/Names << /EmbeddedFiles << /Names [(weg.txt) << /Type /Filespec /F (weg.txt) >>] >> >>";
    const bytes = pdfOf([["Zie de bijlage."]], "", [], { catalog: broken });
    const { parts, notes } = await pdf.extract(bytes, { path: "brief.pdf" });
    expect(parts).toEqual([]);
    expect(notes.join()).toMatch(/1 file inside it could not be taken out/);
  });

  it("are listed by the library as a map without their bytes, which it gives by their id", async () => {
    const opened = await openPdf(bundle);
    const listed = await opened.getAttachments();
    expect(listed).toBeInstanceOf(Map);
    expect([...(listed ?? [])][0]).toEqual(["brief.eml", expect.objectContaining({ filename: "brief.eml" })]);
    expect(await opened.getAttachmentContent("brief.eml")).toEqual(new Uint8Array(letter));
    await opened.loadingTask.destroy();
  });

  it("never end the reading, however the bytes are cut or changed", async () => {
    for (let cut = 200; cut < bundle.length; cut += 97) {
      const flipped = new Uint8Array(bundle);
      flipped[cut] = (flipped[cut] ?? 0) ^ 0x55;
      for (const bytes of [bundle.slice(0, cut), flipped]) {
        const [unit] = await readHere({ path: "bundel.pdf", mediaType: "", bytes });
        expect(unit?.made !== undefined || unit?.refusal !== "").toBe(true);
      }
    }
  });
});

/** Answers that the library types as anything, and that are cast: each is asked for as it is used. */
describe("what the PDF library answers", () => {
  it("of an annotation has the fields that are read", async () => {
    const widget = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (naam) /V (Jan) /Rect [50 680 200 700] >>";
    const note = "<< /Type /Annot /Subtype /Text /T (Ank) /Contents (Klopt niet) /Rect [50 300 70 320] >>";
    const pinned = `<< /Type /Annot /Subtype /FileAttachment /Rect [50 300 70 320] /FS ${fileSpec(0)} >>`;
    const opened = await openPdf(
      pdfOf([["Naam:"]], `${widget} ${note} ${pinned}`, [{ name: "a.txt", bytes: utf8("a") }], { isListed: false }),
    );
    const given: readonly unknown[] = await (await opened.getPage(1)).getAnnotations();
    expect(given).toContainEqual(
      expect.objectContaining({ fieldType: "Tx", fieldName: "naam", fieldValue: "Jan", rect: [50, 680, 200, 700] }),
    );
    expect(given).toContainEqual(
      expect.objectContaining({
        contentsObj: expect.objectContaining({ str: "Klopt niet" }),
        titleObj: expect.objectContaining({ str: "Ank" }),
      }),
    );
    expect(given).toContainEqual(
      expect.objectContaining({ fileId: expect.any(String), file: expect.objectContaining({ filename: "a.txt" }) }),
    );
    await opened.loadingTask.destroy();
  });

  it("of the whole file has title and days as texts", async () => {
    const said = "/Title (Brief) /CreationDate (D:20250310090000Z)";
    const bytes = Buffer.from(pdfOf([["Naam:"]]))
      .toString("latin1")
      .replace("/Root 1 0 R", `/Root 1 0 R /Info << ${said} >>`);
    const opened = await openPdf(new Uint8Array(Buffer.from(bytes, "latin1")));
    expect((await opened.getMetadata()).info).toMatchObject({ Title: "Brief", CreationDate: "D:20250310090000Z" });
    await opened.loadingTask.destroy();
  });

  it("of a font that a page uses has the measures by which places are found", async () => {
    const opened = await openPdf(pdfOf([["Naam:"]]));
    const page = await opened.getPage(1);
    const { argsArray } = await page.getOperatorList();
    const name = argsArray.flat().find((one) => typeof one === "string" && page.commonObjs.has(one)) as string;
    const font: unknown = page.commonObjs.get(name);
    expect(font).toHaveProperty("vertical", false);
    // Undefined for one whose signs are a thousandth of its size, as nearly all are.
    expect(font).toHaveProperty("fontMatrix");
    await opened.loadingTask.destroy();
  });
});
