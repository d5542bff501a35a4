import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../cli/support/layman.ts";
import { accessFaults, describeWithBrowser, picture, soon } from "./support/browser.ts";
import { type Visit, visit } from "./support/visit.ts";

describeWithBrowser("the form that begins a memo", () => {
  let visited: Visit;

  beforeAll(async () => {
    visited = await visit();
    await visited.page.locator("form.new-run").waitFor();
  });

  afterAll(() => visited?.stop());

  // Kinds of one name differed by the name of a model alone, which says nothing to who never heard of it.
  it("says once for all kinds that it writes whether a language model does", async () => {
    await visited.page.locator("form.new-run .choices label").first().waitFor();
    const groups = await visited.page.locator("form.new-run .choices fieldset").allInnerTexts();
    expect(groups.length).toBeGreaterThan(1);
    for (const group of groups) expect(group.match(/zonder taalmodel|met een taalmodel/gu)).toHaveLength(1);
    expect(groups[0]).toMatch(/^zonder taalmodel/u);
    await picture(visited.page, "kinds");
    expect(await accessFaults(visited.page)).toEqual([]);
  });

  // The first of thirteen stood chosen, and the one that fits any letter was the last, with nothing to tell them by.
  it("chooses no kind for her, says so at the button, and says of each when it is the right one", async () => {
    const form = visited.page.locator("form.new-run");
    expect(await form.locator("input[type=radio]:checked").count()).toBe(0);
    const begin = form.locator("[data-cta]");
    expect(await begin.isDisabled()).toBe(true);
    const why = await begin.getAttribute("aria-describedby");
    expect(await form.locator(`#${why}`).innerText()).toBe("Kies hierboven wat u wilt schrijven.");
    for (const one of await form.locator(".choices label").all())
      expect((await one.locator("small").innerText()).length).toBeGreaterThan(20);
  });

  it("says nothing where nothing stands in the way, with no empty line to be read aloud", async () => {
    await visited.page.locator("form.new-run").getByRole("radio").first().check();
    const begin = visited.page.locator("form.new-run [data-cta]:enabled");
    await begin.waitFor();
    expect(await visited.page.locator("form.new-run p:empty").count()).toBe(0);
    expect(await begin.getAttribute("aria-describedby")).toBeNull();
  });

  it("says it in English on a page in English", async () => {
    await visited.page.evaluate("location.hash = '#lang=en'");
    await visited.page.getByText("without a language model").first().waitFor();
    const groups = await visited.page.locator("form.new-run .choices fieldset").allInnerTexts();
    for (const group of groups) expect(group).toMatch(/^with(?:out)? a language model/u);
  });

  it("comes in the words of one language, and of another when a person asks for it", async () => {
    const tab = await visited.tab("/#lang=nl");
    const textsFetched = (): Promise<string[]> =>
      tab.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .flatMap(({ name }) => /texts-(?<language>[a-z]+)-/u.exec(name)?.[1] ?? []),
      );
    await tab.getByRole("heading", { name: "Uw memo's" }).waitFor();
    expect(await textsFetched()).toEqual(["nl"]);
    await tab.getByRole("link", { name: "English" }).click();
    await tab.getByRole("heading", { name: "Your memos" }).waitFor();
    expect(await textsFetched()).toEqual(["nl", "en"]);
    await tab.close();
  });

  it("shows a memo in the language of who reads it, and says in which the letter is", async () => {
    const tab = await visited.tab("/#lang=en");
    await tab.getByLabel("Language of the memo").selectOption("nl");
    await tab.locator("form.new-run").getByRole("radio").first().check();
    await tab.locator("form.new-run [data-cta]").click();
    await tab.getByRole("heading", { name: "What it is about" }).waitFor();
    await tab.getByText("Your letter is written in Dutch.").waitFor();
    await tab.getByRole("link", { name: "Nederlands" }).click();
    await tab.getByRole("heading", { name: "Waar het om gaat" }).waitFor();
    expect(await tab.getByText("Uw brief is in het").count()).toBe(0);
    await tab.close();
  });

  it("goes on to what is wanted: Enter begins another demand, and the day of one is not that of the next", async () => {
    const tab = await visited.tab("/#lang=nl");
    await tab.locator("form.new-run").getByRole("radio").first().check();
    await tab.locator("form.new-run [data-cta]").click();
    const demands = tab.locator(".wish textarea");
    await demands.first().fill("Ik verzoek u het loon over mei te betalen.");
    await tab.locator(".wish input[data-day]").fill("1-12-2026");
    await demands.first().press("Enter");
    await tab.keyboard.type("Ik verzoek u niets te verrekenen.");
    expect(await demands.evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value))).toEqual([
      "Ik verzoek u het loon over mei te betalen.",
      "Ik verzoek u niets te verrekenen.",
      "",
    ]);
    const days = tab.locator(".wish input[data-day]");
    expect(await days.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
      "01-12-2026",
      "",
    ]);
    await days.nth(1).fill("10 december 2026");
    await demands.nth(2).fill("Ik verzoek u te antwoorden.\nIk verzoek u te bellen.");
    expect(await demands.count()).toBe(5);
    expect(await days.nth(1).inputValue()).toBe("10-12-2026");
    // Words that are no day are refused with what they belong to, and stand there still.
    await days.nth(2).fill("volgende week");
    await tab.getByLabel("Waar is de brief voor?").fill("Loon over mei.");
    await tab.getByRole("button", { name: "Bewaar het doel" }).click();
    await tab.locator("[role=alert]").getByText("volgende week").waitFor();
    expect(await days.nth(2).inputValue()).toBe("volgende week");
    await tab.close();
  });

  // A letter stood ticked, a goal was typed and kept, and the memo answered nothing.
  it.each([
    ["Bewaar het doel", 1],
    ["Bewaar alleen dit: ik antwoord op geen brief", 0],
  ])("keeps a goal with the letter that is ticked or without one, as “%s” says", async (button, count) => {
    const tab = await visited.tab("/#lang=nl");
    await tab.locator("form.new-run").getByRole("radio").first().check();
    await tab.locator("form.new-run [data-cta]").click();
    await tab.locator(".drop input").first().setInputFiles(join(root, "demo/dossier/2025-12-09-brief.eml"));
    await tab.locator(".documents input:checked").waitFor();
    await tab.getByLabel("Waar is de brief voor?").fill("Ik wil op vrijdag thuis blijven werken.");
    await tab.getByText("is aangekruist, en wordt gelezen als de brief waarop u antwoordt.").waitFor();
    await tab.getByRole("button", { name: button }).click();
    await tab.getByRole("button", { name: "Verder naar de opzet" }).waitFor();
    expect(await tab.getByText("Op deze brief antwoordt u").count()).toBe(count);
    // What was typed is let go a moment before what was kept of it is shown.
    const goal = tab.getByLabel("Waar is de brief voor?");
    await soon(() => goal.inputValue()).toBe("Ik wil op vrijdag thuis blijven werken.");
    await tab.close();
  });
});
