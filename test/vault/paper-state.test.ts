import { describe, expect, it } from "vitest";
import { stateOf, stateOfMail } from "../../src/vault/candidates/paper-state.ts";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

const clause = "De arbeidsovereenkomst eindigt met wederzijds goedvinden op initiatief van de werknemer.";

// A settlement that nobody signed stood for "what we signed", at four steps, without a word; it says so at its foot.
it("a passage of a paper says in what state the paper says that it is, with the place of the line", async () => {
  const opened = await openTestVault();
  const text = `OVEREENKOMST\n\n${clause}\n\nCONCEPT 24 augustus 2026 - niet getekend\n`;
  await importAll(opened.vault, [file("vso.txt", text), file("vso getekend.txt", `OVEREENKOMST\n\n${clause}\n`)]);
  const { lists } = await opened.search.rankSentences({ queries: [{ text: clause }], limit: 9 });
  const told = lists[0]?.candidates.map(({ evidence, paperState }) => [
    evidence?.title,
    paperState?.words,
    text.slice(paperState?.startChar ?? 0, paperState?.endChar ?? 0),
  ]);
  const line = "CONCEPT 24 augustus 2026 - niet getekend";
  expect(told).toContainEqual(["vso.txt", line, line]);
  expect(told).toContainEqual(["vso getekend.txt", undefined, ""]);
});

describe("the state of a paper", () => {
  it.each([
    ["Vaststellingsovereenkomst (concept)\nTussen partijen", "", "Vaststellingsovereenkomst (concept)"],
    ["OFFER LETTER - NOT SIGNED\nDear Ann,", "", "OFFER LETTER - NOT SIGNED"],
    ["Overeenkomst\nTussen partijen", "VSO concept 24-08.docx", "VSO concept 24-08.docx"],
    ["Beste Ann,\nHet concept van de overeenkomst stuur ik morgen.", "", undefined],
    ["Beste Ann,\nik schreef al dat het\nconcept nog niet getekend is", "", undefined],
  ])("of %j, %j is %j", (text, title, words) => {
    expect(stateOf(text, title)?.words).toBe(words);
  });
});

// A mail that was never sent was laid first before her for what she had written.
it.each([
  ["concept: antwoord op uw brief", true],
  ["[Draft] - Reply to your letter", true],
  ["Concept arbeidsovereenkomst", false],
  ["Re: concept: antwoord op uw brief", false],
])("a mail's subject tells its state where it begins with it: %j", (subject, isTold) => {
  expect(stateOfMail(subject)?.words).toBe(isTold ? subject : undefined);
});
