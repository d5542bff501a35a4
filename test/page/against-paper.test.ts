import { afterAll, beforeAll, expect, it } from "vitest";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { bindingOf } from "../../src/client/passages.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { journeyOn } from "./support/journey.ts";
import { type Visit, visit } from "./support/visit.ts";

const strand = "my-case";
const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
const claims = ["U krijgt de borg van € 500 terug.", "De sleutels zijn ingeleverd op 3 juni 2026."];

// Quotes of a paper that its own writer took back, of a concept and of a letter to somebody else were agreed to in one press with the rest.
describeWithBrowser("a quote against whose paper something is told", () => {
  let visited: Visit;
  let clients: Clients;

  beforeAll(async () => {
    visited = await visit();
    clients = clientsOf(visited.server.url);
    const concept = `CONCEPT 24 augustus 2026 - niet getekend\n\n${claims[0]}\n`;
    await importFiles(
      clients,
      [file("afspraak.txt", concept), file("verslag.txt", `Verslag\n\n${claims[1]}\n`)],
      strand,
    );
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  /** A run whose quotes are laid before a person, with the first of each claim's passages. */
  const quoting = async (): Promise<RunDriver> => {
    const driver = await RunDriver.seeking(clients, strand, "De borg", claims);
    const { slots } = await clients.orchestrator.listCandidates({ runId: driver.runId });
    for (const { slotId, candidates } of slots) {
      const value = bindingOf(slotId, candidates[0] as never);
      await clients.orchestrator.chooseEvidence({ ...driver.command(), slotId, choice: { case: "binding", value } });
      await driver.read();
    }
    while (driver.context.state < OrchestratorState.SPAN_RESOLUTION) {
      await driver.confirmAll();
      await driver.advance();
    }
    return driver;
  };
  const open = async (driver: RunDriver): Promise<string[]> => {
    const { items } = await driver.read();
    return items.filter(({ decision }) => decision === ItemDecision.UNSPECIFIED).map(({ itemId }) => itemId);
  };

  it("waits on the page for a press of its own", async () => {
    const driver = await quoting();
    const { page } = visited;
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    const card = page.locator("[data-item]", { hasText: "CONCEPT 24 augustus 2026" });
    await card.locator("[data-look]").waitFor();
    expect(await page.locator("[data-look]").count()).toBe(1);
    expect(await card.innerText()).toContain("lees eerst wat hierboven van dit stuk staat");
    expect(await page.locator("#next-why").innerText()).toContain("“Let op”");
    await page.locator("[data-cta]").click();
    await journeyOn(page).settled();
    expect(await open(driver)).toHaveLength(1);
    await card.locator("[data-look]").click();
    await soon(() => open(driver)).toEqual([]);
  });

  it("waits at the terminal for its name", async () => {
    const driver = await quoting();
    const go = async (...words: string[]): Promise<string> => {
      const { out, err } = await cli(["run", "go", driver.runId, ...words], {
        env: { PINCITE_URL: visited.server.url, PINCITE_LANG: "nl" },
      });
      expect(err).toBe("");
      return out;
    };
    const shown = await go();
    expect(shown).toContain("Let op: lees eerst wat hierboven van dit stuk staat");
    const sign = (): string => driver.context.version.replace(/^(\d+-[0-9a-f]{4}).*$/u, "$1");
    await go("ja", sign());
    const left = await open(driver);
    expect(left).toHaveLength(1);
    await go("ja", sign(), "gezien", left[0] ?? "");
    expect((await driver.read()).state).toBe(OrchestratorState.DRAFT);
  });
});
