import { afterAll, beforeAll, expect, it } from "vitest";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { journeyOn } from "./support/journey.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

const strand = "my-case";
const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
const claim = "De distributiekap is niet geopend.";

describeWithBrowser("a paper that comes after passages were chosen", () => {
  let visited: Visit;
  let clients: Clients;

  beforeAll(async () => {
    visited = await visit();
    clients = clientsOf(visited.server.url);
    await importFiles(clients, [file("bon.txt", `Bon van de snelservice\n\n${claim}\n`)], strand);
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  // It stood on no screen: who imported it in another tab went on to a letter that it contradicted.
  it("is named at every step from the passages on, with the way to read it and the way back, until the letter is final", async () => {
    const { page } = visited;
    const driver = await RunDriver.seeking(clients, strand, "De auto terug", [claim]);
    const journey = journeyOn(page);
    const late = page.locator("[data-late-papers]");
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    await page.locator("[data-choose]").first().waitFor();
    expect(await late.count()).toBe(0);

    await importFiles(
      clients,
      [file("rapport.txt", "Rapport van 11 augustus 2026\n\nWij namen alles terug.\n")],
      strand,
    );
    await page.evaluate(() => globalThis.dispatchEvent(new Event("focus")));
    await late.waitFor();
    expect(await late.innerText()).toMatch(/kwam er een stuk bij[\s\S]*rapport\.txt, 11 augustus 2026/u);
    expect(await late.locator("[data-to-passages]").count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);

    await page.locator("[data-choose]").first().click();
    await journey.settled();
    const told: [number, boolean][] = [];
    const step = async (): Promise<void> => {
      const state = Number(await page.locator(".run").getAttribute("data-stage"));
      await soon(() => late.count()).toBe(1);
      told.push([state, (await late.locator("[data-to-passages]").count()) === 1]);
    };
    await step();
    for (let presses = 0; presses < 20 && (told.at(-1)?.[0] ?? 0) < OrchestratorState.DRAFT; presses++) {
      const before = told.at(-1)?.[0];
      await page.locator("[data-cta]").click();
      await journey.settled();
      if (Number(await page.locator(".run").getAttribute("data-stage")) !== before) await step();
    }
    expect(told).toEqual([
      [3, false],
      [4, true],
      [5, true],
      [6, true],
    ]);

    await late.locator("[data-to-passages]").click();
    await soon(() => page.locator(".run").getAttribute("data-stage")).toBe("3");
    await soon(() => late.count()).toBe(1);
    await journey.walk();
    expect(await late.count()).toBe(0);

    // A second one came when the letter was done and not sent yet, and the page said that it was done and nothing else.
    await importFiles(clients, [file("brief.txt", "Brief van 27 augustus 2026\n\nDe kap is wel geopend.\n")], strand);
    await page.evaluate(() => globalThis.dispatchEvent(new Event("focus")));
    await late.waitFor();
    // The first one, of which nothing was used, was named no more beside it.
    expect(await late.innerText()).toMatch(
      /kwamen er 2 stukken bij[\s\S]*brief\.txt, 27 augustus 2026[\s\S]*rapport\.txt/u,
    );
    const env = { PINCITE_URL: visited.server.url, PINCITE_LANG: "nl" };
    for (const command of ["show", "go"])
      expect((await cli(["run", command, driver.runId], { env })).out).toMatch(
        /kwamen er 2 stukken bij:\n {2}vault:\S+ {2}brief\.txt[\s\S]*rapport\.txt[\s\S]*rewind \S+ --to evidence-needs/u,
      );
    await late.locator("[data-to-passages]").click();
    await soon(() => page.locator(".run").getAttribute("data-stage")).toBe("3");
    expect(visited.complaints()).toEqual([]);
  });

  // A mail found in the third step had no place on the page, and nothing told for which claim it was of use.
  it("is put in where one is, tells claim by claim what it changes, and leads to that claim from a later step", async () => {
    const { page } = visited;
    const own = "found-later";
    const claims = ["De kap van de auto is gemaakt.", "De auto staat in de garage van Kade."];
    await importFiles(clients, [file("bon.txt", `Bon\n\n${claims[0]}\n\nDe auto staat in de garage.\n`)], own);
    const driver = await RunDriver.seeking(clients, own, "De auto terug", claims);
    const journey = journeyOn(page);
    const put = async (name: string, text: string): Promise<void> => {
      const place = page.locator("[data-add-paper]");
      if ((await place.getAttribute("open")) === null) await place.locator("summary").click();
      await place
        .locator('input[type="file"]')
        .setInputFiles([{ name, mimeType: "text/plain", buffer: Buffer.from(text) }]);
      await soon(() => page.locator("[data-late-papers] li").filter({ hasText: name }).count()).toBeGreaterThan(0);
    };
    const changed = page.locator("[data-late-changes] [data-changed]");
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    await page.locator("[data-choose]").first().waitFor();
    for (const _ of claims) {
      await page.locator("[data-choose]").first().click();
      await journey.settled();
    }

    await put("menu.txt", "Menu van 11 augustus 2026\n\nVandaag eten wij soep met brood.\n");
    expect(await changed.count()).toBe(0);

    while (Number(await page.locator(".run").getAttribute("data-stage")) < OrchestratorState.SPAN_RESOLUTION) {
      await page.locator("[data-cta]").click();
      await journey.settled();
    }
    await put("kade.txt", "Verslag van 12 augustus 2026\n\nDe auto staat in de garage van Kade aan het water.\n");
    await soon(() => changed.count()).toBe(1);
    expect(await changed.innerText()).toMatch(
      /De auto staat in de garage van Kade\.[\s\S]*kade\.txt[\s\S]*12 augustus 2026[\s\S]*aan het water/u,
    );
    expect(await violationsOn(page)).toEqual([]);
    await changed.locator("[data-to-claim]").click();
    await soon(() => page.locator(".run").getAttribute("data-stage")).toBe("3");
    await page.getByText("aan het water").first().waitFor();
    expect(visited.complaints()).toEqual([]);
  });

  // Her own passage has no button to choose it: keeping it took two presses, and from the fifth step on the way back as well.
  it("is told no more of a claim once she says that she keeps her choice, at every step, in one press", async () => {
    const { page } = visited;
    const own = "kept-on-purpose";
    const words = "De auto staat in de garage van Kade.";
    await importFiles(clients, [file("bon.txt", "Bon\n\nDe auto staat in de garage.\n")], own);
    const driver = await RunDriver.seeking(clients, own, "De auto terug", [words]);
    const journey = journeyOn(page);
    const changed = page.locator("[data-late-changes] [data-changed]");
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    await page.locator("[data-choose]").first().click();
    await journey.settled();
    const stage = async (): Promise<number> => Number(await page.locator(".run").getAttribute("data-stage"));
    const places = ["haven", "kade", "sluis", "brug"];
    const kept: number[] = [];
    for (const place of places) {
      for (
        let presses = 0;
        presses < 9 && (await stage()) < OrchestratorState.EVIDENCE_NEEDS + kept.length;
        presses++
      ) {
        await page.locator("[data-cta]").click();
        await journey.settled();
      }
      const late = file(
        `${place}.txt`,
        `Verslag van 12 augustus 2026\n\nDe auto staat in de garage van Kade bij de ${place}.\n`,
      );
      await importFiles(clients, [late], own);
      await page.evaluate(() => globalThis.dispatchEvent(new Event("focus")));
      await changed.getByText(`bij de ${place}`).waitFor();
      await changed.getByRole("button", { name: "Ik houd mijn keuze" }).click();
      await journey.settled();
      await soon(() => changed.count()).toBe(0);
      await page.reload();
      await page.locator("[data-late-papers]").waitFor();
      expect(await changed.count()).toBe(0);
      kept.push(await stage());
    }
    expect(kept).toEqual([3, 4, 5, 6]);
    expect((await driver.read()).choices).toHaveLength(1);
    expect(visited.complaints()).toEqual([]);
  });
});
