import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import mammoth from "mammoth";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { renderDocx } from "../../src/export/docx.ts";
import { layoutOf } from "../../src/export/layout.ts";
import type { Memo } from "../../src/export/memo.ts";
import { hostile } from "./hostile.ts";
import { frameFixture, memoFixture } from "./memo-fixture.ts";

const letter = (): Memo => {
  const memo = memoFixture();
  for (const [at, sentence] of memo.draft.sections.flatMap(({ sentences }) => sentences).entries())
    sentence.sentenceId = `sentence:${at + 1}`;
  return { ...memo, frame: frameFixture() };
};

const partsOf = async (memo: Memo): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(unzipSync(await renderDocx(memo))).map(([name, part]) => [name, strFromU8(part)]));

/** Elements of a part as an XML parser reads them, in order, and the text between them. Throws for what is no XML. */
const readXml = (xml: string) => {
  const elements: string[] = [];
  let text = "";
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => elements.push(name));
  parser.on("text", (words) => {
    text += words;
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
  return { elements, text };
};

describe("a memo as a Word file", () => {
  it("says everything that is laid out for any printer", async () => {
    const parts = await partsOf(letter());
    const words = readXml(`${parts["word/document.xml"]}`).text + readXml(`${parts["word/footnotes.xml"]}`).text;
    const { letter: head, sections, exhibits, notes, provenance } = layoutOf(letter());
    const said = [
      ...(head?.sender ?? []),
      ...(head?.addressee ?? []),
      head?.placeAndDate,
      ...(head?.references.flat() ?? []),
      head?.salutation,
      ...sections.flatMap(({ title, paragraphs }) => [title ?? "", ...paragraphs.flat().map(({ text }) => text)]),
      head?.closing,
      ...(head?.enclosures.lines ?? []),
      ...(exhibits?.columns ?? []),
      ...(exhibits?.rows.flat() ?? []),
      ...notes.map(({ text }) => text),
      provenance!.note,
      ...provenance!.rows.flat(),
    ];
    for (const each of said) expect(words).toContain(each);
  });

  it("has a real footnote for each note, and each sentence in a hidden bookmark of its id", async () => {
    const { "word/document.xml": document = "", "word/footnotes.xml": footnotes = "" } = await partsOf(letter());
    const { notes, sections } = layoutOf(letter());
    expect(document.match(/<w:footnoteReference /g)).toHaveLength(notes.length);
    expect([...footnotes.matchAll(/<w:footnote w:id="(\d+)"/g)].map(([, id]) => Number(id))).toEqual(
      expect.arrayContaining(notes.map(({ number }) => number)),
    );
    const marks = [...document.matchAll(/w:name="_pincite_(sentence_\d+)"/g)].map(([, name]) => name);
    expect(marks).toEqual(sections.flatMap((one) => one.paragraphs.flat().map(({ id }) => id.replace(":", "_"))));
    const ids = [...document.matchAll(/<w:bookmarkStart [^>]*w:id="(\d+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  // Read by LibreOffice, notes 6 and 7 behind one sentence were note 67.
  it("keeps the marks of two notes behind one sentence apart", async () => {
    const { "word/document.xml": document = "" } = await partsOf(letter());
    const many = layoutOf(letter()).sections.flatMap(({ paragraphs }) =>
      paragraphs.flat().map(({ notes }) => notes.length),
    );
    expect(Math.max(...many)).toBeGreaterThan(1);
    expect(document).not.toMatch(
      /<w:footnoteReference [^>]*\/><\/w:r><w:r><w:rPr><w:rStyle [^>]*\/><\/w:rPr><w:footnoteReference/,
    );
    const commas = document.match(/<w:vertAlign w:val="superscript"\/><\/w:rPr><w:t [^>]*>, <\/w:t>/g) ?? [];
    expect(commas).toHaveLength(many.reduce((sum, count) => sum + Math.max(0, count - 1), 0));
  });

  it("is read by another reader without a word of complaint, with the notes at their marks", async () => {
    const buffer = Buffer.from(await renderDocx(letter()));
    const { value, messages } = await mammoth.convertToHtml(
      { buffer },
      { styleMap: ["p[style-name='Table Text'] => p:fresh", "p[style-name='footnote text'] => p:fresh"] },
    );
    expect(messages).toEqual([]);
    expect(value.match(/<li id="footnote-/g)).toHaveLength(layoutOf(letter()).notes.length);
    expect(value).toContain("<h1>");
  });

  it("is the same bytes for the same memo, and names neither people nor a time in its properties", async () => {
    const first = await renderDocx(letter());
    await new Promise((done) => setTimeout(done, 1_100));
    expect(Buffer.from(await renderDocx(letter())).equals(first)).toBe(true);
    const { "docProps/core.xml": core } = await partsOf(letter());
    expect(readXml(`${core}`).elements).toEqual(["cp:coreProperties", "dc:title"]);
  });

  it("is in the memo's language", async () => {
    for (const [locale, tag] of [
      ["nl", "nl-NL"],
      ["en", "en-GB"],
    ]) {
      const parts = await partsOf({ ...memoFixture(locale), frame: frameFixture() });
      expect(parts["word/styles.xml"]).toContain(`<w:lang w:val="${tag}"`);
    }
  });

  it("shows hostile evidence as characters, and stays XML of the same elements", async () => {
    const plain = readXml(`${(await partsOf(memoFixture("nl", "gewoon")))["word/document.xml"]}`).elements;
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const parts = await partsOf(memoFixture("nl", text));
        expect(readXml(`${parts["word/document.xml"]}`).elements).toEqual(plain);
        readXml(`${parts["word/footnotes.xml"]}`);
      }),
      { numRuns: 40 },
    );
  });

  it("refuses a draft that cites what its ledger does not have", async () => {
    const broken = { ...memoFixture(), ledger: create(CitationLedgerSchema, {}) };
    await expect(renderDocx(broken)).rejects.toThrow(/cites entry:letter, which its list of citations does not have/);
  });
});
