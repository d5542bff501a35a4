import { readdirSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { root } from "../cli/support/layman.ts";
import { startProcess } from "../e2e/support/service-process.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { unexplainedOn, watchButtons } from "./support/grey-buttons.ts";
import { type Journey, journeyOn, runIdOn } from "./support/journey.ts";
import { picture } from "./support/pictures.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

/** What goes wrong on the way to a letter, each with its screen and its way out. One run, in the order of its stages. */
const dossier = join(root, "demo/dossier");

let visited: Visit;
let page: Page;
let journey: Journey;
let runId: string;

const alert = (on: Page) => on.locator(".trouble[role=alert]");

describeWithBrowser("what goes wrong on the way to a letter", () => {
  beforeAll(async () => {
    visited = await visit();
    ({ page } = visited);
    await page.addInitScript(watchButtons);
    await page.reload();
    journey = journeyOn(page);
    await journey.begin();
    await journey.drop(readdirSync(dossier).map((name) => join(dossier, name)));
    runId = runIdOn(page);
  });

  afterAll(() => visited?.stop());

  // The letter was ticked, and nothing said that its own button had to be pressed as well.
  it("a main button that is off names the letter that is ticked and not yet answered, and a press leads there", async () => {
    const row = page.locator(".documents tr", { has: page.locator("input:checked") });
    const title = (await row.locator("input").getAttribute("aria-label")) ?? "?";
    const why = page.locator(".next-why");
    await soon(() => why.textContent()).toContain(title);
    await soon(() => why.textContent()).toContain("Op deze brief antwoord ik");
    await picture(page, "ticked", "failure");
    await page.locator("[data-cta]").click({ force: true });
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Op deze brief antwoord ik");
    await soon(() => page.locator(".run").getAttribute("data-busy")).toBe("no");
    expect(await unexplainedOn(page)).toEqual([]);
  });

  it("a run that is not there is told, with the way to those that are", async () => {
    const tab = await visited.tab("/run/run-01ARZ3NDEKTSV4RRFFQ69G5FAV");
    await alert(tab).waitFor();
    await soon(() => alert(tab).getAttribute("data-reason")).toBe("RUN_NOT_FOUND");
    await soon(() => tab.getByRole("link", { name: "Naar uw memo's" }).count()).toBe(1);
    await tab.close();
  });

  it("a second tab's change is shown without asking, and what was typed is still there", async () => {
    await journey.chooseLetter(/vervallen thuiswerkdag/u);
    await journey.say({});
    // One claim of her own, so that there is something to look for in the papers.
    await journey.answer([
      [/nooit een schriftelijke toezegging/u, "onjuist", "op 17 maart 2025 is bevestigd dat de thuiswerkdag blijft"],
    ]);
    const tab = await visited.tab(`/run/${runId}`);
    await tab.locator("[data-item]").first().waitFor();
    await page.getByRole("button", { name: "Opzet veranderen" }).click();
    await page.locator(".outline-claim textarea").first().fill("Uw brief noemt geen grond.");
    // What is approved whole leads on to the next step; a change of the outline stays at this one.
    await tab.getByRole("button", { name: "Opzet veranderen" }).click();
    await tab.locator(".outline-claim textarea").last().fill("Ik zie uw antwoord graag voor 1 februari 2026.");
    await tab.getByRole("button", { name: "Opzet bewaren" }).click();
    await tab.locator("[data-item]", { hasText: "graag voor 1 februari" }).waitFor();
    const version = (await tab.locator(".run").getAttribute("data-version")) ?? "";
    await page.waitForFunction(
      (seen) => document.querySelector(".run")?.getAttribute("data-version") === seen,
      version,
    );
    await soon(() => page.locator(".outline-claim textarea").first().inputValue()).toBe("Uw brief noemt geen grond.");
    await tab.close();
  });

  it("a version that is stale is told, shown anew, and nothing that was typed is lost", async () => {
    // The first tab hears of nothing any more, as behind a connection that stalls.
    await page.route("**/WatchRun", () => undefined);
    await page.reload();
    await page.getByRole("button", { name: "Opzet veranderen" }).click();
    await page.locator(".outline-claim textarea").first().fill("Uw brief noemt geen grond.");
    await changeElsewhere(visited.server.url, runId);
    await page.getByRole("button", { name: "Opzet bewaren" }).click();
    await alert(page).waitFor();
    await soon(() => alert(page).getAttribute("data-reason")).toBe("RUN_VERSION_STALE");
    await picture(page, "stale", "failure");
    await soon(() => page.locator(".outline-claim textarea").first().inputValue()).toBe("Uw brief noemt geen grond.");
    await page.getByRole("button", { name: "Opzet bewaren" }).click();
    await page.locator("[data-item]", { hasText: "Uw brief noemt geen grond." }).waitFor();
    expect(await alert(page).count()).toBe(0);
    await page.unroute("**/WatchRun");
    await page.reload();
    await journey.settled();
  });

  it("a search without a match says so, with other words in a field that can be changed", async () => {
    while ((await page.locator(".run").getAttribute("data-stage")) !== "3") await journey.press();
    const search = await openSearch(page);
    await search.locator("input").fill('"zeppelin boven Utrecht"');
    await search.locator("button[type=submit]").click();
    await search.getByText("Niets gevonden").waitFor();
    await picture(page, "empty", "failure");
    expect(await violationsOn(page)).toEqual([]);
    expect(await search.locator("input").inputValue()).not.toBe("");
    await search.locator("input").fill("thuiswerkdag");
    await search.getByRole("button", { name: "Zoek opnieuw" }).click();
    await search.getByText(/passages gevonden/u).waitFor();
  });

  it("a search that fails says why and what to do, and can be made again", async () => {
    const next = page.getByRole("button", { name: "Volgende stelling" });
    while (await next.isEnabled()) await next.click();
    const search = await openSearch(page);
    await search.locator("input").fill("goed werkgever");
    await search.locator("button[type=submit]").click();
    await search.locator("[data-outcome='3']").waitFor();
    await picture(page, "error", "failure");
    await soon(() => search.locator("[data-outcome]").textContent()).toMatch(/mislukte: .*wet/iu);
    // What came of the search is told a moment before the run can be worked on again.
    await soon(() => search.getByRole("button", { name: "Zoek opnieuw" }).isEnabled()).toBe(true);
  });

  it("going back shows first what holds and what is asked again, and then asks exactly that", async () => {
    await page.getByRole("button", { name: "Een stap terug" }).click();
    await page.getByLabel("2. wat u stelt").check();
    // What is walked again is listed step by step; no point was chosen to be changed, so nothing is foretold to be asked.
    const steps = page.locator(".rewind ul").first().locator("li");
    await soon(async () => (await steps.allTextContents()).map((step) => step.slice(0, 2))).toEqual(["2.", "3."]);
    expect(await page.locator(".rewind [data-again]").count()).toBe(0);
    await picture(page, "rewind", "failure");
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("button", { name: "Ga terug", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".run")?.getAttribute("data-stage") === "2");
    await journey.settled();
    // Nothing was changed, so nothing is asked: the way on is open at once.
    await soon(() => page.locator("[data-cta]").getAttribute("data-rpc")).toMatch(/Advance$/u);
    await journey.press();
  });

  it("an outline is mended in place: a point more, another order, one taken out", async () => {
    await page.getByRole("button", { name: "Een stap terug" }).click();
    await page.getByLabel("2. wat u stelt").check();
    await page.getByRole("button", { name: "Ga terug", exact: true }).click();
    await page.getByRole("button", { name: "Opzet veranderen" }).click();
    const part = page.locator(".outline-part").first();
    const points = part.locator(".outline-claim textarea");
    await points.first().waitFor();
    const before = await points.evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));
    const more = "Ik vraag om een gesprek over de thuiswerkdag.";
    await part.getByRole("button", { name: "Voeg een punt toe" }).click();
    await points.last().fill(more);
    await part.getByRole("button", { name: "Hoger" }).last().click();
    await part.getByRole("button", { name: "Haal weg" }).first().click();
    // A point under a heading that the memo has for one kind alone begins with it, but for what the letter states.
    const kinds = (at: Locator) => at.locator(".outline-claim select").last();
    expect(await kinds(part).inputValue()).not.toBe("reservation");
    const last = page.locator(".outline-part").last();
    await last.getByRole("button", { name: "Voeg een punt toe" }).click();
    expect(await kinds(last).inputValue()).toBe("reservation");
    await page.getByRole("button", { name: "Opzet bewaren" }).click();
    await page.locator("[data-item]", { hasText: more }).waitFor();
    // What is new is part of the outline once it was agreed to.
    while ((await page.locator(".run").getAttribute("data-stage")) !== "3") await journey.press();
    const connection = openConnection(visited.server.url);
    const { runContext } = await connection.orchestrator.getRun({ runId });
    const ref = runContext?.current.find(({ ref: one }) => one?.kind === MessageSkeletonSchema.typeName)?.ref;
    const { content } = await connection.artifacts.getArtifact({ digest: ref?.digest ?? "" });
    connection.close();
    const [section] = fromBinary(MessageSkeletonSchema, content).sections;
    expect(before.length).toBeGreaterThan(1);
    expect(section?.claims.map(({ text }) => text)).toEqual([...before.slice(1, -1), more, before.at(-1)]);
  });

  it("a server that dies is told, and the page goes on by itself once it is back", async () => {
    await visited.stopServer();
    await alert(page).waitFor();
    await soon(() => alert(page).getAttribute("data-reason")).toBe("UPSTREAM_UNAVAILABLE");
    await soon(() => page.locator(".next-why").textContent()).toBe("De server antwoordt niet");
    expect(await unexplainedOn(page)).toEqual([]);
    await picture(page, "server-gone", "failure");
    await visited.restart();
    await alert(page).waitFor({ state: "detached" });
    await journey.settled();
    await soon(() => page.locator(".run").getAttribute("data-stage")).toBe("3");
  });
});

describeWithBrowser("a guide that takes its time", () => {
  /** Stands for a model's server that answers nobody until it is told to fail. */
  const asked: ServerResponse[] = [];
  const model = createServer((_request, response) => void asked.push(response));
  let busy: Visit;
  let id: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
    const endpoint = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
    busy = await visit(async (dataDir, port) => {
      const given = ["--data", dataDir, "--port", String(port), "--user", "noor"];
      const { url, kill } = await startProcess("pincite", "serve", ...given, "--endpoint", endpoint, "--model", "slow");
      return { url, stop: async () => void (await kill()) };
    });
    const connection = openConnection(busy.server.url);
    const { runContext } = await connection.orchestrator.createRun({
      idempotencyKey: "slow",
      profileId: "email-reply-model",
      locale: "nl",
    });
    connection.close();
    id = runContext?.runId ?? "";
    await busy.letIn(busy.page, `/run/${id}`);
  });

  afterAll(async () => {
    await busy?.stop();
    model.closeAllConnections();
    model.close();
  });

  const cta = (on: Page) => on.locator("[data-cta]");

  it("is not begun by typing, which may be faster than the page is drawn", async () => {
    const text = "Antwoord op de brief van 9 december. ".repeat(4);
    const field = busy.page.locator(".field:has(h2) textarea");
    // Between two characters the browser gets no turn to draw what the one before changed.
    await field.evaluate(async (area: HTMLTextAreaElement, whole) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!;
      for (let to = 1; to <= whole.length; to++) {
        set!.call(area, whole.slice(0, to));
        area.dispatchEvent(new Event("input", { bubbles: true }));
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      }
    }, text);
    await soon(() => field.inputValue()).toBe(text);
    expect(busy.complaints()).toEqual([]);
  });

  it("is told to a second tab that wants to change something meanwhile, with what to do", async () => {
    await busy.page.locator(".field:has(h2) textarea").fill("Antwoord op de brief van 9 december.");
    for (let presses = 0; presses < 4 && asked.length === 0; presses++) {
      await cta(busy.page).click();
      await Promise.race([
        busy.page.waitForFunction(() => document.querySelector(".run")?.getAttribute("data-busy") === "no"),
        expect.poll(() => asked.length, { timeout: 60_000 }).toBe(1),
      ]);
    }
    expect(asked).toHaveLength(1);
    const tab = await busy.tab(`/run/${id}`);
    await tab.getByRole("button", { name: "Een stap terug" }).click();
    await tab.getByLabel(/^1\. /u).check();
    await tab.getByRole("button", { name: "Ga terug", exact: true }).click();
    await alert(tab).waitFor();
    await soon(() => alert(tab).getAttribute("data-reason")).toBe("RUN_BUSY");
    await soon(() => alert(tab).textContent()).toContain("nog bezig");
    await soon(() => cta(tab).count()).toBe(1);
    await soon(() => tab.locator(".next-why").textContent()).toBe("De gids is bezig");
    await picture(tab, "busy", "failure");
    expect(await violationsOn(tab)).toEqual([]);
    await tab.close();
  });

  it("dies with its server in mid-turn, which is told, and is asked again once the server is back", async () => {
    await busy.stopServer();
    await alert(busy.page).waitFor();
    await soon(() => alert(busy.page).getAttribute("data-reason")).toBe("UPSTREAM_UNAVAILABLE");
    await soon(() => busy.page.locator(".next-why").textContent()).toBe("De server antwoordt niet");
    await picture(busy.page, "killed-in-mid-turn", "failure");
    await soon(() => cta(busy.page).count()).toBe(1);
    expect(await violationsInBothWidths(busy.page)).toEqual([]);
    await busy.restart();
    await alert(busy.page).waitFor({ state: "detached" });
    await busy.page.locator(".run[data-busy=no]").waitFor();
    const connection = openConnection(busy.server.url);
    const { runContext } = await connection.orchestrator.getRun({ runId: id });
    connection.close();
    expect([runContext?.turnId, runContext?.state, runContext?.nextAction?.possible]).toEqual(["", 2, true]);
    await soon(() => cta(busy.page).textContent()).toBe(runContext?.nextAction?.localisedLabel);
    await cta(busy.page).click();
    await expect.poll(() => asked.length, { timeout: 60_000 }).toBe(2);
  });

  it("whose model takes no questions says so in the server's words, and leaves the way on open", async () => {
    asked.at(-1)?.writeHead(401).end("{}");
    await alert(busy.page).waitFor();
    // Its reason is the one of a server that is gone, and yet this one answers: the sentence is the server's, and stays.
    await soon(() => alert(busy.page).textContent()).toMatch(/sleutel|key/u);
    await busy.page.locator(".run[data-busy=no]").waitFor();
    await soon(() => cta(busy.page).count()).toBe(1);
    await soon(() => cta(busy.page).getAttribute("aria-disabled")).toBe("false");
    await picture(busy.page, "model-fails", "failure");
    expect(await violationsOn(busy.page)).toEqual([]);
  });
});

/** What axe finds on a wide window and on a narrow one, where nothing may stand beside the screen either. */
const violationsInBothWidths = async (on: Page): Promise<string[]> => {
  const wide = on.viewportSize();
  const found = await violationsOn(on);
  await on.setViewportSize({ width: 390, height: 844 });
  found.push(...(await violationsOn(on)));
  const isCut = await on.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  if (isCut) found.push("the page is wider than 390 px");
  if (wide) await on.setViewportSize(wide);
  return found;
};

/** Opens the search of the last slot of the claim that is shown. */
const openSearch = async (on: Page) => {
  const slot = on
    .locator("[data-item]")
    .filter({ has: on.locator("summary", { hasText: "Hele stukken, en zoeken" }) })
    .last();
  const id = await slot.getAttribute("data-item");
  const papers = slot.locator("details").filter({ hasText: "Hele stukken, en zoeken" });
  if (!(await papers.evaluate((one: HTMLDetailsElement) => one.open))) await papers.locator("summary").first().click();
  await slot.getByRole("button", { name: "Zoek iets anders" }).click();
  return on.locator(`[data-item="${id}"] form.search`).last();
};

/** Changes the run as another client would: something is said to the guide. */
const changeElsewhere = async (url: string, id: string): Promise<void> => {
  const connection = openConnection(url);
  const { runContext } = await connection.orchestrator.getRun({ runId: id });
  await connection.orchestrator.guide({
    runId: id,
    userPrompt: "Is dit genoeg?",
    idempotencyKey: crypto.randomUUID(),
    expectedVersion: runContext?.version ?? "",
  });
  connection.close();
};
