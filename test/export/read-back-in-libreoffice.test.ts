import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEditedDocx } from "../../src/export/edited-docx.ts";
import { readBack } from "../../src/export/read-back.ts";
import { newFolder } from "../support/new-folder.ts";
import { draft, edited, textRun, told } from "./edited-word.ts";

const soffice = "/usr/bin/soffice";
if (!existsSync(soffice))
  console.warn("SKIPPED: a Word file that LibreOffice wrote anew needs soffice, which is not here");
describe.skipIf(!existsSync(soffice))("a Word file that LibreOffice wrote anew", () => {
  it("tells one sentence changed, one moved, one deleted and one quotation altered, and nothing else", async () => {
    const folder = newFolder("read-back");
    const marked = /<w:bookmarkStart w:name="_pincite_sentence_1"[^>]*\/>.*?<w:bookmarkEnd[^>]*\/>/u;
    const bytes = await edited((xml) => {
      const first = marked.exec(xml)?.[0] ?? "";
      expect(first).toContain("Ik reageer op uw brief.");
      return xml
        .replace(first, "")
        .replace(
          /(<w:t xml:space="preserve">)Ik verzoek u te betalen\./u,
          (_, tag: string) => `${tag}Ik verzoek u nu te betalen.`,
        )
        .replace("Er is nooit een toezegging gedaan.”</w:t>", "Er is een toezegging gedaan.”</w:t>")
        .replace("U noemt geen reden.", "")
        .replace(
          /(Ik hoor graag van u\.<\/w:t><\/w:r><w:bookmarkEnd[^>]*\/>)/u,
          (end) => `${end}${textRun(" ")}${first}`,
        );
    });
    writeFileSync(join(folder, "brief.docx"), bytes);
    execFileSync(
      soffice,
      [
        "--headless",
        `-env:UserInstallation=file://${folder}/profile`,
        "--convert-to",
        "docx:MS Word 2007 XML",
        "--outdir",
        join(folder, "out"),
        join(folder, "brief.docx"),
      ],
      { stdio: "ignore" },
    );
    const { changes } = readBack(
      draft,
      readEditedDocx(new Uint8Array(readFileSync(join(folder, "out", "brief.docx")))),
    );
    rmSync(folder, { recursive: true, force: true });
    expect(told(changes).toSorted()).toEqual([
      ["changed", "sentence:2", "U schrijft: “Er is een toezegging gedaan.”"],
      ["changed", "sentence:4", "Ik verzoek u nu te betalen."],
      ["deleted", "sentence:3", ""],
      ["moved", "sentence:1", "Ik reageer op uw brief."],
    ]);
  });
});
