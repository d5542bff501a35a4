import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import { authenticate } from "../../src/main/admit.ts";
import { silentLog } from "../../src/wire/log.ts";
import { createPage } from "../../src/wire/page.ts";
import { type Refused, type RuleName, refusedSentences } from "../e2e/support/refused-sentences.ts";
import { type StandInServer, startStandIn } from "../e2e/support/stand-in.ts";
import { gateCase } from "../simulation/gate/sets.ts";
import { DossierRun } from "../simulation/gate/wire/dossier-run.ts";
import { toolsOver } from "../simulation/gate/wire/world.ts";
import { openSessions } from "../support/open-sessions.ts";
import { describeWithBrowser, openBrowser, openContext, openWatched, soon } from "./support/browser.ts";
import { builtPageWithHarness } from "./support/built-page.ts";

const { dossier } = gateCase("thuiswerk");

// Each rule of the draft check, made to refuse a draft, and each press that the page offers for it, made there.
describeWithBrowser("what the check refuses, on the page", () => {
  let server: StandInServer;
  let run: DossierRun;
  let page: Page;
  beforeAll(async () => {
    const sessions = openSessions();
    const served = { page: createPage({ folder: builtPageWithHarness(), sessions }) };
    server = await startStandIn({
      caseLaw: true,
      run: toolsOver([dossier]),
      page: { ...served, authenticate: authenticate(process.env, silentLog, sessions) },
    });
    run = await DossierRun.open(server, dossier);
    const context = await openContext(await openBrowser(), { locale: "nl-NL" });
    ({ page } = await openWatched(context, server.url, `/session?key=${sessions.invite(`/run/${run.driver.runId}`)}`));
  });
  afterAll(async () => {
    await page?.context().close();
    await server?.stop();
  });

  const found = (rule: RuleName) =>
    run.driver.context.missingInputs.filter(
      ({ rule: one, subjectId }) => one === DraftRule[rule] && subjectId.startsWith("sentence:"),
    );

  /** Puts the sentence forward anew, and gives what the page says of it. */
  const arise = async (rule: RuleName, { text, cites = ["e1"], kind }: Refused): Promise<Locator> => {
    const honest = { text: "Daarover gaat dit stuk.", entryIds: [], kind: "CONNECTIVE" };
    await run.driver.read();
    await run.propose([{ text, entryIds: cites, kind: kind ?? "ARGUMENT", claimId: "c1" }, honest] as never);
    expect(found(rule)).not.toEqual([]);
    const told = page.locator(".findings:not([data-gone]) li", { hasText: text }).first();
    await told.waitFor();
    return told;
  };

  it.each(Object.entries(refusedSentences))("is mended by each press that is offered: %s", async (name, bad) => {
    const rule = name as RuleName;
    const first = await arise(rule, bad);
    // The words that are refused are marked in what is told, where they are not the whole sentence.
    const [{ startChar = 0, endChar = 0 } = {}] = found(rule);
    if (startChar < endChar)
      expect(await first.locator("mark").allInnerTexts()).toEqual([
        [...bad.text].slice(startChar, endChar).join("").trim(),
      ]);
    const isOffered = (await first.getByRole("button", { name: "Herstel", exact: true }).count()) > 0;
    for (const press of [...(isOffered ? ["Herstel"] : []), "Bewaar", "Laat deze zin weg"]) {
      const told = await arise(rule, bad);
      if (press === "Herstel") await told.getByRole("button", { name: press, exact: true }).click();
      else {
        await told.getByRole("button", { name: "Verander deze zin" }).click();
        const form = page.locator(".sentence-form");
        const fields = form.locator("textarea");
        if (press === "Bewaar") {
          for (const field of await fields.all()) await field.fill("");
          await fields.first().fill("Daarover gaat dit stuk ook.");
        }
        await form.getByRole("button", { name: press, exact: true }).click();
        await form.waitFor({ state: "detached" });
      }
      // Of a kind that nothing carries other words change nothing: that it is another kind is a press of its own.
      if (rule === "KIND_NOT_CARRIED" && press === "Bewaar") continue;
      await soon(async () => {
        await run.driver.read();
        return found(rule).map(({ subjectId }) => subjectId);
      }).toEqual([]);
    }
  });
});
