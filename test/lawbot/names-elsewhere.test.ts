import { afterAll, beforeAll, expect, it } from "vitest";
import { type LawBotClients, openClients } from "./support/lawbot-client.ts";

let clients: LawBotClients;
beforeAll(async () => {
  clients = await openClients();
});
afterAll(() => clients.lawbot.close());

// What has the form of a British act was told as one that nobody has loaded, while the draft check read the Dutch law.
it.each([
  ["Article 25 of the Works Councils Act", "WOR", "BWBR0002747"],
  ["Article 24 of the Unemployment Insurance Act", "WW", "BWBR0004045"],
  ["Article 29 of the Sickness Benefits Act", "ZW", "BWBR0001888"],
  ["Article 5 of the Work and Income (Capacity for Work) Act", "WIA", "BWBR0019057"],
  ["Article 5 of the Working Hours Act", "Atw", "BWBR0007671"],
  ["Article 3 of the Working Conditions Act", "Arbowet", "BWBR0010346"],
  ["Article 7 of the Minimum Wage and Minimum Holiday Allowance Act", "Wml", "BWBR0002638"],
])("reads a Dutch act by its English name: %s", async (text, law, lawId) => {
  const { citations } = await clients.citations.parseCitations({ text });
  expect(citations).toMatchObject([{ law, lawIds: [lawId] }]);
});

it("leaves an act of the United Kingdom, with its year, to that law", async () => {
  const text = "Section 5 of the Working Hours Act 1996";
  const { citations } = await clients.citations.parseCitations({ text });
  expect(citations).toMatchObject([{ law: "", lawRaw: "Working Hours Act 1996" }]);
});

it.each([
  ["artikel 267 VWEU", "the VWEU is not in the Basiswettenbestand (CELEX 12012E)"],
  ["Article 267 of the Treaty on the Functioning of the European Union", "CELEX 12012E"],
  ["artikel 6 van het Verdrag betreffende de Europese Unie", "CELEX 12012M"],
  ["artikel 47 van het Handvest van de grondrechten van de Europese Unie", "CELEX 12012P"],
  // It was told that it cannot be loaded, since a time when no act of the Union could.
  ["artikel 7 AVG", "the AVG (CELEX 32016R0679) is not loaded; import its file"],
])("tells a law of the Union by its CELEX number: %s", async (citation, told) => {
  const { resolutions } = await clients.citations.resolveCitations({ citations: [citation] });
  expect(resolutions[0]?.errors).toMatchObject([{ reason: "LAW_NOT_FOUND", message: expect.stringContaining(told) }]);
});
