import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importFiles } from "../e2e/support/server.ts";
import {
  accessFaults,
  describeWithBrowser,
  openBrowser,
  openContext,
  openWatched,
  picture,
  soon,
  type Watched,
} from "./support/browser.ts";
import { type PageServer, startPageServer } from "./support/page-server.ts";

const dossier = join(import.meta.dirname, "../../demo/dossier");
const appointment = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//made up//EN
BEGIN:VEVENT
UID:teamdag@zonnewijzer.example
DTSTAMP:20250901T080000Z
DTSTART:20250908T090000Z
DTEND:20250908T100000Z
SUMMARY:Overleg over de thuiswerkdag
LOCATION:Kamer 3
END:VEVENT
END:VCALENDAR
`.replaceAll("\n", "\r\n");

describeWithBrowser("the Vault's page, of the Vault's service alone", () => {
  let server: PageServer;
  let watched: Watched;
  let page: Page;

  beforeAll(async () => {
    server = await startPageServer({ withLaw: false });
    const files = readdirSync(dossier).map((path) => ({ path, bytes: readFileSync(join(dossier, path)) }));
    await importFiles(server, [...files, { path: "agenda.ics", bytes: new TextEncoder().encode(appointment) }]);
    const context = await openContext(await openBrowser(), { viewport: { width: 1440, height: 900 }, locale: "nl-NL" });
    watched = await openWatched(context, server.url, server.wayIn("/vault"));
    page = watched.page;
  });
  afterAll(async () => {
    await watched?.page.context().close();
    await server?.stop();
  });
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const list = (name: string) => page.getByRole("region", { name }).getByRole("listitem");
  const text = () => page.getByRole("region", { name: "Tekst van het document" });

  it("lists threads, documents and appointments, and opens what is chosen", async () => {
    await list("Wisselingen").first().waitFor();
    await soon(() => list("Wisselingen").count()).toBeGreaterThan(2);
    await picture(page, "vault-threads");
    await button("Documenten").click();
    await soon(() => list("Documenten").count()).toBe(8);
    await button("Afspraken").click();
    await list("Afspraken").getByRole("button").click();
    await page.getByRole("heading", { name: "Overleg over de thuiswerkdag" }).waitFor();
    await soon(() => page.locator(".facts").innerText()).toContain("Kamer 3");
    await button("Wisselingen").click();
    await button(/Teamafspraak/)
      .first()
      .click();
    await page.getByRole("region", { name: "berichten" }).waitFor();
    await picture(page, "vault-thread");
    expect(await accessFaults(page)).toEqual([]);
  });

  it("lists the parts of the Vault to choose from, and takes the name of another", async () => {
    const note = { path: "notitie.txt", bytes: new TextEncoder().encode("Een andere zaak.") };
    await importFiles(server, [note], "tweede-zaak");
    await page.reload();
    await button("Documenten").click();
    const part = page.getByLabel("Deel van de Kluis");
    await part.selectOption("tweede-zaak");
    await soon(() => list("Documenten").count()).toBe(1);
    await part.selectOption({ label: "een andere zaak…" });
    await page.getByLabel("Naam van de zaak").fill("Zaak Één & twee");
    expect(await accessFaults(page)).toEqual([]);
    await button("Neem deze naam").click();
    await soon(() => part.inputValue()).toBe("zaak-een-twee");
    await soon(() => list("Documenten").count()).toBe(0);
    await part.selectOption({ label: "mijn eerste zaak" });
    await soon(() => list("Documenten").count()).toBe(8);
  });

  it("shows a document with its headers and every character of its text", async () => {
    await button("Documenten").click();
    await button(/Brief: vervallen thuiswerkdag/).click();
    await text().locator(".text-words").first().waitFor();
    const { docs } = await server.docs.listDocs({});
    const letter = docs.find(({ title }) => title.startsWith("Brief"))!;
    const { canonicalText } = await server.docs.getDocText({ docUid: letter.docUid });
    expect((await text().locator(".text-words").allTextContents()).join("")).toBe(canonicalText!.text);
    await soon(() => page.locator(".facts").innerText()).toContain("i.denkbeeld@zonnewijzer.example");
    await picture(page, "vault-document");
    expect(await accessFaults(page)).toEqual([]);
  });

  it("quotes from a place in the text, and what is selected in it", async () => {
    await text().getByRole("button", { name: "Hieruit citeren" }).nth(1).click();
    const mark = page.locator(".quote-words");
    await soon(() => mark.textContent()).toBe("Zonnewijzer Voorbeeld B.V.\nVerzinselplein 1, Voorbeeldstad");
    await picture(page, "vault-quote");
    expect(await accessFaults(page)).toEqual([]);
    await button("Citaat sluiten").click();
    await page.evaluate(() => {
      const blocks = [...document.querySelectorAll(".text-words")];
      const words = blocks.find(({ textContent }) => textContent?.startsWith("Zonnewijzer"))!.firstChild!;
      document.getSelection()!.setBaseAndExtent(words, 12, words, 21);
    });
    await button("Citeer wat is geselecteerd").click();
    await soon(() => mark.textContent()).toBe("Voorbeeld");
    await button("Citaat sluiten").click();
  });

  it("shows struck words as struck, whose words nobody knows, and quotes what is selected behind them", async () => {
    const html =
      "<p>Er is <s>geen</s> overwerk betaald in oktober.</p><p>Zie mijn antwoorden hieronder in rood.</p><hr><p>Van: Jan Bos<br>" +
      "Verzonden: maandag 8 december 2025 09:00<br>Aan: Ank Baas<br>Onderwerp: Loon</p><p>Komt het loon?</p><p style='color:red'>Ja.</p>";
    const mail = `From: Ank Baas <ank@example.org>\r\nSubject: Doorgehaald\r\nContent-Type: text/html\r\n\r\n${html}`;
    await importFiles(server, [{ path: "a.eml", bytes: new TextEncoder().encode(mail) }], "doorgehaald");
    await page.reload();
    await page.getByLabel("Deel van de Kluis").selectOption("doorgehaald");
    await button("Documenten").click();
    await button(/Doorgehaald/).click();
    await soon(() => text().locator(".text-words s").allTextContents()).toEqual(["geen"]);
    await soon(() => text().locator(".text-label").allTextContents()).toContain(
      "van wie deze woorden zijn is niet bekend",
    );
    expect(await accessFaults(page)).toEqual([]);
    await page.evaluate(() => {
      const struck = document.querySelector(".text-words s")!;
      document.getSelection()!.setBaseAndExtent(struck.firstChild!, 0, struck.nextSibling!, 9);
    });
    await button("Citeer wat is geselecteerd").click();
    await soon(() => page.locator(".quote-words").textContent()).toBe("geen overwerk");
    await button("Citaat sluiten").click();
    await page.getByLabel("Deel van de Kluis").selectOption({ label: "mijn eerste zaak" });
    await button(/Brief: vervallen thuiswerkdag/).click();
  });

  it("keeps the original as a file whose bytes are those that came in", async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), button("Origineel downloaden").click()]);
    expect(download.suggestedFilename()).toBe("2025-12-09-brief.eml");
    expect(readFileSync((await download.path())!)).toEqual(readFileSync(join(dossier, "2025-12-09-brief.eml")));
  });

  it("mends title and date in place, says what the document itself says, and goes back to it", async () => {
    await button("Titel of datum verbeteren").click();
    await page.getByLabel("Titel").fill("Brief over de vrijdag");
    await page.getByLabel(/^Datum, zoals/).fill("2025-12-10");
    await button("Bewaren").click();
    await page.getByRole("heading", { name: "Brief over de vrijdag" }).waitFor();
    await soon(() => page.locator(".reader-facts").innerText()).toContain("het document zelf zegt: Brief: vervallen");
    const { docs } = await server.docs.listDocs({});
    const mended = docs.find(({ title }) => title === "Brief over de vrijdag")!;
    expect(mended.authoredAtIso.slice(0, 10)).toBe("2025-12-10");
    await button("Titel of datum verbeteren").click();
    await button("Terug naar wat het document zegt").click();
    await page.getByRole("heading", { name: "Brief: vervallen thuiswerkdag" }).waitFor();
  });

  it("searches with filters, says what it did not understand, and answers what was meant", async () => {
    const field = page.getByRole("searchbox");
    await field.fill("from:verzonnen AND thuiswerkdag date:gisteren");
    await page.keyboard.press("Enter");
    await page.getByText(/^Niet begrepen: .*gisteren.* is geen datum/).waitFor();
    await soon(() => page.locator(".vault-understood").innerText()).toContain("Gelezen als: from:verzonnen AND");
    const found = page.getByRole("region", { name: /gevonden$/ }).getByRole("listitem");
    await soon(() => found.count()).toBeGreaterThan(0);
    for (const row of await found.allInnerTexts()) expect(row).toContain("Verzonnen");
    await picture(page, "vault-search");
    expect(await accessFaults(page)).toEqual([]);
    await field.fill("thuiswerkdga");
    await page.keyboard.press("Enter");
    await page.getByText("Deze woorden staan nergens. Hier staat wat “thuiswerkdag” oplevert.").waitFor();
    await soon(() => found.count()).toBeGreaterThan(1);
    await field.fill("thuiswerkdag");
    await page.keyboard.press("Enter");
    await page.getByText("Filters").click();
    await page.getByLabel("Geschreven vanaf").fill("2025-12-01");
    await button("Zoeken").click();
    await soon(() => found.count()).toBe(1);
    await button("Zoekopdracht wissen").click();
    await list("Documenten").first().waitFor();
  });

  it("says of what was found without a sender what kind of file it is, in words", async () => {
    await page.getByRole("searchbox").fill("arbeidsovereenkomst");
    await page.keyboard.press("Enter");
    const found = page.getByRole("region", { name: /gevonden$/ }).getByRole("listitem");
    await found
      .locator(".row-from", { hasText: /^document$/ })
      .first()
      .waitFor();
    expect(await found.locator(".row-from").allInnerTexts()).not.toContain("text");
    await button("Zoekopdracht wissen").click();
    await list("Documenten").first().waitFor();
  });

  it("reads the address it was given and nothing that is no place", async () => {
    await page.goto(`${server.url}/vault#doc=javascript:alert(1)&strand=../x&lang=en&list=events`);
    await page.reload();
    await page.getByRole("region", { name: "Appointments" }).waitFor();
    await soon(() => page.locator(".vault").getAttribute("data-reading")).toBe("false");
    await soon(() => page.evaluate(() => document.documentElement.lang)).toBe("en");
  });

  it("opens the passage that a candidate's source_link leads to [S34]", async () => {
    const { result } = await server.search.search({ query: "thuiswerkdag" });
    const candidate = result?.candidates.find(({ chunkUid }) => chunkUid !== "");
    await page.goto(`${server.url}${candidate?.sourceLink}&lang=nl`);
    await page.reload();
    await page
      .getByRole("heading", { name: candidate?.title ?? "" })
      .first()
      .waitFor();
    await text().locator(".text-words").first().waitFor();
  });

  it("stands in one column on a telephone, with a way back from what is read", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/vault#lang=nl&list=documents`);
    await button(/Brief: vervallen thuiswerkdag/).click();
    await text().locator(".text-words").first().waitFor();
    await picture(page, "vault-document-390");
    expect(await accessFaults(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await button("Terug naar de lijst").click();
    await list("Documenten").first().waitFor();
    await picture(page, "vault-documents-390");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("asked for nothing outside the server and had no complaint in all that", () => {
    expect(watched.complaints).toEqual([]);
    expect(watched.outside).toEqual([]);
  });
});
