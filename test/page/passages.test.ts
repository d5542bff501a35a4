import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { loadRunView } from "../../src/client/run-view.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { note, quote } from "../e2e/support/small-case.ts";
import { json, type Reply, type StandIn, standIn } from "../model/providers/stand-in.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { picture } from "./support/pictures.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

describeWithBrowser("one claim, five passages, on the page", () => {
  let visited: Visit;
  let clients: Clients;
  let driver: RunDriver;
  let model: StandIn;
  let docUid: string;
  beforeAll(async () => {
    model = await standIn((response) => ranking(response));
    process.env.PINCITE_RANK_PROVIDER = "openai-compatible";
    process.env.PINCITE_RANK_MODEL = "stand-in";
    process.env.PINCITE_RANK_URL = `${model.base.href}v1`;
    visited = await visit();
    for (const name of ["PINCITE_RANK_PROVIDER", "PINCITE_RANK_MODEL", "PINCITE_RANK_URL"]) delete process.env[name];
    clients = clientsOf(visited.server.url);
    const [first] = await importFiles(clients, [note]);
    ({ docUid } = first!);
    driver = await RunDriver.create(clients, "", "nl");
    await driver.park(docUid, OrchestratorState.EVIDENCE_NEEDS, StagePhase.OPEN);
    await visited.page.goto(`${visited.server.url}/run/${driver.runId}`);
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
    await model?.[Symbol.asyncDispose]();
  });

  /** A model that orders passages: it puts the last one first, with words that would be markup. */
  const ranking: Reply = (response) => {
    const shown =
      model.asked
        .at(-1)
        ?.body.messages.map((one: { content: string }) => one.content)
        .join("\n") ?? "";
    const [, nonce] = /"nonce": "([^"]+)"/u.exec(shown) ?? [];
    const [, slotId] = /^Slot: (\S+)$/mu.exec(shown) ?? [];
    const last = Array.from(shown.matchAll(/^Passage: (\d+)$/gmu), ([, number]) => Number(number)).at(-1);
    const reason = "Dit zegt het <img src=x>.";
    const content = JSON.stringify({ nonce, slots: [{ slotId, passages: [{ number: last, reason }] }] });
    return json({ choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }] })(response);
  };

  it("shows whole sentences with what they share with the claim, who says them, and what stands around them", async () => {
    const { page } = visited;
    const passage = page.locator(".passages .candidate").first();
    await soon(() => passage.locator("blockquote").textContent()).toBe(quote);
    expect(await passage.locator("mark").allTextContents()).toContain("delivered");
    await passage.locator("summary").click();
    await passage.getByText("Nobody objected.").waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, "passages");
  });

  it("takes a press as the choice, keeps it over a reload, and gives it back", async () => {
    const { page } = visited;
    await page.locator("[data-choose]").first().click();
    await page.locator(".passages .agreed").waitFor();
    expect((await driver.read()).choices).toMatchObject([{ holds: true }]);
    await page.reload();
    await page.locator(".passages .agreed").waitFor();
    await page.getByRole("button", { name: "Neem terug" }).click();
    await soon(async () => (await driver.read()).choices).toEqual([]);
    await page.locator("[data-choose]").first().waitFor();
  });

  // A choice that a search had found stood there as bare words, without its paper, and nothing said what it lacks.
  it("shows what was chosen elsewhere with its paper", async () => {
    const { page } = visited;
    const { slots } = await clients.orchestrator.listCandidates({ runId: driver.runId, limit: 1 });
    const [slot] = slots;
    await clients.orchestrator.chooseEvidence({
      ...driver.command(),
      slotId: slot!.slotId,
      choice: {
        case: "binding",
        value: {
          slotId: slot!.slotId,
          evidence: { evidence: { case: "document", value: { evidenceId: `vault:${docUid}` } } },
          locator: { docUid, exactQuote: "Nobody objected" },
        },
      },
    });
    const chosen = page.locator("[data-chosen-elsewhere]");
    await soon(() => chosen.locator("blockquote").allInnerTexts()).toEqual(["Nobody objected"]);
    await soon(() => chosen.locator("p.note").first().textContent()).not.toBe("");
    await clients.orchestrator.chooseEvidence({
      ...driver.command(),
      expectedVersion: "",
      slotId: slot!.slotId,
      choice: { case: "withdrawn", value: true },
    });
    await soon(async () => (await driver.read()).choices).toEqual([]);
    await chosen.waitFor({ state: "detached" });
  });

  // A tab went on showing the order from before, until it was loaded again.
  it("lists anew once another tab or the terminal has had a model order them", async () => {
    const { page } = visited;
    expect(await page.locator("[data-ranked]").count()).toBe(0);
    await clients.orchestrator.rankCandidates((await driver.read(), driver.command()));
    await soon(() => page.locator("[data-ranked]").count()).toBe(1);
    await driver.read();
  });

  it("has a model order them at a press, says whose order it is, and shows the order without it", async () => {
    const { page } = visited;
    const first = page.locator(".passages blockquote").first();
    await page.getByRole("button", { name: "Laat het model ordenen" }).click();
    const said = page.locator("[data-ranked]").first();
    await soon(() => said.textContent()).toContain(
      "Volgens het model openai-compatible/stand-in: “Dit zegt het img src x .”",
    );
    expect(await page.locator("[data-order]").first().textContent()).toContain("u kiest");
    expect(await first.textContent()).not.toBe(quote);
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, "ranked");
    await page.getByRole("button", { name: "Volgorde zonder het model" }).first().click();
    await soon(() => first.textContent()).toBe(quote);
    await page.getByRole("button", { name: "Volgorde van het model" }).first().click();
    await soon(() => page.locator("[data-ranked]").count()).toBe(1);
    expect((await driver.read()).choices).toEqual([]);
    await page.getByRole("button", { name: "Volgorde zonder het model" }).first().click();
    await soon(() => first.textContent()).toBe(quote);
  });

  it("finds another passage by a person's own words, in place", async () => {
    const { page } = visited;
    const search = page.locator(".passages form.search");
    await search.locator("input").fill("minutes meeting");
    await search.getByRole("button", { name: "Zoek" }).click();
    await soon(() => page.locator(".passages blockquote").first().textContent()).toBe("Minutes of the meeting.");
  });

  it("lets a person point at a sentence of a paper that she knows", async () => {
    const { page } = visited;
    await page.locator("[data-point] > summary").first().click();
    const papers = page.locator("[data-point] select").first();
    await soon(() => papers.locator("option").count()).toBeGreaterThan(1);
    await papers.selectOption({ index: 1 });
    const sentences = page.locator("[data-point] blockquote");
    await soon(() => sentences.allTextContents()).toContain("Minutes of the meeting.");
    await picture(page, "point-at-it");
    expect(await violationsOn(page)).toEqual([]);
    await page.locator("[data-point] [data-choose]").first().click();
    await page.locator(".passages .agreed").first().waitFor();
    expect((await driver.read()).choices).toHaveLength(1);
    await page.getByRole("button", { name: "Neem terug" }).first().click();
    await soon(async () => (await driver.read()).choices.length).toBe(0);
  });

  // A search that failed was told as one that found nothing.
  it("says that passages could not be listed, and lists them at a press", async () => {
    const { page } = visited;
    await page.route("**/ListCandidates", (route) => route.abort());
    await page.reload();
    const trouble = page.locator(".passages [role=alert]").first();
    await trouble.waitFor();
    await page.unroute("**/ListCandidates");
    await trouble.getByRole("button").click();
    await page.locator(".passages .candidate").first().waitFor();
  });

  it("takes the claim in other words, each sentence as a claim of its own, and comes back to what is to be shown", async () => {
    const { page } = visited;
    await page.locator("[data-claim-otherwise] > summary").first().click();
    const words = page.locator("[data-claim-otherwise] textarea").first();
    await words.waitFor();
    const say = page.locator("[data-say-otherwise]").first();
    expect(await say.isDisabled()).toBe(true);
    await words.fill("The goods were delivered on 3 March. Nobody objected.");
    await picture(page, "said-otherwise");
    const before = await driver.read();
    await say.click();
    await soon(async () => (await driver.read()).version).not.toBe(before.version);
    await soon(async () => (await driver.read()).state).toBe(OrchestratorState.EVIDENCE_NEEDS);
    await page.getByText(/Stelling \d van 2/u).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  // The walk began again at the first claim, however far she was.
  it("comes back to the claim that was put otherwise", async () => {
    const { page } = visited;
    await page.getByText("Stelling 2 van 2").waitFor();
    await page.locator("[data-claim-otherwise] > summary").first().click();
    const before = await driver.read();
    await page.locator("[data-claim-otherwise] textarea").first().fill("Nobody objected to it.");
    await page.locator("[data-say-otherwise]").first().click();
    await soon(async () => (await driver.read()).version).not.toBe(before.version);
    await page.getByRole("heading", { name: "Nobody objected to it." }).waitFor();
    await page.getByText("Stelling 2 van 2").waitFor();
  });

  // The next claim opened scrolled to its second passage: one chose without having seen for what.
  it("shows the next claim itself after a choice, however far down that was", async () => {
    const { page } = visited;
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 1440, height: 360 });
    await page.getByRole("button", { name: "Vorige stelling" }).click();
    await page.getByText("Stelling 1 van 2").waitFor();
    const last = page.locator(".claim [data-choose]").last();
    await last.scrollIntoViewIfNeeded();
    await last.click();
    await page.getByText("Stelling 2 van 2").waitFor();
    const top = () => page.locator(".claim h2").evaluate((heading) => heading.getBoundingClientRect().top);
    await soon(top).toBeGreaterThanOrEqual(0);
    expect(await top()).toBeLessThan(360);
    await page.setViewportSize(size);
    await page.getByRole("button", { name: "Vorige stelling" }).click();
    await page.getByRole("button", { name: "Neem terug" }).click();
    await soon(async () => (await driver.read()).choices).toEqual([]);
    await page.getByRole("button", { name: "Volgende stelling" }).click();
    await page.getByText("Stelling 2 van 2").waitFor();
  });

  it("lets a person say that it stands nowhere: she states it herself, and comes back to what is to be shown", async () => {
    const { page } = visited;
    await page.locator("[data-nowhere] > summary").first().click();
    await page.locator("[data-state-myself]").first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, "nowhere");
    const before = await driver.read();
    await page.locator("[data-state-myself]").click();
    await soon(async () => (await driver.read()).version).not.toBe(before.version);
    await soon(async () => (await driver.read()).state).toBe(OrchestratorState.EVIDENCE_NEEDS);
    // The other claim is left to be shown.
    await page.getByText("Stelling 1 van 1").waitFor();
  });

  // The guide picked a sentence of it, and the person found the words in the draft.
  it("lays the best sentences of a paper that is bound whole before a person, and takes one as its quote", async () => {
    const { page } = visited;
    const whole = await RunDriver.create(clients, "", "nl");
    await whole.park(docUid, OrchestratorState.EVIDENCE_NEEDS, StagePhase.OPEN);
    const slotId = whole.context.slots[0]?.slotId ?? "";
    await clients.orchestrator.pinEvidence({ ...whole.command(), evidenceId: `vault:${docUid}`, slotId });
    for (const next of [OrchestratorState.EVIDENCE_BINDING, OrchestratorState.SPAN_RESOLUTION]) {
      await whole.read();
      await whole.confirmAll();
      await whole.advance();
      expect(whole.context.state).toBe(next);
      await clients.orchestrator.guide({ ...whole.command(), userPrompt: "" });
    }
    await page.goto(`${visited.server.url}/run/${whole.runId}`);
    await soon(() => page.locator(".passages blockquote").allTextContents()).toContain(quote);
    await soon(() => page.locator("[data-cta]").textContent()).toBe("Kies de passage die het zegt");
    await page.locator("[data-point] > summary").click();
    await soon(() => page.locator("[data-point] blockquote").allTextContents()).toContain("Minutes of the meeting.");
    await picture(page, "words-of-a-paper");
    expect(await violationsOn(page)).toEqual([]);
    await page.locator("[data-choose]").first().click();
    await soon(() => page.locator("[data-excerpt]").allTextContents()).toEqual([quote]);
    await picture(page, "words-chosen");
    await soon(() => page.locator("[data-cta]").textContent()).not.toContain("Kies");
    expect((await whole.read()).choices).toMatchObject([{ slotId, holds: true }]);
  });

  // What a quote rests on could be changed at the fifth step by no press, and at the fourth whole papers were offered for it.
  it("leads from a quote back to the passages of its claim, and binds another in its place", async () => {
    const { page } = visited;
    const again = await RunDriver.create(clients, "", "nl");
    await again.park(docUid, OrchestratorState.SPAN_RESOLUTION, StagePhase.PROPOSED);
    await page.goto(`${visited.server.url}/run/${again.runId}`);
    await soon(() => page.locator("[data-excerpt]").allTextContents()).toEqual([quote]);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1000, height: 320 });
    await page.locator("[data-other-passage]").click();
    const passages = page.locator("details[open] .passages");
    await soon(() => passages.locator("blockquote").allTextContents()).toContain("Minutes of the meeting.");
    expect((await again.read()).state).toBe(OrchestratorState.EVIDENCE_BINDING);
    // The step began at its top, and the list that was gone back for stood screens below it.
    await soon(() =>
      page.evaluate(
        () =>
          document.querySelector("details[open] > summary + *")?.closest("details")?.getBoundingClientRect().top ?? -1,
      ),
    ).toBeLessThan(120);
    expect(await violationsOn(page)).toEqual([]);
    await passages
      .locator(".candidate", { hasText: /^Minutes of the meeting/u })
      .locator("[data-choose]")
      .click();
    await soon(() => page.locator("details[open] .passages").count()).toBe(0);
    expect((await again.read()).choices).toMatchObject([{ holds: true }]);
    await soon(() => page.locator("main").textContent()).toContain("“Minutes of the meeting.”");
    if (size) await page.setViewportSize(size);
  });

  // Four in ten of the sentences that are right stood behind the third place, and only a search led to them.
  it("lists more passages at a press, until there are no more", async () => {
    const { page } = visited;
    const sentences = Array.from(
      { length: 22 },
      (_, at) => `The board spoke about report number ${at + 1} for a while.`,
    );
    await importFiles(clients, [{ path: "agenda.txt", bytes: Buffer.from(sentences.join("\n\n")) }]);
    const many = await RunDriver.create(clients, "", "nl");
    await many.park(docUid, OrchestratorState.EVIDENCE_NEEDS, StagePhase.OPEN);
    await page.goto(`${visited.server.url}/run/${many.runId}`);
    const passages = page.locator(".passages > ol .candidate");
    const more = page.locator(".passages [data-more]");
    await soon(() => passages.count()).toBe(5);
    for (const count of [11, 17, 20]) {
      await more.click();
      await soon(() => passages.count()).toBe(count);
    }
    expect(await more.count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    const search = page.locator(".passages form.search");
    await search.locator("input").fill("delivered to the board");
    await search.getByRole("button", { name: "Zoek" }).click();
    await soon(() => passages.count()).toBe(5);
    await more.click();
    await soon(() => passages.count()).toBe(11);
  });

  it("takes each line of a field of the outline as a point of its own, and the first as the point that it was", async () => {
    const { page } = visited;
    const typed = await RunDriver.create(clients, "", "nl");
    await typed.park(docUid, OrchestratorState.SKELETON, StagePhase.PROPOSED);
    const claimsNow = async () => {
      const connection = openConnection(visited.server.url);
      const { skeleton } = await loadRunView(connection, await typed.read());
      connection.close();
      return (skeleton?.sections ?? []).flatMap((section) => section.claims);
    };
    const before = (await claimsNow()).map(({ claimId }) => claimId);
    await page.goto(`${visited.server.url}/run/${typed.runId}`);
    await page.getByRole("button", { name: "Opzet veranderen" }).click();
    await page
      .locator(".outline-claim textarea")
      .first()
      .fill("The report came in March.\n\n  Nobody objected.\r\nIt was paid.");
    await page.getByRole("button", { name: "Opzet bewaren" }).click();
    await page.locator("[data-item]", { hasText: "It was paid." }).waitFor();
    const claims = await claimsNow();
    expect(claims.slice(0, 3).map(({ text }) => text)).toEqual([
      "The report came in March.",
      "Nobody objected.",
      "It was paid.",
    ]);
    expect(claims[0]?.claimId).toBe(before[0]);
    expect(new Set(claims.map(({ claimId }) => claimId)).size).toBe(claims.length);
  });

  // What an addition says of the chosen article was shown before the letter was final, and by then nobody reads it.
  it("lays what another paper says of a clause beside it, when it is chosen and when it is bound", async () => {
    const { page } = visited;
    const text = (words: string) => new TextEncoder().encode(words);
    const lapses = "Artikel 5.3 van de huurovereenkomst vervalt per die datum.";
    await importFiles(clients, [
      {
        path: "huurovereenkomst.txt",
        bytes: text("Huurovereenkomst\n\n5.1 De huur is 742 euro.\n5.3 De huismeester is in de huur begrepen.\n"),
      },
      { path: "aanvulling.txt", bytes: text(`Aanvulling\n\nDe huismeester werkt voor het gebouw.\n${lapses}\n`) },
    ]);
    const run = await RunDriver.create(clients, "", "nl");
    const intent = { goal: "De kosten van de huismeester.", locale: "nl" };
    await run.propose(create(StageProposalSchema, { proposal: { case: "intentSeed", value: intent } }), true);
    await run.advance();
    const claims = [{ text: "De huismeester is in de huur begrepen." }];
    const skeleton = { sections: [{ title: "Memo", claims }] };
    await run.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value: skeleton } }), true);
    await run.advance();
    await page.goto(`${visited.server.url}/run/${run.runId}`);
    const beside = page.locator("[data-clause-elsewhere] blockquote");
    await soon(() => beside.allTextContents()).toEqual([lapses]);
    await page.locator("[data-choose]").first().click();
    await page.locator(".passages .agreed").waitFor();
    await run.read();
    await run.confirmAll();
    await run.advance();
    await page.reload();
    await soon(() => beside.allTextContents()).toEqual([lapses]);
    expect(await violationsOn(page)).toEqual([]);
  });

  // The two hundred that were most like the claim were shown of a long chat, and nothing said that there are more.
  it("shows a long chat in parts to one who points in it by hand", async () => {
    const { page } = visited;
    const sent = Array.from({ length: 203 }, (_, at) => `02-03-2026 09:00 - Ada: Bericht ${at + 1}`);
    await importFiles(clients, [
      { path: "WhatsApp-chat met Ada.txt", bytes: new TextEncoder().encode(sent.join("\n")) },
    ]);
    const long = await RunDriver.create(clients, "", "nl");
    await long.park(docUid, OrchestratorState.EVIDENCE_NEEDS, StagePhase.OPEN);
    await page.goto(`${visited.server.url}/run/${long.runId}`);
    await page.locator("[data-point] > summary").first().click();
    const papers = page.locator("[data-point] select").first();
    const title = () => papers.locator("option", { hasText: "Ada" }).getAttribute("value");
    await soon(title).toContain("vault:");
    await papers.selectOption((await title()) ?? "");
    const words = page.locator("[data-point] blockquote");
    await soon(() => words.count()).toBe(200);
    await soon(() => page.locator("[data-parts] .note").textContent()).toBe("Deel 1 van 2 van dit stuk");
    await page.getByRole("button", { name: "Wat erna staat" }).click();
    await soon(() => words.allTextContents()).toEqual(["Bericht 201", "Bericht 202", "Bericht 203"]);
    await picture(page, "part-of-a-chat");
    await page.locator("[data-point] [data-choose]").last().click();
    await page.locator(".passages .agreed").first().waitFor();
    expect((await long.read()).choices).toHaveLength(1);
  });
});
