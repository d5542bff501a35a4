import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { note, proposalFor, stages } from "../e2e/support/small-case.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { type Visit, visit } from "./support/visit.ts";

// A chat of which the letter quotes one message went along whole, with the words that she had forbidden at the first step.
describeWithBrowser("an exhibit that says what must not be said", () => {
  let visited: Visit;
  let clients: Clients;
  let driver: RunDriver;
  beforeAll(async () => {
    visited = await visit();
    clients = clientsOf(visited.server.url);
    const [first] = await importFiles(clients, [note]);
    const docUid = first!.docUid;
    driver = await RunDriver.create(clients, "", "nl");
    await driver.pin(`vault:${docUid}`);
    for (const stage of stages) {
      const goal = {
        goal: "Show that the report was delivered in time.",
        unsaid: ["Nobody objected", "minutes of the meeting"],
      };
      const isIntent = stage === OrchestratorState.INTENT_SEED;
      await driver.propose(
        isIntent
          ? create(StageProposalSchema, { proposal: { case: "intentSeed", value: goal } })
          : await proposalFor(stage, { driver, docUid }),
      );
      await driver.confirmAll();
      await driver.advance();
    }
    expect(driver.context.lifecycle).toBe(RunLifecycle.FINALISED);
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  it("goes along as what is quoted of it, on the page unless she unticks it", async () => {
    const { page } = visited;
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    const exhibit = page.locator("[data-extracts] label");
    await soon(() => exhibit.innerText()).toContain("Hierin staat wat niet gezegd mag worden: “Nobody objected”.");
    expect(await exhibit.innerText()).toContain("“minutes of the meeting”");
    expect(await exhibit.locator("input").isChecked()).toBe(true);
    await exhibit.locator("input").uncheck();
    expect(await exhibit.locator("input").isChecked()).toBe(false);
  });

  // Words that she had forbidden were offered as a passage without a word about it, and refused in the letter at the last step.
  it("is told beside its passages already", async () => {
    const { slots } = await clients.orchestrator.listCandidates({
      runId: driver.runId,
      slotIds: [driver.context.slots[0]?.slotId ?? ""],
      query: "objected",
      limit: 20,
    });
    const told = slots[0]?.candidates.filter(({ mustNotBeSaid }) => mustNotBeSaid.length > 0);
    expect(told?.map(({ locator, mustNotBeSaid }) => [locator?.exactQuote, mustNotBeSaid])).toEqual([
      ["Minutes of the meeting.", ["minutes of the meeting"]],
    ]);
  });

  it("goes along so from the terminal, unless she sends it whole", async () => {
    const zip = async (...more: string[]): Promise<string> => {
      const argv = ["export", driver.runId, "--format", "zip", "-o", "/dev/null", ...more];
      const { err, out } = await cli(argv, { env: { PINCITE_URL: visited.server.url, PINCITE_LANG: "nl" } });
      return err + out;
    };
    expect(await zip()).toMatch(/als uittreksel mee[\s\S]*niet gezegd mag worden: “Nobody objected”/u);
    expect(await zip("--whole", "1")).toMatch(/gaat heel mee[\s\S]*niet gezegd mag worden: “Nobody objected”/u);
  });
});
