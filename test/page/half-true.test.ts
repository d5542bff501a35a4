import { afterAll, beforeAll, expect, it } from "vitest";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { mail } from "./support/mail.ts";
import { type Visit, visit } from "./support/visit.ts";

const half = "Op 4 augustus 2025 heeft u nog gebruik gemaakt van de club";
const rest = "waaruit blijkt dat u uw lidmaatschap wilde voortzetten.";
const handed = "De sportschool heeft haar vordering op u aan ons uit handen gegeven.";
const threat = "Blijft betaling uit, dan volgt dagvaarding.";
const own = "Dat u voor de sportschool schrijft, neem ik aan; dat ik iets schuldig ben, betwist ik.";

// Whoever followed the screen's advice at a half-true sentence conceded its worst half.
describeWithBrowser("a half-true statement of the letter, on the page", () => {
  let visited: Visit;
  let clients: Clients;
  let driver: RunDriver;
  beforeAll(async () => {
    visited = await visit();
    visited.page.setDefaultTimeout(15_000);
    clients = clientsOf(visited.server.url);
    const text = `Geachte mevrouw Zandstra,\n\n${handed} ${half}, ${rest} ${threat}\n\nHoogachtend,\nPiet Verzonnen`;
    const [letter] = await importFiles(clients, [
      mail("Piet Verzonnen <piet@firma.example>", "Fri, 5 Dec 2025", "Vordering", text),
    ]);
    driver = await RunDriver.answering(clients, letter!.docUid);
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  it("is taken in two by two presses, keeps what was said of the others, and each half is answered by itself", async () => {
    const { page } = visited;
    const item = (words: string) => page.locator("fieldset.assertion").filter({ hasText: words });
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    await item(handed).getByLabel("in eigen woorden").check();
    await item(handed).getByLabel("Mijn antwoord").fill(own);
    // Nobody knows or does not know a threat.
    await soon(() => item(threat).getByLabel("weet ik niet").count()).toBe(0);
    expect(await item(handed).getByLabel("weet ik niet").count()).toBe(1);

    await item(half).getByRole("button", { name: "Half waar? Neem de zin in tweeën" }).click();
    await item(half).getByRole("button", { name: "Neem de zin zo in tweeën" }).click();
    await soon(() => page.locator("fieldset.assertion legend").allInnerTexts()).toEqual(
      [handed, half, rest, threat].map((words) => expect.stringContaining(words)),
    );
    expect(await item(handed).getByLabel("in eigen woorden").isChecked()).toBe(true);
    expect(await item(handed).getByLabel("Mijn antwoord").inputValue()).toBe(own);

    await item(half).getByLabel("juist", { exact: true }).check();
    await item(rest).getByLabel("onjuist", { exact: true }).check();
    await page.getByRole("button", { name: "Bewaar wat ik heb ingevuld" }).click();
    const outline = page.locator("section", { hasText: "Wat uw brief stelt, is juist" }).last();
    await outline.waitFor();
    const said = await outline.innerText();
    expect(said).toContain(`Wat uw brief stelt, is juist: ${half}\n`);
    expect(said).toContain(`Wat uw brief stelt, is onjuist: ${rest}`);
    expect(said).toContain(own);
    expect(said).not.toContain(handed);
    expect(visited.complaints()).toEqual([]);
  });

  it("is made one again, and cut before the word that is pressed", async () => {
    const { page } = visited;
    const item = (words: string) => page.locator("fieldset.assertion").filter({ hasText: words });
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    await page.locator("[data-letter-open] button").click();
    await item(rest).getByRole("button", { name: "Half waar? Neem de zin in tweeën" }).click();
    await item(rest).getByRole("button", { name: "Maak er weer één zin van" }).click();
    const whole = item(`${half}, ${rest}`);
    await whole.getByRole("button", { name: "Half waar? Neem de zin in tweeën" }).click();
    await whole.getByRole("button", { name: "dat", exact: true }).click();
    await soon(() => page.locator("fieldset.assertion legend").allInnerTexts()).toContainEqual(
      expect.stringMatching(/dat u uw lidmaatschap wilde voortzetten\.$/u),
    );
    expect(visited.complaints()).toEqual([]);
  });
});
