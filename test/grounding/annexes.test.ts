import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LedgerEntrySchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { citationReader } from "../../src/grounding/citations.ts";
import { shippedNames } from "../../src/shipped-names.ts";

const molens = { lawId: "BWBR0099003", title: "Wet op de molens", citationTitle: "Molenwet" };
const reader = citationReader({ register: shippedNames(), laws: [molens] });

/** Whether everything that a sentence cites lies in the unit of this address and path, and every law that it names is that one. */
const isBound = (text: string, path: string, address: string): boolean => {
  const bound = create(LedgerEntrySchema, {
    evidence: { evidence: { case: "law", value: { evidenceId: `law:BWBR0099003@2012-10-01#${path}`, address } } },
  });
  return (
    reader.named(text).every((one) => reader.isInside(one, bound)) &&
    reader.laws(text).every((law) => reader.isOfLaw(law, bound))
  );
};
const item = ["/Bijlage1/Onderdeelb", "Bijlage 1 onder b Molenwet"] as const;
const post = ["/TabelI/Onderdeelb/Onderdeel1", "Tabel I onder b onder 1 Molenwet"] as const;

describe("a sentence that cites an annex or a table of a law", () => {
  it.each([
    ["Bijlage 1, onderdeel b, bij de Molenwet noemt wieken.", ...item],
    ["Volgens bijlage 1 onder b Molenwet zijn dat wieken.", ...item],
    ["In bijlage 1 bij de Molenwet staan de wieken.", ...item],
    ["Tabel I, post b.1, van de Molenwet noemt meel.", ...post],
    ["Tabel I, behorende bij de Molenwet, noemt meel.", ...post],
    ["De bijlage bij de Molenwet geeft de maten.", "/Bijlage", "Bijlage Molenwet"],
  ])("rests on it: %s", (text, path, address) => {
    expect(reader.named(text).length).toBeGreaterThan(0);
    expect(isBound(text, path, address)).toBe(true);
  });

  it.each([
    ["Bijlage 2 bij de Molenwet noemt wieken.", ...item],
    ["Bijlage 1, onderdeel a, bij de Molenwet noemt wieken.", ...item],
    ["Tabel I bij de Molenwet noemt wieken.", ...item],
    ["Tabel I, post b.2, van de Molenwet noemt meel.", ...post],
    ["Bijlage 1 bij de Arbeidstijdenwet noemt wieken.", ...item],
    ["Bijlage 1 bij de Zeilenwet noemt wieken.", ...item],
    ["Bijlage 1 bij Richtlijn 2003/88/EG noemt wieken.", ...item],
    ["Artikel 1 van de Molenwet noemt wieken.", ...item],
    ["Bijlage 1, onderdeel b, bij de Molenwet noemt wieken.", "/Artikel1", "art. 1 Molenwet"],
    ["Bijlage 1, onderdeel b, bij de Molenwet noemt wieken.", "/Bijlage1", "Bijlage 1 Molenwet"],
    ["De bijlage bij artikel 1 van de Molenwet noemt wieken.", "/Artikel1", "art. 1 Molenwet"],
  ])("does not rest on another: %s", (text, path, address) => {
    expect(isBound(text, path, address)).toBe(false);
  });

  it("is none of a contract or a letter", () => {
    const texts = ["Bijlage 2 bij de arbeidsovereenkomst noemt het loon.", "In bijlage 3 van uw brief staat dat."];
    for (const text of texts) expect(reader.named(text)).toEqual([]);
  });
});
