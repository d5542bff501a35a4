import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renderDocx } from "../../src/export/docx.ts";
import { layoutOf } from "../../src/export/layout.ts";
import { frameFixture, memoFixture } from "./memo-fixture.ts";

const python = "/usr/bin/python3";
const reads = spawnSync(python, ["-c", "import docx"]).status === 0;
if (!reads) console.warn("SKIPPED: a Word file in a second reader needs python-docx, which is not here");

/** What python-docx lists: paragraphs outside tables with their styles, cells row by row, and how many notes it finds. */
const program = `
import json, sys, zipfile, re, docx
document = docx.Document(sys.argv[1])
notes = zipfile.ZipFile(sys.argv[1]).read("word/footnotes.xml").decode()
print(json.dumps({
    "paragraphs": [[p.style.name, p.text] for p in document.paragraphs],
    "cells": [[c.text for c in row.cells] for table in document.tables for row in table.rows],
    "notes": len([each for each in re.findall('<w:footnote [^>]*>', notes) if 'w:type=' not in each]),
    "properties": [document.core_properties.author, document.core_properties.last_modified_by, document.core_properties.title],
}))
`;

import { newFolder } from "../support/new-folder.ts";

describe.skipIf(!reads)("a memo as a Word file, in a second reader", () => {
  const memo = { ...memoFixture(), frame: { ...frameFixture(), enclosures: [] } };
  const layout = layoutOf(memo);

  it("has the paragraphs that were laid out, each once and in their order", async () => {
    const folder = newFolder("second-reader");
    const file = join(folder, "memo.docx");
    writeFileSync(file, await renderDocx(memo));
    const read = JSON.parse(execFileSync(python, ["-c", program, file], { encoding: "utf8" }));
    rmSync(folder, { recursive: true });
    const { exhibits, letter, provenance, sections } = layout;
    const sentences = (all: (typeof sections)[number]["paragraphs"][number]) =>
      all.map(({ notes, text }) => text + ", ".repeat(Math.max(0, notes.length - 1))).join(" ");
    // A letter's opening stands above its first heading.
    const titled = (title: string | undefined) => (title === undefined ? [] : [title]);
    const expected = [
      letter?.sender.join("\n"),
      letter?.addressee.join("\n"),
      letter?.placeAndDate,
      ...(letter?.references ?? []).map(([label, words]) => `${label}: ${words}`),
      letter?.salutation,
      ...sections.flatMap(({ title, paragraphs }) => [...titled(title), ...paragraphs.map(sentences)]),
      letter?.closing,
      letter?.signature,
      `${letter?.enclosures.title}:`,
      ...(letter?.enclosures.lines ?? []),
      exhibits?.title,
      provenance?.title,
      provenance?.note,
    ];
    const paragraphs: [style: string, text: string][] = read.paragraphs;
    expect(paragraphs.map(([, text]) => text).filter((text) => text.trim() !== "")).toEqual(expected);
    const headings = paragraphs.filter(([style]) => style === "Heading 1").map(([, text]) => text);
    expect(headings).toEqual([...sections.flatMap(({ title }) => titled(title)), exhibits?.title, provenance?.title]);
    const tables = [exhibits, provenance && { columns: [], rows: provenance.rows }, provenance?.notes];
    expect(read.cells).toEqual(
      tables.flatMap((one) => (one ? [...(one.columns.length ? [one.columns] : []), ...one.rows] : [])),
    );
    expect(read.notes).toBe(layout.notes.length);
    expect(read.properties).toEqual(["", "", layout.title]);
  });
});
