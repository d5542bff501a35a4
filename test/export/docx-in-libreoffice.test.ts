import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { renderDocx } from "../../src/export/docx.ts";
import { layoutOf } from "../../src/export/layout.ts";
import { newFolder } from "../support/new-folder.ts";
import { frameFixture, memoFixture } from "./memo-fixture.ts";

const has = (program: string, ...argv: string[]): boolean => spawnSync(program, argv).status === 0;
const opens = has("soffice", "--version") && has("pdftotext", "-v");
if (!opens) console.warn("SKIPPED: a Word file in LibreOffice needs soffice and pdftotext, which are not both here");

describe.skipIf(!opens)("a memo as a Word file, in LibreOffice", () => {
  const memo = { ...memoFixture(), frame: frameFixture() };
  const layout = layoutOf(memo);
  const folder = newFolder("libreoffice");
  const converted = (to: string): string => {
    // A profile of its own: another LibreOffice of this account may run meanwhile.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
    const argv = [profile, "--headless", "--convert-to", to, "--outdir", folder, join(folder, "memo.docx")];
    execFileSync("soffice", argv, { stdio: "ignore", timeout: 110_000 });
    return join(folder, `memo.${to.split(":")[0]}`);
  };
  beforeAll(async () => {
    writeFileSync(join(folder, "memo.docx"), await renderDocx(memo));
  });

  it("is opened with as many footnotes as the layout has, each with its words", () => {
    const content = execFileSync("unzip", ["-p", converted("odt"), "content.xml"], { encoding: "utf8" });
    const notes = [...content.matchAll(/<text:note [^>]*text:note-class="footnote".*?<\/text:note>/gsu)].map(([note]) =>
      plain(note),
    );
    expect(notes).toHaveLength(layout.notes.length);
    for (const [at, { text }] of layout.notes.entries()) expect(squeezed(notes[at] ?? "")).toContain(squeezed(text));
  });

  it("is printed with every sentence, the letterhead and the notes", () => {
    const printed = squeezed(execFileSync("pdftotext", ["-raw", converted("pdf"), "-"], { encoding: "utf8" }));
    const { letter, notes, sections } = layout;
    const wanted = [
      ...sections.flatMap(({ title, paragraphs }) => [title ?? "", ...paragraphs.flat().map(({ text }) => text)]),
      ...(letter ? [...letter.sender, ...letter.addressee, letter.salutation, letter.closing] : []),
      ...notes.map(({ text }) => text),
    ];
    // Hyphens at line ends and the marks of notes are the printer's.
    const folded = (text: string): string => squeezed(text).replaceAll(/[\s\d-]/gu, "");
    const missing = wanted.filter((words) => !folded(printed).includes(folded(words)));
    expect(missing).toEqual([]);
  });
});

const plain = (xml: string): string =>
  xml
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

const squeezed = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();
