import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ContextManifestSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { root } from "../cli/support/layman.ts";
import { describeWithBrowser } from "./support/browser.ts";
import { journeyOn } from "./support/journey.ts";
import { picture } from "./support/pictures.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

/** How a memo came about, read on its page after its letter was taken apart and its evidence was searched. */
const dossier = join(root, "demo/dossier");

let visited: Visit;
let page: Page;
let runId: string;

describeWithBrowser("how a memo came about", () => {
  beforeAll(async () => {
    visited = await visit();
    ({ page } = visited);
    const journey = journeyOn(page);
    await journey.begin();
    await journey.drop(readdirSync(dossier).map((name) => join(dossier, name)));
    await journey.chooseLetter(/vervallen thuiswerkdag/u);
    await journey.say({});
    // What is said to be wrong has to be shown, so that something is searched.
    await journey.answer([[/nooit een schriftelijke toezegging/u, "onjuist", "op 17 maart 2025 is dat bevestigd"]]);
    while ((await page.locator(".run").getAttribute("data-stage")) !== "3") await journey.press();
    runId = page.url().split("/").at(-1) ?? "";
    await page.locator(".trace > summary").click();
    await page.locator(".trace .decided li").first().waitFor();
  }, 180_000);

  afterAll(() => visited?.stop());

  it("tells who said yes to what, by the name that the journal has", async () => {
    const connection = openConnection(visited.server.url);
    const { events } = await connection.audit.listEvents({ runId, pageSize: 1_000 });
    connection.close();
    const names = events.flatMap(({ event }) => (event?.event.case === "itemsDecided" ? [event.actor?.name] : []));
    const shown = page.locator(".trace .decided > li");
    expect(await shown.evaluateAll((all) => all.map((one) => one.getAttribute("data-by")))).toEqual(names);
    expect(new Set(names)).toEqual(new Set(["noor"]));
    expect(await shown.first().textContent()).toMatch(/^noor zei ja: /u);
  });

  it("shows what the model saw part by part, each character as it was sent [S49, S69]", async () => {
    const connection = openConnection(visited.server.url);
    const { events } = await connection.audit.listEvents({ runId, pageSize: 1_000 });
    const ref = events
      .flatMap(({ event }) => event?.artifacts ?? [])
      .filter(({ role }) => role === "context_manifest")
      .at(-1)?.ref;
    const bytesOf = async (digest = "") => (await connection.artifacts.getArtifact({ digest })).content;
    const manifest = fromBinary(ContextManifestSchema, await bytesOf(ref?.digest));
    const texts = [await bytesOf(manifest.systemPrompt?.digest), await bytesOf(manifest.prompt?.digest)];
    connection.close();
    await page.locator(".trace .attempt > summary").last().click();
    const parts = page.locator(".trace .attempt[open] .seen-part pre");
    await parts.first().waitFor();
    const shown = (await parts.allTextContents()).join("\n\n");
    expect(shown).toBe(texts.map((bytes) => new TextDecoder().decode(bytes)).join("\n\n"));
    expect(await parts.count()).toBe(manifest.parts.length);
    await picture(page, "what-the-model-saw", "trace");
    expect(await violationsOn(page)).toEqual([]);
  });

  it("lists the receipt of every search that ended, and checks one on demand", async () => {
    const receipts = page.locator(".trace [data-receipt]");
    expect(await receipts.count()).toBeGreaterThan(0);
    await receipts.first().getByRole("button").click();
    await receipts.first().locator("[data-valid=true]").waitFor();
    expect(await receipts.first().locator("li").count()).toBeGreaterThan(5);
    expect(await receipts.first().textContent()).toContain("Het klopt");
    expect(await violationsOn(page)).toEqual([]);
  });

  it("says nothing on the console and asks nobody else for anything", () => expect(visited.complaints()).toEqual([]));
});
