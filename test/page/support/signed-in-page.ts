import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { startPincite } from "../../../src/main.ts";
import { type Member, startOidc } from "../../access/support/oidc.ts";
import { freePort } from "../../support/free-port.ts";
import { newFolder } from "../../support/new-folder.ts";
import { openBrowser, openContext } from "./browser.ts";
import { builtPage } from "./built-page.ts";

/** Signs somebody in on the screens of the issuer, from the screen that leads there. */
export const signInAt = async (page: Page, who: string): Promise<void> => {
  await page.getByRole("link", { name: "Aanmelden" }).click();
  await page.getByPlaceholder("Enter any login").fill(who);
  await page.getByPlaceholder("and password").fill("x");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
};

/** A server whose people sign in for its page at a real issuer, by a file with these rows of roles. */
export const startSignedInPage = async (members: Readonly<Record<string, Member>>, roles: string) => {
  builtPage();
  const folder = newFolder("signed-in-page");
  const origin = `http://127.0.0.1:${await freePort()}`;
  const oidc = await startOidc({ redirect: `${origin}/sign-in/return`, members });
  const signIn = join(folder, "sign-in.txtpb");
  writeFileSync(
    signIn,
    `issuers { issuer: "${oidc.issuer}" audience: "api" algorithms: "ES256" jwks_url: "${oidc.jwks}" }
${roles}
page { client_id: "pincite" base_url: "${origin}" scopes: "profile" scopes: "groups" }
`,
  );
  const [dataDir, port] = [join(folder, "data"), Number(new URL(origin).port)];
  const server = await startPincite({ dataDir, port, user: "account", log: "silent", signIn });
  const contexts: BrowserContext[] = [];
  return {
    origin,
    issuer: oidc.issuer,
    server,
    dataDir,
    /** A browser that knows nobody yet, at a path of the page, in which somebody signs in. */
    signedIn: async (who: string, path: string): Promise<Page> => {
      const context = await openContext(await openBrowser(), {
        locale: "nl-NL",
        viewport: { width: 1280, height: 900 },
      });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(origin + path);
      await signInAt(page, who);
      return page;
    },
    stop: async (): Promise<void> => {
      for (const context of contexts) await context.close();
      await server.stop();
      await oidc.stop();
    },
  };
};
