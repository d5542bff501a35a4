import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "../../scripts/import-rules.ts";
import { speechOf } from "../../src/messages/speech.ts";

const { sentence: sentenceInDutch } = speechOf("nl");

const root = new URL("../../", import.meta.url).pathname;

/** Refusals that stand whole in the code of the Vault's import. Those put together of parts are tried by hand below. */
const wholeRefusals = (): string[] =>
  sourceFiles(root, "src/vault").flatMap(({ path }) =>
    [...readFileSync(`${root}${path}`, "utf8").matchAll(/ImportRefusal\(\s*"(?<sentence>[^"]{12,})"/gu)].map(
      ({ groups }) => groups?.sentence ?? "",
    ),
  );

describe("what an import says of a file", () => {
  it("is Dutch for every refusal that the code writes whole", () => {
    const refusals = wholeRefusals();
    expect(refusals.length).toBeGreaterThan(20);
    expect(refusals.filter((sentence) => sentenceInDutch(sentence) === sentence)).toEqual([]);
  });

  it("is Dutch where something is filled in or one thing follows another", () => {
    const said = [
      "this kind of file cannot be imported yet: save it as one of .eml, .pdf and .zip and import that",
      "a file of a kind that is not known (.xlsx) cannot be imported yet: save it as one of .eml, .pdf and .zip and import that",
      "a file of a kind that is not known cannot be imported yet: save it as one of .eml, .pdf and .zip and import that",
      "its HTML is nested more than 1000 elements deep; save what it shows as text and import that",
      "399 more of its entries say, byte for byte, what one before them says, and are not told of one by one",
      "the same bytes were imported before under another path; a newer document has taken their path since",
      "No text layer on 2 of 3 pages (1-2): they are blank, or scans that need OCR before their words can be found or quoted.",
    ].map((sentence) => sentenceInDutch(sentence));
    expect(said).toEqual([
      "dit soort bestand kan nog niet worden opgenomen: bewaar het als een van .eml, .pdf en .zip en neem dat op",
      "een bestand van een soort die niet bekend is (.xlsx) kan nog niet worden opgenomen: bewaar het als een van .eml, .pdf en .zip en neem dat op",
      "een bestand van een soort die niet bekend is kan nog niet worden opgenomen: bewaar het als een van .eml, .pdf en .zip en neem dat op",
      "de HTML ervan is meer dan 1000 elementen diep genest; bewaar wat het toont als tekst en neem dat op",
      "399 meer onderdelen ervan zeggen byte voor byte wat een eerder onderdeel zegt, en worden niet een voor een genoemd",
      "dezelfde bytes waren al opgenomen, onder een andere naam; een nieuwer document heeft hun plaats ingenomen",
      "Geen tekstlaag op 2 van 3 bladzijden (1-2): ze zijn leeg, of scans die eerst tekstherkenning nodig hebben voordat hun woorden te vinden of te citeren zijn.",
    ]);
  });
});
