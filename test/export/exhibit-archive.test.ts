import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { exhibitArchive } from "../../src/export/exhibit-archive.ts";
import { exhibitFiles } from "../../src/export/exhibit-files.ts";
import { extractOf } from "../../src/export/extract.ts";
import type { Memo } from "../../src/export/memo.ts";
import { memoSpeech } from "../../src/export/words.ts";
import { contractId, letterId, memoFixture } from "./memo-fixture.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const originals = new Map([
  [
    letterId,
    { bytes: bytesOf("From: x\r\n\r\nEr is nooit…"), digest: "a1".repeat(32), name: "2025/brief van 9 dec.EML" },
  ],
  [contractId, { bytes: bytesOf("Artikel 1"), digest: "c3".repeat(32), name: "overeenkomst" }],
]);
const memo = (locale = "nl"): Memo => ({ ...memoFixture(locale), originals });
const filesOf = async (of: Memo) => unzipSync(await exhibitArchive(of));

describe("the exhibits of a memo as one file", () => {
  it("are the originals byte for byte, under the numbers that the memo gives them, behind a list", async () => {
    const files = await filesOf(memo());
    const names = Object.keys(files);
    expect(names.slice(0, 2)).toEqual(["overzicht-producties.docx", "overzicht-producties.html"]);
    expect(names.slice(2)).toEqual(["productie-01.eml", "productie-02"]);
    expect(strFromU8(files["productie-01.eml"]!)).toBe("From: x\r\n\r\nEr is nooit…");
    expect(strFromU8(files["productie-02"]!)).toBe("Artikel 1");
  });

  it("stand in the list with day, people, title, file and the beginning of the digest, in the memo's language", async () => {
    const page = strFromU8((await filesOf(memo()))["overzicht-producties.html"]!);
    expect(page).toContain("<td>productie-01.eml</td><td>a1a1a1a1a1a1a1a1</td>");
    expect(page).not.toContain('provenance"');
    expect(Object.keys(await filesOf(memo("en")))).toContain("exhibit-01.eml");
  });

  // The whole bank statement went to the other side, for one row of it.
  it("are extracts where that is asked for: what the memo quotes, in place of the original", async () => {
    const files = await filesOf({ ...memo(), extracts: new Set([1]) });
    expect(Object.keys(files).slice(2)).toEqual(["productie-01-uittreksel.pdf", "productie-02"]);
    const of = { ...memo(), extracts: new Set([1]) };
    const [exhibit] = exhibitFiles(of);
    const extract = extractOf(of, exhibit!.exhibit, exhibit!.original, memoSpeech("nl"));
    expect(extract.title).toBe("Productie 1: uittreksel");
    const words = extract.sections.flatMap(({ paragraphs }) => paragraphs.flat().map(({ text }) => text));
    const quoted = of.ledger.entries.flatMap(({ evidence, span }) =>
      span && evidence?.evidence.case === "document" && evidence.evidence.value.evidenceId === letterId
        ? [span.excerpt]
        : [],
    );
    expect(quoted.length).toBeGreaterThan(0);
    for (const one of new Set(quoted)) expect(words.filter((text) => text.endsWith(`“${one}”`))).toHaveLength(1);
    expect(words.join(" ")).toContain("a1".repeat(32));
    expect(strFromU8(files["productie-01-uittreksel.pdf"]!.slice(0, 5))).toBe("%PDF-");
    await expect(exhibitArchive({ ...memo(), extracts: new Set([7]) })).rejects.toThrow(/no exhibit 7/u);
  });

  // The letter said a bank's row without its accounts; the extract beside it handed over both in full.
  it("leave out of an extract the account numbers that the letter does not say, and tell so", () => {
    const row = "2026-10-23 | Voorbeeld B.V. | NL61ABCD0123456789 | NL20EFGH0987654321 | 1817,15";
    const told = "Rekeningnummers die de brief niet noemt, zijn weggelaten.";
    const words = (of: Memo) => {
      for (const { span } of of.ledger.entries) if (span) span.excerpt = row;
      const [one] = exhibitFiles(of);
      const { sections } = extractOf(of, one!.exhibit, one!.original, memoSpeech("nl"));
      return sections.flatMap(({ paragraphs }) => paragraphs.flat().map(({ text }) => text)).join("\n");
    };
    expect(words(memo())).toContain("“2026-10-23 | Voorbeeld B.V. | […] | 1817,15”");
    expect(words(memo())).toContain(told);
    const naming = memo();
    naming.draft.sections[0]!.sentences[0]!.text = "Betaald is op NL20EFGH0987654321.";
    expect(words(naming)).toContain(`“${row}”`);
    expect(words(naming)).not.toContain(told);
  });

  it("are the same bytes each time", async () => {
    const of = { ...memo(), extracts: new Set([2]) };
    const [once, again] = [await exhibitArchive(of), await exhibitArchive(of)];
    expect(Buffer.from(once).equals(Buffer.from(again))).toBe(true);
  });

  it("are not half there: an original that is missing is told", async () => {
    const one = { ...memoFixture(), originals: new Map([...originals].slice(0, 1)) };
    await expect(exhibitArchive(one)).rejects.toThrow(/exhibit 2 is not at hand/u);
  });
});
