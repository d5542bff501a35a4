import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { key, RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf } from "../e2e/support/server.ts";
import { describeWithBrowser } from "./support/browser.ts";
import { type Visit, visit } from "./support/visit.ts";

const claim = (lid: string) =>
  `Op grond van artikel 6:96 ${lid} BW moet ik eerst veertien dagen de tijd krijgen voordat u incassokosten mag rekenen.`;

describeWithBrowser("the article that a quote of law is of", () => {
  let visited: Visit;
  let server: Clients;
  beforeAll(async () => {
    visited = await visit();
    server = clientsOf(visited.server.url);
    expect((await cli(["law", "add"], { env: { PINCITE_URL: visited.server.url } })).code).toBe(0);
  });
  afterAll(async () => {
    server?.close();
    await visited?.stop();
  });

  const quoting = async (text: string): Promise<RunDriver> => {
    const created = {
      idempotencyKey: key(),
      profileId: "reply-to-debt-collector",
      locale: "nl",
      referenceDate: "2026-12-03",
    };
    const { runContext } = await server.orchestrator.createRun(created);
    const run = new RunDriver(server, runContext!);
    const claims = [{ text, claimKind: "legal-basis" }];
    for (const proposal of [
      { case: "intentSeed" as const, value: { goal: "Antwoord aan een incassobureau." } },
      { case: "skeleton" as const, value: { sections: [{ title: "Mijn reactie", claims }] } },
    ]) {
      await run.propose(create(StageProposalSchema, { proposal }));
      await run.confirmAll();
      await run.advance();
    }
    for (;;) {
      await server.orchestrator.guide(run.command());
      await run.read();
      if (run.context.state === State.SPAN_RESOLUTION) return run;
      await run.confirmAll();
      await run.advance();
    }
  };
  const quoted = async (run: RunDriver) => {
    await run.read();
    return (await run.current("proposal", CitationLedgerSchema))?.entries.map(({ span }) => span?.address);
  };

  // The fourteen days stand in lid 5 of the text of 2012, which fills a chunk of its own: the guide saw lid 1 to 3 and put lid 3 forward.
  it("is read whole: the lid that says what the claim says is put forward, and that another is named is told", async () => {
    const run = await quoting(claim("lid 6"));
    expect(await quoted(run)).toEqual(["art. 6:96 lid 5 BW"]);
    const env = { PINCITE_URL: visited.server.url, PINCITE_LANG: "nl" };
    const { out } = await cli(["run", "go", run.runId], { env });
    expect(out).toContain("Hier staat niet: “6:96 lid 6");
    expect(out.match(/^ +\d+ {2}art\. 6:96 lid \d/gmu)?.length).toBeGreaterThanOrEqual(11);
    const { page } = visited;
    await page.goto(`${visited.server.url}/run/${run.runId}`);
    const parts = page.locator("[data-law-parts]");
    await parts.locator("summary").click();
    const sixth = parts.locator('[data-law-part="art. 6:96 lid 6 BW"]').first();
    await sixth.getByRole("button").click();
    await page.locator("[data-excerpt]", { hasText: "Indien een schuldenaar" }).waitFor();
    expect(await quoted(run)).toEqual(["art. 6:96 lid 6 BW"]);
    const [, number = ""] = /^ +(\d+) {2}art\. 6:96 lid 2 onder c BW/mu.exec(out) ?? [];
    const slot = /pincite run go \S+ \S+ (bewijsvraag:\d+)=…/u.exec(out)?.[1] ?? "";
    const typed = await cli(["run", "go", run.runId, `${slot}=${number}`], { env });
    expect(typed.err).toBe("");
    expect(await quoted(run)).toEqual(["art. 6:96 lid 2 onder c BW"]);
    expect((await cli(["run", "go", run.runId, `${slot}=98`], { env })).err).toContain("geen zin 98");
  });

  it("has the part that a claim names before one with the same words", async () => {
    const run = await quoting("Volgens artikel 6:96 lid 2 onder c BW betaal ik alleen redelijke kosten.");
    expect(await quoted(run)).toEqual(["art. 6:96 lid 2 onder c BW"]);
  });
});
