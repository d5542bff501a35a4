import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWithBrowser } from "./support/browser.ts";
import { type Visit, visit } from "./support/visit.ts";

let visited: Visit;

describeWithBrowser("the words of a page", () => {
  beforeAll(async () => {
    visited = await visit();
  });

  afterAll(() => visited?.stop());

  const textsFetched = (): Promise<string[]> =>
    visited.page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .flatMap(({ name }) => /texts-(?<language>[a-z]+)-/u.exec(name)?.[1] ?? []),
    );

  it("come in one language, and in another when a person asks for it", async () => {
    const { page } = visited;
    await page.goto(new URL("/#lang=nl", page.url()).href);
    await page.getByRole("heading", { name: "Uw memo's" }).waitFor();
    expect(await textsFetched()).toEqual(["nl"]);
    await page.getByRole("link", { name: "English" }).click();
    await page.getByRole("heading", { name: "Your memos" }).waitFor();
    expect(await textsFetched()).toEqual(["nl", "en"]);
  });
});
