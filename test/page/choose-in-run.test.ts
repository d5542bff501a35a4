import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { selectionBytes } from "../../src/web/select/post-selection.ts";
import { paramsOf } from "../e2e/support/matrix-case.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { note } from "../e2e/support/small-case.ts";
import { describeWithBrowser, picture, soon } from "./support/browser.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

const report = {
  path: "verslag.txt",
  bytes: Buffer.from("Verslag van maart.\n\nHet rapport is op 3 maart afgegeven.\n"),
};

describeWithBrowser("choosing from the Vault on a run's page", () => {
  let visited: Visit;
  let clients: Clients;
  let driver: RunDriver;
  let docUid: string;

  beforeAll(async () => {
    visited = await visit();
    clients = clientsOf(visited.server.url);
    const [first] = await importFiles(clients, [note, report], "my-case");
    docUid = first!.docUid;
    driver = await RunDriver.create(clients, "my-case", "nl");
    await driver.park(first!.docUid, OrchestratorState.EVIDENCE_NEEDS, StagePhase.OPEN);
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  const titles = async (): Promise<string[]> => {
    const set = await driver.evidence();
    return (set?.entries ?? [])
      .filter(({ personsSlotIds }) => personsSlotIds.length > 0)
      .map(({ candidate }) => candidate!.title);
  };

  it("pins nothing that is forged, and what a person chooses in the frame", async () => {
    const { page } = visited;
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    await page.locator("summary", { hasText: "Hele stukken, en zoeken" }).first().click();
    await page.getByRole("button", { name: "Kies uit de kluis" }).first().click();
    const frame = page.frameLocator('iframe[title="Kies uit de kluis"]');
    await frame.getByRole("button", { name: "Documenten" }).click();
    await frame.getByRole("checkbox", { name: /verslag/ }).check();
    await picture(page, "run-select");
    const version = (await driver.read()).version;
    const forged = selectionBytes({ nonce: "0".repeat(32), strandId: "my-case", docUids: ["a".repeat(64)] });
    const inFrame = page.frames().find((one) => one.url().includes("/vault?select="))!;
    await inFrame.evaluate((bytes) => globalThis.window.parent.postMessage(Uint8Array.from(bytes), "*"), [...forged]);
    await page.locator('.select-ignored[data-ignored="1"]').waitFor();
    expect([await titles(), driver.context.version]).toEqual([[], version]);
    expect(await violationsOn(page)).toEqual([]);
    await frame.getByRole("button", { name: "Gebruik het gekozen document" }).click();
    await soon(titles).toEqual(["verslag.txt"]);
    await page.locator("iframe").waitFor({ state: "detached" });
    await picture(page, "run-selected");
    expect(visited.complaints()).toEqual([]);
  });

  // They pinned the paper alone, and were asked for again two stages later.
  it("takes words that a person selects in the frame as her choice", async () => {
    const { page } = visited;
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    const { slots } = await clients.orchestrator.listCandidates({ runId: driver.runId, limit: 3 });
    const quoting = slots.find(({ candidates }) => candidates.some(({ locator }) => locator));
    const passages = page.locator(`[data-passages="${quoting?.slotId}"]`);
    const card = page.locator("*", { has: page.locator(`> [data-passages="${quoting?.slotId}"]`) });
    await card.locator("summary", { hasText: "Hele stukken, en zoeken" }).click();
    await card.getByRole("button", { name: "Kies uit de kluis" }).click();
    const frame = page.frameLocator('iframe[title="Kies uit de kluis"]');
    await frame.getByRole("button", { name: "Documenten" }).click();
    await frame.getByRole("button", { name: /verslag/ }).click();
    await frame.getByRole("button", { name: "Hieruit citeren" }).last().click();
    await frame.getByRole("button", { name: "Deze woorden gebruiken" }).click();
    // Among the passages it is the one that is chosen; other words would stand above them.
    const taken = passages.locator("blockquote.agreed, li.candidate:has(.agreed) blockquote");
    await soon(() => taken.allInnerTexts()).toEqual(["Verslag van maart."]);
    expect(visited.complaints()).toEqual([]);
  });

  it("keeps why a request was declined, word for word, line breaks included [S87]", async () => {
    const { page } = visited;
    const other = await RunDriver.create(clients, "my-case", "nl");
    const { request } = await clients.tools.requestTool({
      ...other.command(),
      toolName: "vault.import",
      params: paramsOf("vault.import", docUid),
    });
    const why = "Nee:  dit stuk is van mijn zus.\n\nVraag het haar eerst. ";
    await page.goto(`${visited.server.url}/run/${other.runId}`);
    await page.getByLabel("Waarom niet?").fill(why);
    // The one button is about what waits, and leads there.
    const cta = page.locator("[data-cta]");
    await soon(() => cta.textContent()).toBe("Beslis over het verzoek");
    await cta.click();
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Toestaan");
    await picture(page, "run-decline");
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("button", { name: "Weiger" }).click();
    await page.locator(".waiting").waitFor({ state: "detached" });
    const { calls } = await clients.tools.listToolCalls({ runId: other.runId });
    expect(calls.map((call) => [call.request?.id, call.result?.reason])).toEqual([[request?.id, why]]);
    expect(visited.complaints()).toEqual([]);
  });

  // It stood there with the names of fields for words.
  it("shows what a request that waits looks for in words and the request itself behind a press", async () => {
    const { page } = visited;
    const other = await RunDriver.create(clients, "my-case", "nl");
    const sections = [{ title: "Feiten", claims: [{ text: "Het verslag is van maart." }] }];
    for (const proposal of [
      { case: "intentSeed" as const, value: { goal: "Het verslag" } },
      { case: "skeleton" as const, value: { sections } },
    ]) {
      await other.propose(create(StageProposalSchema, { proposal }), true);
      await other.advance();
    }
    const params = { params: { case: "vaultSearch" as const, value: { query: "verslag maart" } } };
    await clients.tools.requestTool({ ...other.command(), toolName: "vault.search", params });
    await page.goto(`${visited.server.url}/run/${other.runId}`);
    const waiting = page.locator(".waiting");
    await waiting.waitFor();
    expect(await waiting.locator("q").innerText()).toBe("verslag maart");
    expect(await waiting.locator("dl").isVisible()).toBe(false);
    await waiting.locator("summary").click();
    expect(await waiting.locator("dl").innerText()).toContain("verslag maart");
  });
});
