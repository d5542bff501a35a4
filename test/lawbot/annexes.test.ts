import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importMessages, type LawBotClients, openClients } from "./support/lawbot-client.ts";
import { article, bytesOf, lawXml } from "./support/xml.ts";

const item = (mark: string, inside: string) => `<li><li.nr>${mark}</li.nr>${inside}</li>`;
const annex = (label: string, number: string, inside: string) =>
  `<bijlage><kop><label>${label}</label><nr>${number}</nr></kop>${inside}</bijlage>`;

const xml = lawXml(article("1", "<al>Er zijn wieken.</al>"), "BWBR0099003")
  .replace(
    "</wettekst>",
    `</wettekst>${annex("Bijlage", "1", `<lijst>${item("a.", "<al>molens;</al>")}${item("b.", "<al>wieken.</al>")}</lijst>`)}${annex("Bijlage", "2", "<al>De maten.</al>")}${annex("Tabel", "I", `<lijst>${item("b.", `<al>voedsel:</al><lijst>${item("1.", "<al>meel;</al>")}</lijst>`)}</lijst>`)}`,
  )
  .replace("Een wet", "Molenwet");

describe("an annex or a table of a law", () => {
  let clients: LawBotClients;
  beforeAll(async () => {
    clients = await openClients();
    await clients.imports.import(
      importMessages("k", [{ path: "molenwet.xml", validFrom: "2012-10-01", bytes: bytesOf(xml) }]),
    );
  });
  afterAll(() => clients.lawbot.close());

  const ask = async (citation: string) => {
    const { resolutions } = await clients.citations.resolveCitations({
      citations: [citation],
      inForceOn: "2024-01-01",
    });
    const { units = [], errors = [] } = resolutions[0] ?? {};
    return {
      addresses: units.map(({ unit }) => unit?.address),
      words: units.map(({ passages }) => passages.at(-1)?.text),
      errors,
    };
  };

  it.each([
    ["bijlage 2 bij de Molenwet", "Bijlage 2 Molenwet", "De maten."],
    ["de bijlage 2, behorende bij de Molenwet", "Bijlage 2 Molenwet", "De maten."],
    ["Bijlage 1, onderdeel b, bij de Molenwet", "Bijlage 1 onder b Molenwet", "wieken."],
    ["Tabel I, post b.1, bij de Molenwet", "Tabel I onder b onder 1 Molenwet", "meel;"],
    ["Tabel I, post b, van de Molenwet", "Tabel I onder b Molenwet", undefined],
  ])("is cited as %s", async (citation, address, words) => {
    const found = await ask(citation);
    expect(found.errors).toEqual([]);
    expect(found.addresses).toEqual([address]);
    if (words) expect(found.words[0]).toContain(words);
  });

  it.each([
    ["bijlage 3 bij de Molenwet", "UNKNOWN_UNIT", "Bijlage 1, Bijlage 2"],
    ["bijlage bij de Molenwet", "UNKNOWN_UNIT", "Bijlage 1, Bijlage 2"],
    ["Tabel II bij de Molenwet", "UNKNOWN_UNIT", "Tabel I"],
    ["bijlage 2, onder z, bij de Molenwet", "UNKNOWN_UNIT", "Bijlage 2"],
    ["bijlage 2 bij de Zeilenwet", "LAW_NOT_FOUND", "Zeilenwet"],
    // It was read as the article that it belongs to.
    ["Bijlage bij artikel 1 van de Molenwet", "CITATION_INVALID", "own mark"],
  ])("that is not there is refused, and nothing else is given for it: %s", async (citation, reason, words) => {
    const { addresses, errors } = await ask(citation);
    expect(addresses).toEqual([]);
    expect(errors).toMatchObject([{ reason, message: expect.stringContaining(words) }]);
  });

  it.each([
    ["CVDR123456", "CVDR"],
    ["EHRM 12 mei 2012, nr. 12345/10", "HUDOC"],
    ["ECLI:CE:ECHR:2012:0515JUD001234512", "HUDOC"],
    ["ECLI:EU:C:1997:208", "Court of Justice"],
  ])("is no kind of law that is not read, which is told by its name: %s", async (citation, words) => {
    expect((await ask(citation)).errors).toMatchObject([
      { reason: "LAW_NOT_FOUND", message: expect.stringContaining(words) },
    ]);
  });

  it("leaves what names an article as it is", async () => {
    expect((await ask("art. 1 Molenwet")).addresses).toEqual(["art. 1 Molenwet"]);
    expect((await ask("Bijlage 2 Molenwet")).addresses).toEqual(["Bijlage 2 Molenwet"]);
  });
});
