import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LedgerEntrySchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { citationReader } from "../../src/grounding/citations.ts";
import { shippedNames } from "../../src/shipped-names.ts";

const reader = citationReader({ register: shippedNames(), laws: [] });
const entry = (unit: string) =>
  create(LedgerEntrySchema, {
    evidence: { evidence: { case: "law", value: { evidenceId: `law:${unit}`, address: "" } } },
  });
const directive = "32003L0088@2003-11-04#/Artikel7/Lid1";

/** Whether everything that a sentence cites lies in what is bound, and every law that it names is that of the entry. */
const isBound = (text: string, unit: string): boolean => {
  const bound = entry(unit);
  return (
    reader.named(text).every((one) => reader.isInside(one, bound)) &&
    reader.laws(text).every((law) => reader.isOfLaw(law, bound))
  );
};

describe("a sentence that cites an act of the Union", () => {
  it.each([
    ["Artikel 7 lid 1 Richtlijn 2003/88/EG geeft vier weken.", directive],
    [
      "Volgens artikel 7, lid 1, van Richtlijn 2003/88/EG van het Europees Parlement en de Raad is dat vier weken.",
      directive,
    ],
    ["Richtlijn 2003/88/EG geeft vier weken.", directive],
    ["Overweging 4 van Richtlijn 2003/88/EG zegt waarom.", "32003L0088@2003-11-04#/Aanhef/Overweging4"],
    ["Art. 6 lid 1 onder f AVG staat dat toe.", "32016R0679@2016-04-27#/Artikel6/Lid1/Onderdeelf"],
    [
      "Artikel 6, lid 1, onder f), van Verordening (EU) 2016/679 staat dat toe.",
      "32016R0679@2016-04-27#/Artikel6/Lid1/Onderdeelf",
    ],
  ])("rests on its unit: %s", (text, unit) => {
    expect(reader.named(text).length + reader.laws(text).length).toBeGreaterThan(0);
    expect(isBound(text, unit)).toBe(true);
  });

  it.each([
    ["Artikel 7 lid 2 Richtlijn 2003/88/EG geeft vier weken.", directive],
    ["Artikel 8 Richtlijn 2003/88/EG geeft vier weken.", directive],
    ["Artikel 7 lid 1 Richtlijn 2003/89/EG geeft vier weken.", directive],
    ["Richtlijn 93/13/EEG geeft vier weken.", directive],
    ["Overweging 5 van Richtlijn 2003/88/EG zegt waarom.", "32003L0088@2003-11-04#/Aanhef/Overweging4"],
    ["Artikel 4 van Richtlijn 2003/88/EG zegt waarom.", "32003L0088@2003-11-04#/Aanhef/Overweging4"],
    ["Art. 6 lid 1 onder e AVG staat dat toe.", "32016R0679@2016-04-27#/Artikel6/Lid1/Onderdeelf"],
    ["Richtlijn 2003/88 geeft vier weken.", directive],
  ])("does not rest on another: %s", (text, unit) => {
    expect(isBound(text, unit)).toBe(false);
  });
});
