import { beforeAll, describe, expect, it } from "vitest";
import { openCases, rulingXml } from "./support/case-client.ts";
import { importMessages } from "./support/lawbot-client.ts";
import { bytesOf } from "./support/xml.ts";

const para = (...lines: string[]): string => lines.map((line) => `<para>${line}</para>`).join("");
const file = (ecli: string, inside: string) => ({
  path: `${ecli.replaceAll(":", "_")}.xml`,
  validFrom: "",
  bytes: bytesOf(rulingXml(inside, ecli)),
});

const rulings = [
  file(
    "ECLI:NL:HR:2020:1",
    para(
      "3.1 De werkgever moet op grond van artikel 7:658 lid 1 BW zorgen voor de veiligheid van de werkplek.",
      "3.2 Ingevolge artikel 7:611 BW moet hij zich als goed werkgever gedragen en een bonus uitbetalen.",
    ),
  ),
  file(
    "ECLI:NL:CRVB:2020:2",
    para("1. De ladder op de werkplek was niet veilig, en dat had de werkgever moeten weten."),
  ),
  file("ECLI:NL:HR:2020:3", para("1. Art. 7:658 BW ziet ook op een uitzendkracht die van een ladder valt.")),
];

describe("rulings for a claim", () => {
  let search: (query: string) => Promise<{ found: string[]; scope: string }>;

  beforeAll(async () => {
    const { client } = await openCases();
    await client.importRulings(importMessages("k", rulings));
    search = async (query) => {
      const { result } = await client.searchCases({ query });
      return { found: (result?.candidates ?? []).map(({ evidenceId }) => evidenceId), scope: result?.scope ?? "" };
    };
  });

  it("are those that cite the provision it cites, by the other words they share, and all of them where none shares any", async () => {
    const claim = "De uitzendkracht viel van een ladder (artikel 7:658 lid 1 BW).";
    expect(await search(claim)).toEqual({
      found: ["law:ECLI:NL:HR:2020:3#/Overweging1"],
      scope: "3 loaded rulings, considerations that cite BW 7:658",
    });
    const both = await search("de werkgever en de ladder, art. 7:658 BW");
    expect(both.found.toSorted()).toEqual([
      "law:ECLI:NL:HR:2020:1#/Overweging3/1",
      "law:ECLI:NL:HR:2020:3#/Overweging1",
    ]);
    expect((await search("bananen, art. 7:658 BW")).found).toHaveLength(2);
    expect((await search("7:611 BW")).found).toEqual(["law:ECLI:NL:HR:2020:1#/Overweging3/2"]);
  });

  it("are found by its words where none cites that provision, or it cites none", async () => {
    const { found, scope } = await search("ladder werkplek");
    expect(found).toHaveLength(3);
    expect(found[0]).toBe("law:ECLI:NL:CRVB:2020:2#/Overweging1");
    expect(scope).toBe("3 loaded rulings");
    expect((await search("artikel 7:629 BW")).scope).toBe("3 loaded rulings");
  });
});
