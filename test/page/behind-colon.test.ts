import { afterAll, beforeAll, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { bindingOf } from "../../src/client/passages.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { type Visit, visit } from "./support/visit.ts";

const colon = "Op 10 november 2026 hebben wij deze bestanden van u ontvangen:";
const whole = `${colon}\n\n- VSO getekend.pdf`;

describeWithBrowser("a quote that ends at a colon", () => {
  let visited: Visit;
  let server: Clients;
  beforeAll(async () => {
    visited = await visit();
    server = clientsOf(visited.server.url);
    const text = `Beste mevrouw,\n\n${whole}\n- loonstrook.pdf\n\nMet groet`;
    await importFiles(server, [{ path: "bevestiging.txt", bytes: Buffer.from(text) }]);
  });
  afterAll(async () => {
    server?.close();
    await visited?.stop();
  });

  // A letter proved a receipt by "… deze bestanden van u ontvangen:" and left out the line that says which.
  it("is told with what takes in the line behind it, by a press on the page and a command at the terminal", async () => {
    const run = await RunDriver.seeking(server, "", "De ontvangst.", ["De VSO was op 10 november 2026 ontvangen."]);
    const { slots } = await server.orchestrator.listCandidates({ runId: run.runId });
    const [{ slotId = "", candidates = [] } = {}] = slots;
    const passage = candidates.find(({ locator }) => locator?.exactQuote === colon);
    const choice = { case: "binding", value: bindingOf(slotId, passage!) } as const;
    await server.orchestrator.chooseEvidence({ ...run.command(), slotId, choice });
    await run.read();
    while (run.context.state < State.SPAN_RESOLUTION) {
      await run.confirmAll();
      await run.advance();
      await server.orchestrator.guide(run.command());
      await run.read();
    }
    const quoted = async () => {
      await run.read();
      return (await run.current("proposal", CitationLedgerSchema))?.entries.map(({ span }) => span?.excerpt);
    };
    const { page } = visited;
    await page.goto(`${visited.server.url}/run/${run.runId}`);
    const told = page.locator("[data-behind-colon]");
    await told.waitFor();
    expect(await told.getByRole("button").allInnerTexts()).toEqual([
      expect.stringContaining("“- VSO getekend.pdf”"),
      expect.stringContaining("“- VSO getekend.pdf - loonstrook.pdf”"),
    ]);
    const env = { PINCITE_URL: visited.server.url, PINCITE_LANG: "nl" };
    const { out } = await cli(["run", "go", run.runId], { env });
    const [, said = ""] = /^ {2}pincite run go \S+ "(?<said>\S+=[^"]*- VSO getekend\.pdf)"$/mu.exec(out) ?? [];
    expect((await cli(["run", "go", run.runId, said], { env })).err).toBe("");
    expect(await quoted()).toEqual([whole]);
    await told.waitFor({ state: "detached" });
    expect((await cli(["run", "go", run.runId, `${said.split("=")[0]}=${colon}`], { env })).err).toBe("");
    await told.getByRole("button").first().click();
    await soon(quoted).toEqual([whole]);
  });
});
