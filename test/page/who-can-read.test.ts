import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Relation_Kind as Kind } from "../../gen/pincite/access/v1/relation_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { accessFaults, describeWithBrowser, picture, soon } from "./support/browser.ts";
import { journeyOn, runIdOn } from "./support/journey.ts";
import { startSignedInPage } from "./support/signed-in-page.ts";

const members = {
  noor: { name: "Noor de Wit", groups: ["members"] },
  lea: { name: "Lea", groups: ["members"] },
};

describeWithBrowser("who can read a memo, on its page", () => {
  let people: Awaited<ReturnType<typeof startSignedInPage>>;
  let noor: Page;
  let lea: Page;
  let run = "";
  beforeAll(async () => {
    people = await startSignedInPage(members, 'roles { role: ROLE_MEMBER group: "members" }');
    noor = await people.signedIn("noor", "/#lang=nl");
    await noor.locator("form.new-run").waitFor();
    await journeyOn(noor).begin();
    run = runIdOn(noor);
  });
  afterAll(() => people?.stop());

  const summary = "Wie kan dit lezen";
  const rows = (page: Page) => page.locator(".readers > li").allTextContents();
  const letIn = async (name: string, what: string): Promise<void> => {
    await noor.getByLabel("Naam waaronder zij zich aanmelden (sub)").fill(name);
    await noor.locator("[data-let-in]").getByLabel("Wat zij mogen").selectOption({ label: what });
    await noor.getByRole("button", { name: "Toelaten", exact: true }).click();
  };

  it("says who began it, and lets in and takes back with one press each", async () => {
    await noor.getByText(summary).click();
    await soon(() => rows(noor)).toEqual([expect.stringMatching(/^noor \(u\) is eigenaar.*begon dit memo op/u)]);
    await letIn("lea", "mag lezen");
    await noor.getByText("lea mag lezen, vanaf nu.").waitFor();
    await soon(() => rows(noor)).toEqual([
      expect.stringContaining("noor (u)"),
      expect.stringMatching(/^lea mag lezen toegelaten door u op .*Terugnemen$/u),
    ]);
    expect(await accessFaults(noor)).toEqual([]);
    await picture(noor, "who-can-read");
    lea = await people.signedIn("lea", `/run/${run}#lang=nl`);
    await lea.locator(".run").waitFor();
    await lea.getByText(summary).click();
    await soon(() => rows(lea)).toEqual([
      expect.stringMatching(/^noor is eigenaar/u),
      expect.stringMatching(/^lea \(u\) mag lezen toegelaten door noor op/u),
    ]);
    // A reader is offered nothing that is an owner's.
    expect(await lea.getByRole("button", { name: /Terugnemen/u }).count()).toBe(0);
    expect(await lea.locator("[data-let-in]").count()).toBe(0);
    await noor.getByRole("button", { name: "Terugnemen: lea mag lezen" }).click();
    await noor.getByText("Teruggenomen van lea: mag lezen.").waitFor();
    await soon(() => rows(noor)).toEqual([expect.stringContaining("noor (u)")]);
    await lea.reload();
    await lea
      .getByRole("alert")
      .filter({ hasText: /geen.*memo|niet van u/u })
      .waitFor();
  });

  it("tells somebody plainly who is an owner no more, and whoever lifts another's wall", async () => {
    const account = openConnection(people.server.url);
    const relation = (kind: Kind, subject: string) => ({
      kind,
      object: { case: "runId" as const, value: run },
      who: { case: "person" as const, value: { issuer: people.issuer, subject } },
    });
    const change = (what: "grant" | "revoke", kind: Kind, subject: string) =>
      account.access[what]({ idempotencyKey: crypto.randomUUID(), relation: relation(kind, subject) });
    await change("grant", Kind.OWNER, "lea");
    await change("grant", Kind.WALLED, "bo");
    await lea.goto("about:blank");
    await lea.goto(`${people.origin}/run/${run}#lang=nl`);
    await lea.getByText(summary).click();
    await lea.getByRole("button", { name: "Terugnemen: bo staat achter een muur" }).click();
    await lea.getByRole("alert").filter({ hasText: "een muur wordt weggenomen door wie hem plaatste" }).waitFor();
    await change("grant", Kind.READER, "lea");
    await change("revoke", Kind.OWNER, "lea");
    await lea.getByLabel("Naam waaronder zij zich aanmelden (sub)").fill("bo");
    await lea.getByRole("button", { name: "Toelaten", exact: true }).click();
    await lea.getByRole("alert").filter({ hasText: "alleen wie eigenaar van dit memo is" }).waitFor();
    await soon(() => lea.locator("[data-let-in]").count()).toBe(0);
    account.close();
  });
});
