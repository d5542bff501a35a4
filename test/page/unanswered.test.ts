import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { type Visit, visit } from "./support/visit.ts";

const letter = `From: Piet Verzonnen <piet@example.org>
To: Anna Zandstra <anna@example.org>
Subject: Uw opleiding
Date: Fri, 5 Dec 2025 10:00:00 +0100

Geachte mevrouw Zandstra,

Uw opleiding is nooit toegezegd. U hebt de kosten zelf gemaakt.
Wilt u dit vóór 19 december 2025 bevestigen?

Hoogachtend,
Piet Verzonnen
`;

describeWithBrowser("what of the letter has no answer, on the page", () => {
  let visited: Visit;
  let clients: Clients;
  let driver: RunDriver;
  beforeAll(async () => {
    visited = await visit();
    clients = clientsOf(visited.server.url);
    const [first] = await importFiles(clients, [{ path: "brief.eml", bytes: Buffer.from(letter) }]);
    driver = await RunDriver.answering(clients, first!.docUid);
    const answers = [{ assertionId: "assertion:1", answer: AssertionAnswer.RIGHT }];
    await driver.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value: { answers } } }));
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  // The term was reckoned at the first step, and the letter was dated after it without a word.
  it("is told at the outline that the letter comes after a term of it, on the page and at the terminal", async () => {
    const { page } = visited;
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    const late = page.locator("[data-late-date]");
    await late.waitFor();
    expect(await late.innerText()).toMatch(/komt na een termijn[\s\S]*18 december 2025: .*bevestigen/u);
    const env = { PINCITE_URL: visited.server.url, PINCITE_LANG: "nl" };
    expect((await cli(["run", "go", driver.runId], { env })).out).toMatch(
      /komt na een termijn[\s\S]*termijn: 18 december 2025/u,
    );
  });

  // It was told at the last step alone, after all passages had been chosen.
  it("is told with the outline and in the steps that follow, each with what leads to the answers", async () => {
    const { page } = visited;
    const told = page.locator("[data-letter-open]");
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    await told.waitFor();
    expect(await told.innerText()).toMatch(
      /^Van de \d+ stellingen en vragen in de brief h\w+ er \d+ nog geen antwoord\./u,
    );
    // Two buttons beside each other did the very same.
    expect(await page.getByRole("button", { name: "Wat zegt u hierop?" }).count()).toBe(0);
    await told.locator("button").click();
    expect(await page.locator(".assertion").count()).toBeGreaterThan(1);

    await driver.confirmAll();
    await driver.advance();
    await soon(() => page.locator(".run").getAttribute("data-stage")).toBe("3");
    await told.waitFor();
    await told.locator("button").click();
    await soon(() => page.locator(".run").getAttribute("data-stage")).toBe("2");
    expect(visited.complaints()).toEqual([]);
  });
});
