import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { mendDraft } from "../../src/client/mend-draft.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { note } from "../e2e/support/small-case.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { type Visit, visit } from "./support/visit.ts";

describeWithBrowser("what the check finds in a draft, on the page", () => {
  let visited: Visit;
  let clients: Clients;
  let driver: RunDriver;
  beforeAll(async () => {
    visited = await visit();
    clients = clientsOf(visited.server.url);
    const [first] = await importFiles(clients, [note]);
    driver = await RunDriver.create(clients, "", "nl");
    await driver.park(first!.docUid, OrchestratorState.DRAFT, StagePhase.PROPOSED);
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  const found = () => driver.context.missingInputs.filter(({ subjectId }) => subjectId === "title").length;

  it("is mended in the title by the words that a person puts there", async () => {
    const draft = await driver.current("proposal", DraftTextSchema);
    const { proposal } = mendDraft(draft!, [], {
      ...driver.context,
      words: new Map([["title", "Het gesprek van 3 januari 2021"]]),
    } as never);
    await driver.propose(create(StageProposalSchema, { proposal: { case: "draftText", value: proposal } }));
    expect(found()).toBe(1);
    const { page } = visited;
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    const words = page.locator('[data-finding-words="title"]');
    const next = page.locator("[data-cta]");
    // No guide has written here: it may still be asked to.
    await soon(() => next.getAttribute("data-rpc")).toMatch(/\/Guide$/u);
    await words.locator("summary").click();
    await words.locator("textarea").fill("Het gesprek");
    await words.locator("[data-say-otherwise]").click();
    await soon(async () => {
      await driver.read();
      return found();
    }).toBe(0);
    await soon(() => page.locator('[data-finding-words="title"]').count()).toBe(0);
    // The button went on offering to write the letter that stood there.
    expect(await next.getAttribute("data-rpc")).toMatch(/\/(?:Confirm|Advance)$/u);
  });

  // A subject that the check refused was told by an internal name, and no place to change it stood beside it.
  it("is mended in a line above the letter by the words that a person puts there", async () => {
    const frame = { sender: ["Jorinde Haverlag"], subject: "De bonus van € 5.000" };
    await driver.propose(create(StageProposalSchema, { proposal: { case: "draftText", value: { frame } } }));
    const { page } = visited;
    const line = page.locator('[data-finding-words="frame:subject"]');
    await soon(() => line.count()).toBe(1);
    const told = await page.locator(".findings li").allInnerTexts();
    expect(told.join("\n")).toContain("“De bonus van € 5.000”");
    expect(told.join("\n")).not.toContain("frame:");
    await line.locator("summary").click();
    await line.locator("textarea").fill("De bonus");
    await line.locator("[data-say-otherwise]").click();
    await soon(() => line.count()).toBe(0);
    await driver.read();
    const { frame: mended } = (await driver.current("proposal", DraftTextSchema)) ?? {};
    expect(mended).toMatchObject({ sender: ["Jorinde Haverlag"], subject: "De bonus" });
  });

  it("asks for the place of a letter that has none, before it is final", async () => {
    const { page } = visited;
    const gaps = page.locator("[data-frame-gaps]");
    await soon(() => gaps.count()).toBe(1);
    await gaps.locator("input").fill("Utrecht");
    await gaps.getByRole("button").first().click();
    await soon(() => gaps.count()).toBe(0);
    await driver.read();
    const { frame } = (await driver.current("proposal", DraftTextSchema)) ?? {};
    expect(frame).toMatchObject({ sender: ["Jorinde Haverlag"], place: "Utrecht" });
  });

  // A quotation that got into a sentence twice stayed there: its words are locked, and nothing took it out.
  it("loses a quotation by a press", async () => {
    const sentences = async () =>
      (await driver.current("proposal", DraftTextSchema))?.sections.flatMap((one) => one.sentences) ?? [];
    const { page } = visited;
    const texts = async () => {
      await driver.read();
      return (await sentences()).map(({ text }) => text);
    };
    const before = await texts();
    const quoting = before.findIndex((text) => text.includes("“"));
    expect(quoting).toBeGreaterThan(-1);
    await page.locator("[data-sentence]").nth(quoting).click();
    const form = page.locator(".sentence-form");
    await form.locator("[data-quote-out]").first().click();
    await form.locator("textarea").first().fill("Daarover gaat het verslag.");
    await form.getByRole("button", { name: "Bewaar", exact: true }).click();
    await soon(texts).not.toEqual(before);
    expect((await texts())[quoting]).not.toContain("“");
  });
});
