import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openConnection } from "../../src/client/connection.ts";
import { startPincite } from "../../src/main.ts";
import { root } from "../cli/support/layman.ts";
import { paths, searchAnswer, smallService, versions } from "../lawbot/fetch/support/small-service.ts";
import { type StandIn, stall, startStandIn } from "../lawbot/fetch/support/stand-in.ts";
import { smallLaw } from "../lawbot/support/small-law.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { journeyOn, runIdOn } from "./support/journey.ts";
import { picture } from "./support/pictures.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

const demo = join(root, "demo/law");
const law = join(demo, "BWBR0005290_2023-07-01_uittreksel.xml");

/** A law of the same list that somebody fetches, and one that the service does not have. */
const fetchedId = "BWBR0005289";
const unknownId = "BWBR0005291";

let visited: Visit;
let service: StandIn;

/** A server that asks a stand-in where it would ask the official service. */
const startWithService = async (dataDir: string, port: number) => {
  process.env.PINCITE_LAW_STAND_IN = service.url;
  try {
    return await startPincite({ dataDir, port, user: "noor", log: "silent" });
  } finally {
    delete process.env.PINCITE_LAW_STAND_IN;
  }
};

describeWithBrowser("the law for a memo, on the page", () => {
  beforeAll(async () => {
    service = await startStandIn(smallService(versions, fetchedId));
    visited = await visit(startWithService);
    await journeyOn(visited.page).begin();
  });
  afterAll(async () => {
    await visited?.stop();
    await service?.close();
  });

  const row = () => visited.page.locator("[data-law=BWBR0005290]");
  const choose = (files: Parameters<ReturnType<Visit["page"]["locator"]>["setInputFiles"]>[0]) =>
    visited.page.getByLabel("Of kies eigen bestanden met wetten (XML)").setInputFiles(files);

  it("is listed by what the kind of memo rests on, each with why and how to come by it", async () => {
    const { page } = visited;
    await page.getByText("De wet bij dit memo").click();
    await row().locator("text=Niet geladen").waitFor();
    await soon(() => row().textContent()).toMatch(
      /Burgerlijk Wetboek Boek 7.*7:611.*wetten\.overheid\.nl\/BWBR0005290/u,
    );
    await soon(() => row().getAttribute("data-loaded")).toBe("false");
    await picture(page, "law");
    expect(await violationsOn(page)).toEqual([]);
  });

  it("is fetched by the server when somebody presses for it, and not before, and is stopped by a second press", async () => {
    const { page, server } = visited;
    const connection = openConnection(server.url);
    const { runContext } = await connection.orchestrator.getRun({ runId: runIdOn(page) });
    connection.close();
    const day = runContext?.referenceDate ?? "";
    const answer = new TextEncoder().encode(searchAnswer(versions, day, fetchedId));
    service.files.set(paths.search(day, fetchedId), answer);
    expect(await page.locator(".law-shelf > .note").textContent()).toContain(
      "repository.officiele-overheidspublicaties.nl",
    );
    expect(service.seen).toEqual([]);
    // The service sends half of the text and then nothing; what it was asked with must be let go of.
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    service.faults(paths.text(versions[1].label, fetchedId), (request, response, file) => {
      response.on("close", leave);
      stall(request, response, file);
    });
    const fetchIt = page.getByRole("button", { name: `Haal ${fetchedId} op` });
    await fetchIt.focus();
    await page.keyboard.press("Enter");
    const stop = page.getByRole("button", { name: `Stop met ophalen van ${fetchedId}` });
    await expect
      .poll(() => service.seen.at(-1)?.path, { timeout: 60_000 })
      .toBe(paths.text(versions[1].label, fetchedId));
    await page.locator(`[data-law=${fetchedId}] [role=status]`, { hasText: "kB ontvangen" }).waitFor();
    await picture(page, "law-under-way");
    expect(await violationsOn(page)).toEqual([]);
    await soon(() => stop.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.locator(`[data-law=${fetchedId}] [role=status]`, { hasText: "Gestopt" }).waitFor();
    await left;
    await soon(() => page.locator(`[data-law=${fetchedId}]`).getAttribute("data-loaded")).toBe("false");
    await fetchIt.click();
    const fetched = page.locator(`[data-law=${fetchedId}][data-loaded=true]`);
    await fetched.waitFor();
    await soon(() => fetched.textContent()).toMatch(/Versie van 2024-01-01.*zeker/u);
    // One law was asked for, so nobody learns of another.
    expect(service.seen.filter(({ path }) => !path.includes(fetchedId))).toEqual([]);
    // A law that is not there was looked up in the list, and is no fault that the browser writes down.
    expect(visited.complaints().filter((line) => line.includes("404"))).toEqual([]);
    await page.getByRole("button", { name: `Haal ${unknownId} op` }).click();
    const refused = page.locator(`[data-law=${unknownId}] [role=status]`);
    await refused.filter({ hasText: "niet te bereiken" }).waitFor();
    expect(await refused.textContent()).toMatch(
      /niet te bereiken.*Probeer het later.*laad hierboven de wetten die bij het programma horen.*onderaan kiezen/u,
    );
    expect(await refused.textContent()).not.toMatch(/Service|pincite|manifest/u);
    expect(await violationsOn(page)).toEqual([]);
  });

  it("is loaded from its file over a connection that breaks, and says that nobody vouches for its last day", async () => {
    const { page } = visited;
    let calls = 0;
    await page.route("**/*LawImportService/ImportPiece", (route) => (calls++ === 0 ? route.abort() : route.continue()));
    await choose(law);
    await page.locator(".law-files li[data-outcome='1']").waitFor();
    expect(calls).toBeGreaterThan(1);
    await row().locator("text=Versie van 2023-07-01").waitFor();
    await soon(() => row().textContent()).toMatch(/Geldig op \d{4}-\d\d-\d\d: onbekend/u);
    expect(await violationsOn(page)).toEqual([]);
  });

  it("is certain once the list of its versions is there", async () => {
    // As the service gives it today: the extract's own list speaks of no day behind December 2025.
    const today = new Date().toISOString().slice(0, 10);
    const list = readFileSync(join(demo, "manifest.xml"), "utf8").replace(
      /gegenereerd="[^"T]+/,
      `gegenereerd="${today}`,
    );
    await choose([{ name: "manifest.xml", mimeType: "text/xml", buffer: Buffer.from(list) }]);
    await row().locator("text=zeker").waitFor();
  });

  it("that has no date in its file asks for the day, and what is no law is told in words", async () => {
    const { page } = visited;
    const [{ bytes }] = smallLaw;
    await choose([
      { name: "brief.xml", mimeType: "text/xml", buffer: Buffer.from("<brief>geen wet</brief>") },
      { name: "BWBR0005290.xml", mimeType: "text/xml", buffer: Buffer.from(bytes) },
    ]);
    const files = page.locator(".law-files li");
    const letter = files.filter({ hasText: "brief.xml: niet geladen" });
    expect(await letter.innerText()).toMatch(/Het is XML van een andere soort|Het is geen heel XML-bestand/u);
    const undated = files.filter({ hasText: "BWBR0005290.xml: niet geladen" });
    await undated.getByLabel("Hij gold vanaf").fill("2000-01-01");
    expect(await violationsOn(page)).toEqual([]);
    await undated.getByRole("button", { name: "Laad hem" }).click();
    await files.filter({ hasText: "BWBR0005290.xml: geladen" }).waitFor();
    // Today's version stays the one that is in force today.
    await soon(() => row().textContent()).toMatch(/Versie van 2023-07-01.*zeker/u);
  });

  it("that comes with the program is offered before what must be fetched or chosen, and loaded by one press", async () => {
    const { page } = visited;
    const shelf = page.locator(".law-shelf");
    const shipped = shelf.locator("[data-shipped-law]");
    expect(await shelf.locator(":scope > *").first().getAttribute("data-shipped-law")).toBe("");
    expect(await shipped.innerText()).toMatch(/61 wetten \(810 kB\)[\s\S]*6.oktober.2012[\s\S]*Nieuwere tekst/u);
    expect(await shelf.locator(":scope > :is(section, ul, label)").last().innerText()).toContain("eigen bestanden");
    await picture(page, "law-shipped", "", shelf);
    await page.getByRole("button", { name: "Laad de wetten die bij het programma horen" }).click();
    await shelf.locator("[data-shipped-law=loaded]").waitFor();
    await shipped.getByText("zijn geladen").waitFor();
    // What is not known to hold today says so, and offers the newest text.
    await shelf.getByText("Ook geladen").click();
    const old = page.locator("details [data-law]").filter({ hasText: "Versie van 2012-10-06" }).first();
    expect(await old.innerText()).toMatch(/onbekend[\s\S]*Laat de nieuwste tekst ophalen/u);
    await old.getByRole("button", { name: /^Haal BWBR/u }).waitFor();
    await picture(page, "law-shipped-loaded", "", shelf);
    expect(await violationsOn(page)).toEqual([]);
  });
});
