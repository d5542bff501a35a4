import { describe, expect, it } from "vitest";
import { ParsedCitation_Kind as Kind } from "../../gen/pincite/lawbot/v1/citation_pb.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";
import { smallLaw } from "./support/small-law.ts";

const told = async (text: string, inDocUid = "") => {
  const { citations, imports } = await openClients();
  if (inDocUid) await imports.import(importMessages("k", smallLaw));
  const answer = await citations.parseCitations({ text, inDocUid });
  return answer.citations.filter(({ kind }) => kind === Kind.ANAPHORA).map(({ raw, refersTo }) => [raw, refersTo]);
};

describe("ParseCitations on words that refer back", () => {
  it.each([
    ["Artikel 7:629 BW geldt. Volgens lid 2 van dat artikel niet.", [["lid 2 van dat artikel", "art. 7:629 lid 2 BW"]]],
    [
      "Zie artikel 7:629 BW, lid 3 onder b van dit artikel.",
      [["lid 3 onder b van dit artikel", "art. 7:629 lid 3 onder b BW"]],
    ],
    ["Art. 7:629 lid 1 BW geldt. Het tweede lid is anders.", [["tweede lid", "art. 7:629 lid 2 BW"]]],
    [
      "Artikel 7:629 BW. Het tweede lid van dat artikel geldt.",
      [
        ["tweede lid", "art. 7:629 lid 2 BW"],
        ["dat artikel", "art. 7:629 BW"],
      ],
    ],
    ["Artikel 7:629 lid 2 onder a BW. Dat lid geldt.", [["Dat lid", "art. 7:629 lid 2 BW"]]],
    ["Artikel 3 van de Ziektewet geldt, en artikel 4 van die wet.", [["artikel 4 van die wet", "art. 4 ZW"]]],
    ["Artikel 3 van de Ziektewet geldt; die wet is oud.", [["die wet", "ZW"]]],
  ])("says what they mean: %s", async (text, expected) => {
    expect(await told(text)).toEqual(expected);
  });

  it.each([
    ["of two articles", "Art. 7:629 en 7:611 BW. Het tweede lid is anders.", "tweede lid"],
    ["of a range", "Art. 7:629 tot en met 7:632 BW. Het tweede lid is anders.", "tweede lid"],
    ["behind a ruling", "Art. 7:629 BW. ECLI:NL:HR:2016:162. Het tweede lid is anders.", "tweede lid"],
    ["behind a law nobody knows", "Art. 3 van de Wet op de bezems. Het tweede lid is anders.", "tweede lid"],
    ["behind a blank line", "Art. 7:629 BW geldt.\n\nHet tweede lid is anders.", "tweede lid"],
    ["with nothing before them", "Het tweede lid is anders.", "tweede lid"],
    ["of a lid that was not named", "Art. 7:629 BW. Dat lid geldt.", "Dat lid"],
    ["of a decision behind an act", "Art. 3 van de Ziektewet geldt; dat besluit is genomen.", "dat besluit"],
    ["of a plain number in a law that has books", "Art. 7:629 BW. Artikel 4 van die wet.", "Artikel 4 van die wet"],
  ])("stay unresolved %s", async (_, text, raw) => {
    expect(await told(text)).toEqual([[raw, ""]]);
  });

  it("stay unresolved in the text of a law, where they mean the law's own", async () => {
    const text = "Artikel 7:611 BW geldt. Dit artikel niet.";
    expect(await told(text, "BWBR0005290@2004-01-01")).toEqual([["Dit artikel", ""]]);
  });
});
