import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Relation_Kind as Kind } from "../../gen/pincite/access/v1/relation_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { invite } from "../access/support/invitations.ts";
import { newFolder } from "../support/new-folder.ts";
import { accessFaults, describeWithBrowser, openBrowser, openContext, picture, soon } from "./support/browser.ts";
import { journeyOn, runIdOn } from "./support/journey.ts";
import { signInAt, startSignedInPage } from "./support/signed-in-page.ts";

const members = {
  noor: { name: "Noor de Wit", groups: ["members"] },
  advocaat: { name: "Mr. Lea Blom", groups: ["members"] },
  bo: { name: "Bo", groups: ["members"] },
};

/** The name of a paper of hers, which nobody else may read. */
const ofHers = "geheime-notulen";

/** What a server in between sees of the requests of a page: addresses and where they say that they come from. */
const heardOn = (context: BrowserContext): string[] => {
  const heard: string[] = [];
  context.on("request", (request) => {
    heard.push(request.url(), request.headers().referer ?? "", request.postData() ?? "");
  });
  return heard;
};

describeWithBrowser("an invitation by link, on the page", () => {
  let people: Awaited<ReturnType<typeof startSignedInPage>>;
  let noor: Page;
  let lawyer: Page;
  let run = "";
  let link = "";
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    people = await startSignedInPage(members, 'roles { role: ROLE_MEMBER group: "members" }');
    noor = await people.signedIn("noor", "/#lang=nl");
    await noor.locator("form.new-run").waitFor();
    await journeyOn(noor).begin();
    run = runIdOn(noor);
    const paper = join(newFolder("invitation-page"), `${ofHers}.txt`);
    writeFileSync(paper, "Notulen van 3 maart.\n\nDe werkgever gaf toe dat de bonus was toegezegd.\n");
    await journeyOn(noor).drop([paper]);
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await people?.stop();
  });

  const summary = "Wie kan dit lezen";
  const rows = (page: Page) => page.locator(".readers > li[data-reader]").allTextContents();
  const newPage = async (): Promise<{ page: Page; heard: string[] }> => {
    const context = await openContext(await openBrowser(), { locale: "nl-NL", viewport: { width: 1280, height: 900 } });
    contexts.push(context);
    const heard = heardOn(context);
    return { page: await context.newPage(), heard };
  };

  it("is made and copied by the owner, who sees the link this once", async () => {
    await noor.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: people.origin });
    await noor.getByText(summary).click();
    await noor.locator("[data-invite]").waitFor();
    await noor.getByRole("button", { name: "Een link maken" }).click();
    link = await noor.getByLabel("De link", { exact: true }).inputValue();
    expect(link).toMatch(new RegExp(`^${people.origin}/invitation#inv-[0-9a-f]{32}\\.[A-Za-z0-9_-]{43}$`, "u"));
    await noor.getByRole("button", { name: "De link kopiëren" }).click();
    await noor.getByText("De link is gekopieerd").waitFor();
    expect(await noor.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await noor.getByText(/^Link van .*: mag lezen opent tot en met/u).waitFor();
    expect(await accessFaults(noor)).toEqual([]);
    await picture(noor, "invitation-made");
    await noor.reload();
    await noor.getByText(summary).click();
    await noor.locator("[data-invitation]").waitFor();
    expect(await noor.locator("main").innerHTML()).not.toContain(link.split(".").at(-1));
  });

  it("lets her lawyer in, who signs in, takes it and stands in the memo, while no address and no Referer has its secret", async () => {
    const { page, heard } = await newPage();
    lawyer = page;
    await lawyer.goto(link);
    await lawyer.waitForURL(/\/sign-in\?/u);
    await signInAt(lawyer, "advocaat");
    await lawyer.getByRole("heading", { name: "U bent uitgenodigd" }).waitFor();
    await soon(() => lawyer.locator("[data-signed-in]").textContent()).toContain("Mr. Lea Blom");
    expect(lawyer.url()).toBe(`${people.origin}/invitation`);
    expect(await accessFaults(lawyer)).toEqual([]);
    await picture(lawyer, "invitation-opened");
    const secret = link.split(".").at(-1) ?? "";
    const sent = () => heard.filter((text) => text.includes(secret));
    // The browser opens the address with what stands behind #, which it sends to nobody: its own word for the first request has it alone.
    expect(sent().filter((text) => text !== link)).toEqual([]);
    expect(heard.some((text) => text.includes("/sign-in?to=%2Finvitation"))).toBe(true);
    await lawyer.getByRole("button", { name: "De uitnodiging aannemen" }).click();
    await lawyer.locator(".run").waitFor();
    expect(runIdOn(lawyer)).toBe(run);
    expect(await lawyer.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(secret);
    await lawyer.getByText(summary).click();
    await soon(() => rows(lawyer)).toEqual([
      expect.stringMatching(/^noor is eigenaar/u),
      expect.stringMatching(/^advocaat \(u\) mag lezen kwam op uitnodiging van noor op/u),
    ]);
    expect(await lawyer.locator("[data-invite]").count()).toBe(0);
    await noor.reload();
    await noor.getByText(summary).click();
    await soon(() => rows(noor)).toEqual([
      expect.stringContaining("noor (u)"),
      expect.stringMatching(/^advocaat mag lezen kwam op uw uitnodiging op/u),
    ]);
    await noor.getByText(/mag lezen geopend door advocaat/u).waitFor();
  });

  it("shows her lawyer in the memo no paper of her strand, which she sees there", async () => {
    await soon(() => noor.locator("body").innerText()).toContain(ofHers);
    expect(await lawyer.locator("body").innerText()).not.toContain(ofHers);
  });

  it("tells whoever opens it second, late, after it was taken back, or from behind a wall, and leads on", async () => {
    const account = openConnection(people.server.url);
    const { page: bo } = await newPage();
    await bo.goto(link);
    await signInAt(bo, "bo");
    const opens = async (words: RegExp): Promise<void> => {
      await bo.getByRole("button", { name: "De uitnodiging aannemen" }).click();
      await bo.getByRole("alert").filter({ hasText: words }).waitFor();
      expect(await bo.getByRole("button", { name: "De uitnodiging aannemen" }).count()).toBe(0);
    };
    await opens(/al geopend, en zij werkt één keer/u);
    await picture(bo, "invitation-used");
    const linkOf = ({ invitationId, secret }: { invitationId: string; secret: string }) =>
      `${people.origin}/invitation#${invitationId}.${secret}`;
    const untilIso = new Date(Date.now() + 1_000).toISOString();
    const late = await invite(account.access, run, { untilIso });
    while (new Date().toISOString() <= untilIso) await new Promise((resolve) => setTimeout(resolve, 50));
    // Another link that is pasted over this one, in the same tab.
    await bo.goto(linkOf(late));
    await opens(/liep af op/u);
    const back = await invite(account.access, run, { kind: Kind.EDITOR });
    await noor.reload();
    await noor.getByText(summary).click();
    await noor.locator(`[data-invitation="${back.invitationId}"]`).getByRole("button").click();
    await noor.getByText("De uitnodiging is ingetrokken.").waitFor();
    await bo.goto(linkOf(back));
    await opens(/is ingetrokken/u);
    const walled = await invite(account.access, run);
    const who = { case: "person" as const, value: { issuer: people.issuer, subject: "bo" } };
    const relation = { kind: Kind.WALLED, object: { case: "runId" as const, value: run }, who };
    await account.access.grant({ idempotencyKey: "wall", relation });
    await bo.goto(linkOf(walled));
    await opens(/is er niet, of zij is niet voor u/u);
    expect(await accessFaults(bo)).toEqual([]);
    account.close();
  });
});
