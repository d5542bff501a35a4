import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBwb } from "../../src/lawbot/nl/bwb/read-bwb.ts";
import { describeWithData } from "../support/shared-data.ts";
import { importMessages, type LawFile, openClients } from "./support/lawbot-client.ts";
import { smallLaw } from "./support/small-law.ts";
import { article, bytesOf, lawXml } from "./support/xml.ts";

const link = (words: string, target: string) => `<extref doc="1.0:v:${target}">${words}</extref>`;

const rulesIn = (inside: string) =>
  (
    readBwb(bytesOf(lawXml(article("2", inside), "BWBR0099001")), { path: "x", validFrom: "2015-07-01" })
      .transitional ?? []
  ).map(({ rank: _, ...rule }) => rule);

const al = (words: string) => `<al>${words}</al>`;

describe("what a statute says about earlier cases", () => {
  it("is a provision that goes on to apply, with the cases and the day, by the editors' link where the number is bare", () => {
    const words = `Op een arbeidsovereenkomst die vóór de dag van inwerkingtreding van deze wet is aangegaan, blijft ${link("artikel 629", "BWBR0005290&amp;artikel=629")} van toepassing, zoals dat luidde op die dag.`;
    expect(rulesIn(al(words))).toEqual([
      {
        words: words.replace(/<[^>]*>/g, ""),
        provisions: [{ lawId: "BWBR0005290", number: "629" }],
        appliesTo: "Op een arbeidsovereenkomst die vóór de dag van inwerkingtreding van deze wet is aangegaan",
        until: "",
        untilOwnFirstDay: true,
      },
    ]);
  });

  it.each([
    [
      "Op besluiten die zijn genomen vóór 1 januari 2013 blijft het recht zoals dat gold tot die datum van toepassing.",
      [{ lawId: "BWBR0099001", number: "" }],
      "2013-01-01",
    ],
    [
      "Artikel 7:629 van het Burgerlijk Wetboek, zoals dat luidde op 30 juni 2015, blijft van toepassing op ziekte die voor 1 juli 2015 is begonnen.",
      [{ lawId: "BWBR0005290", number: "629" }],
      "2015-07-01",
    ],
    [
      "Op aanvragen van voor de inwerkingtreding van dit besluit blijven de artikelen 3 en 4 van de Ziektewet van toepassing.",
      [
        { lawId: "BWBR0001888", number: "3" },
        { lawId: "BWBR0001888", number: "4" },
      ],
      "",
    ],
  ])("is read: %s", (words, provisions, until) => {
    expect(rulesIn(al(words))).toMatchObject([{ provisions, until }]);
  });

  it.each([
    "Dit artikel is van toepassing op besluiten die na 1 januari 2013 zijn genomen.",
    "Het eerste lid blijft van toepassing indien de werknemer opzegt.",
    "Artikel 7:629 van het Burgerlijk Wetboek is niet van toepassing op een werknemer die voor 1 juli 2015 is ontslagen.",
    "Voor het overige blijven gedurende deze termijn de bepalingen van de overeenkomst van kracht.",
    "Op een besluit dat vóór 1 januari 2013 is genomen, blijft de beleidslijn van toepassing.",
  ])("is not read into what says no such thing: %s", (words) => expect(rulesIn(al(words))).toEqual([]));

  it("names the act that another lid names by a link", () => {
    const lid = (number: number, words: string) => `<lid><lidnr>${number}</lidnr>${al(words)}</lid>`;
    const rules = rulesIn(
      lid(1, `Het ${link("Besluit molens", "BWBR0099007")} wordt ingetrokken.`) +
        lid(
          2,
          "Op verzoeken die voor de datum van inwerkingtreding van dit besluit zijn ingediend, blijft het in het eerste lid genoemde besluit van toepassing.",
        ),
    );
    expect(rules).toMatchObject([{ provisions: [{ lawId: "BWBR0099007", number: "" }] }]);
  });
});

const file = (id: string, inside: string): LawFile => ({
  path: `${id}.xml`,
  validFrom: "2015-07-01",
  bytes: bytesOf(lawXml(inside, id)),
});

describe("a provision that goes on to apply to earlier cases", () => {
  it("is told so by the law that says it, when it is cited and when its quote is watched", async () => {
    const rule =
      "Op ziekte die vóór 1 juli 2015 is begonnen, blijft artikel 7:629 van het Burgerlijk Wetboek van toepassing.";
    const { citations, imports, spans, lawbot } = await openClients();
    await imports.import(importMessages("k", [...smallLaw, file("BWBR0099001", article("IV", al(rule)))]));
    const ask = async (citation: string) =>
      (await citations.resolveCitations({ citations: [citation], inForceOn: "2024-01-01" })).resolutions[0]?.units[0];
    const unit = await ask("art. 7:629 lid 1 BW");
    expect(unit?.transitional).toMatchObject([
      {
        rule: { words: rule, until: "2015-07-01" },
        until: "2015-07-01",
        evidenceId: "law:BWBR0099001@2015-07-01#/ArtikelIV",
        address: expect.stringContaining("art. IV"),
      },
    ]);
    expect((await ask("art. 7:611 BW"))?.transitional).toEqual([]);
    const { docUid = "", startChar = 0, endChar = 0, sourceDigest = "", text: excerpt = "" } = unit?.passages[0] ?? {};
    const span = { docUid, startChar, endChar, sourceDigest, excerpt };
    const { answers } = await spans.watchSpans({ spans: [span], inForceOn: "2024-01-01" });
    expect(answers[0]?.transitional).toMatchObject([{ rule: { words: rule }, until: "2015-07-01" }]);
    await lawbot.close();
  });
});

describeWithData("what the statutes at hand say about earlier cases", "law-bwb-2012", (folder) => {
  const read = (path: string, validFrom: string) =>
    (readBwb(readFileSync(join(folder, path)), { path, validFrom }).transitional ?? []).map(({ provisions }) =>
      provisions.map(({ lawId, number }) => `${lawId} ${number}`.trim()).join(", "),
    );

  it.each([
    ["misc/BWBR0031758.xml", "2012-10-01", ["BWBR0003045 223", "BWBR0003045 404", "BWBR0003045 208, BWBR0003045 209"]],
    ["misc/BWBR0013782.xml", "2012-10-01", ["BWBR0008731"]],
    ["../law-bwb-toestand/BWBR0002458_2015-01-01_0.xml", "", ["BWBR0002458"]],
    ["../law-bwb-toestand/BWBR0045754_2022-05-01_0.xml", "", ["BWBR0009896 1"]],
    // No other sentence of theirs is taken for one, though they have thousands that begin alike.
    ["BWBR0005290.xml", "2012-10-01", []],
    ["BWBR0005289.xml", "2012-10-01", []],
  ])("is found in %s, and nothing else is", (path, validFrom, rules) => expect(read(path, validFrom)).toEqual(rules));
});
