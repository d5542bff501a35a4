import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signedInKept } from "#kit/page-session.ts";
import { openConnection } from "../../src/client/connection.ts";
import { startPincite } from "../../src/main.ts";
import { startOidc } from "../access/support/oidc.ts";
import { freePort } from "../support/free-port.ts";
import { newFolder } from "../support/new-folder.ts";
import { accessFaults, describeWithBrowser, openBrowser, openContext, picture, soon } from "./support/browser.ts";
import { builtPage } from "./support/built-page.ts";
import { journeyOn, runIdOn } from "./support/journey.ts";
import { signInAt } from "./support/signed-in-page.ts";

const members = {
  noor: { name: "Noor de Wit", groups: ["lawyers"] },
  sem: { name: "Sem", groups: ["trainees"] },
  gast: { name: "Gast", groups: ["guests"] },
};

let oidc: Awaited<ReturnType<typeof startOidc>>;
let server: Awaited<ReturnType<typeof startPincite>>;
let origin: string;
const contexts: BrowserContext[] = [];

/** A browser that knows nobody yet, at a path of the page. */
const openAt = async (path: string): Promise<Page> => {
  const context = await openContext(await openBrowser(), { locale: "nl-NL", viewport: { width: 1280, height: 900 } });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(origin + path);
  return page;
};

const start = (dataDir: string, signInFile: string) =>
  startPincite({ dataDir, port: Number(new URL(origin).port), user: "account", log: "silent", signIn: signInFile });

describeWithBrowser("the page of people who sign in elsewhere", () => {
  const folder = newFolder("page-sign-in");
  const file = join(folder, "sign-in.txtpb");
  const data = join(folder, "data");
  beforeAll(async () => {
    builtPage();
    origin = `http://127.0.0.1:${await freePort()}`;
    oidc = await startOidc({ redirect: `${origin}/sign-in/return`, members, secret: "a-secret-of-these-tests" });
    writeFileSync(join(folder, "secret"), "a-secret-of-these-tests\n");
    writeFileSync(
      file,
      `issuers { issuer: "${oidc.issuer}" audience: "api" algorithms: "ES256" jwks_url: "${oidc.jwks}" }
roles { role: ROLE_EDITOR group: "lawyers" }
roles { role: ROLE_READER group: "trainees" }
page { client_id: "pincite" client_secret_file: "secret" base_url: "${origin}" scopes: "profile" scopes: "groups" contact: "Beheer, toestel 12" }
`,
    );
    server = await start(data, file);
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await server?.stop();
    await oidc?.stop();
  });

  let noor: Page;
  let run: string;

  it("shows a screen that leads to the issuer, and comes back to where somebody was going", async () => {
    noor = await openAt("/#lang=nl");
    await noor.waitForURL(/\/sign-in\?/u);
    expect(await noor.getByRole("heading").textContent()).toBe("Aanmelden");
    expect(await noor.locator("main").textContent()).toContain(new URL(oidc.issuer).host);
    expect(await accessFaults(noor)).toEqual([]);
    await picture(noor, "sign-in");
    await signInAt(noor, "noor");
    await noor.locator("form.new-run").waitFor();
    expect(new URL(noor.url()).pathname + new URL(noor.url()).hash).toBe("/#lang=nl");
    await journeyOn(noor).begin();
    run = runIdOn(noor);
    await picture(noor, "signed-in");
  });

  it("says on every screen who is signed in, by the name that the issuer gives, with the way out beside it", async () => {
    const whose = noor.locator(".whose-session");
    for (const [path, words] of [
      ["/#lang=nl", "Aangemeld als Noor de Wit"],
      ["/#lang=en", "Signed in as Noor de Wit"],
      ["/vault#lang=nl", "Aangemeld als Noor de Wit"],
      [`/run/${run}#lang=en`, "Signed in as Noor de Wit"],
      [`/run/${run}#lang=nl`, "Aangemeld als Noor de Wit"],
    ] as const) {
      await noor.goto("about:blank");
      await noor.goto(origin + path);
      await whose.waitFor();
      await soon(() => whose.locator("[data-signed-in]").textContent()).toBe(words);
      expect(await noor.locator("[data-sign-out]").count()).toBe(1);
    }
    expect(await accessFaults(noor)).toEqual([]);
  });

  it("shows the account's own browser nothing of it, and has it load nothing of it, also where a person was signed in before", async () => {
    const account = openConnection(server.url);
    const scriptsOf = (page: Page) =>
      page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
    const isOfIt = (name: string) => name.includes("/signed-in-");
    // The names of scripts say what they hold.
    expect((await scriptsOf(noor)).filter(isOfIt)).not.toEqual([]);
    const page = await openAt("/sign-in");
    await page.evaluate((kept) => localStorage.setItem(kept, "yes"), signedInKept);
    const { path } = await account.page.createPageAddress({ page: "/" });
    await page.goto(origin + path);
    await page.getByRole("button", { name: "Afmelden" }).waitFor();
    expect(await page.locator(".whose-session").count()).toBe(0);
    expect((await scriptsOf(page)).filter(isOfIt)).toEqual([]);
    await account.page.endPageSessions({
      sessionIds: (await account.page.listPageSessions({})).sessions
        .filter(({ subject }) => subject === "")
        .map(({ sessionId }) => sessionId),
    });
    account.close();
  });

  it("writes down who did what, as with a token of theirs", async () => {
    const account = openConnection(server.url);
    const { grounds } = await account.access.list({ object: { object: { case: "runId", value: run } } });
    expect(grounds[0]).toMatchObject({
      who: { value: { issuer: oidc.issuer, subject: "noor" } },
      why: { case: "madeIt" },
    });
    const { sessions } = await account.page.listPageSessions({});
    expect(sessions).toMatchObject([{ issuer: oidc.issuer, subject: "noor", name: "Noor de Wit" }]);
    account.close();
  });

  it("outlives the server, and a link in an e-mail leads to the run", async () => {
    await server.stop();
    server = await start(data, file);
    const mail = await noor.context().newPage();
    await mail.goto(`${oidc.issuer}/.well-known/openid-configuration`);
    await mail.evaluate((to) => {
      const link = document.createElement("a");
      link.href = to;
      document.body.append(link);
      link.click();
    }, `${origin}/run/${run}`);
    await mail.locator(".run").waitFor();
    await mail.close();
  });

  it("lets a reader look, and tells them in their language what they may not", async () => {
    const page = await openAt(`/run/${run}#lang=nl`);
    await page.waitForURL(/\/sign-in\?/u);
    await signInAt(page, "sem");
    await page.locator(".run").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/run/${run}`);
    await page.goto(`${origin}/#lang=nl`);
    await page.locator("form.new-run").getByRole("radio").first().check();
    await page.locator("[data-cta]").click();
    // Nor is it offered to try again what stays forbidden.
    const refused = page.getByRole("alert").filter({ hasText: /^Dit mag u hier niet/u });
    await refused.waitFor();
    expect(await refused.getByRole("button").count()).toBe(0);
    await picture(page, "reader-refused");
  });

  it("tells somebody without a role whom to ask", async () => {
    const page = await openAt("/");
    await signInAt(page, "gast");
    await page.getByText("hebt hier geen rol").waitFor();
    expect(await page.locator("main").textContent()).toContain("Beheer, toestel 12");
    expect(await accessFaults(page)).toEqual([]);
  });

  it("keeps what stands on a page whose session ended, and goes on in it after the next sign-in", async () => {
    const account = openConnection(server.url);
    await account.page.endPageSessions({ all: true });
    account.close();
    const goal = noor.locator(".field:has(h2) textarea");
    await goal.fill("My deposit is paid back.");
    await noor.locator("[data-cta]").click();
    const ended = noor.getByRole("alert").filter({ has: noor.getByRole("link", { name: "Opnieuw aanmelden" }) });
    await ended.waitFor();
    expect(await accessFaults(noor)).toEqual([]);
    await picture(noor, "sign-in-ended");
    const [other] = await Promise.all([noor.context().waitForEvent("page"), ended.getByRole("link").click()]);
    // The issuer still knows her.
    await other.getByRole("link", { name: "Aanmelden" }).click();
    await other.locator(".run").waitFor();
    expect(runIdOn(other)).toBe(run);
    expect(await goal.inputValue()).toBe("My deposit is paid back.");
    await noor.locator("[data-cta]").click();
    await ended.waitFor({ state: "detached" });
  });

  it("says that the issuer is away, and lets in once it is there", async () => {
    const page = await openAt("/");
    await page.getByRole("link", { name: "Aanmelden" }).waitFor();
    oidc.away(true);
    await server.stop();
    server = await start(data, file);
    await page.getByRole("link", { name: "Aanmelden" }).click();
    await page.getByText("antwoordt niet").waitFor();
    await picture(page, "issuer-away");
    oidc.away(false);
    await page.getByRole("link", { name: "Opnieuw aanmelden" }).click();
    await signInAt(page, "sem");
    await page.getByRole("button", { name: "Afmelden" }).waitFor();
  });

  it("lets nobody in after they sign out, until they sign in", async () => {
    await noor.goto(`${origin}/#lang=nl`);
    await noor.getByRole("button", { name: "Afmelden" }).click();
    await noor.waitForURL(/\/sign-in\?/u);
    const account = openConnection(server.url);
    const { sessions } = await account.page.listPageSessions({});
    expect(sessions.map(({ subject }) => subject)).not.toContain("noor");
    account.close();
  });
});
