import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWithBrowser, picture } from "./support/browser.ts";
import { journeyOn } from "./support/journey.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

let visited: Visit;

describeWithBrowser("a browser that was let in", () => {
  beforeAll(async () => {
    visited = await visit();
    await journeyOn(visited.page).begin();
  });

  afterAll(() => visited?.stop());

  it("stays in over a restart of the server, and its memo goes on by itself", async () => {
    const { page } = visited;
    await visited.stopServer();
    const gone = page.getByRole("alert").filter({ hasText: "server" });
    await gone.waitFor();
    await picture(page, "server-gone");
    await visited.restart();
    await gone.waitFor({ state: "detached" });
    expect(await page.locator(".run").getAttribute("data-stage")).toBe("1");
    await page.reload();
    await page.locator(".run").waitFor();
  });

  it("is out when its person signs out, and is told how it is let in again", async () => {
    const { page } = visited;
    await page.goto(new URL("/#lang=nl", page.url()).href);
    await page.getByRole("button", { name: "Afmelden" }).click();
    await page.getByRole("alert").filter({ hasText: "pincite page" }).waitFor();
    await picture(page, "signed-out");
    expect(await violationsOn(page)).toEqual([]);
    await visited.letIn(page, "/");
    await page.getByRole("link", { name: /./u }).first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});
