import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOwnServer } from "../support/own-server.ts";
import { cli } from "./support/cli.ts";

let server: Awaited<ReturnType<typeof startOwnServer>>;
beforeAll(async () => {
  // A server whose Vault and LawBot are elsewhere serves none of their calls.
  server = await startOwnServer({
    allowJson: false,
    routes: () => undefined,
  });
});
afterAll(() => server.stop());

describe("a server whose LawBot is elsewhere", () => {
  it.each([
    ["list"],
    ["list", "--rulings"],
    ["show", "7:611"],
    ["show", "ECLI:NL:HR:2016:162"],
    ["cite", "7:611"],
    ["search", "werkgever"],
    ["search", "--rulings", "werkgever"],
    ["fetch", "BWBR0005290"],
    ["sources"],
    ["import", import.meta.filename],
  ])("says so to law %s, and where to ask", async (...argv) => {
    const { code, err } = await cli(["--url", server.url, "law", ...argv]);
    expect(code).toBe(2);
    expect(err).toContain(`the server at ${server.url} holds no law itself`);
    expect(err).toContain("PINCITE_LAWBOT_URL");
  });
});

describe("a server whose Vault is elsewhere", () => {
  it.each([
    ["import", import.meta.filename],
    ["import", "--dry-run", import.meta.filename],
    ["search", "werkgever"],
  ])("says so to vault %s, and where to go", async (...argv) => {
    const { code, err } = await cli(["--url", server.url, "vault", ...argv]);
    expect(code).toBe(2);
    expect(err).toContain(`the server at ${server.url} holds no documents itself`);
    expect(err).toContain("PINCITE_VAULT_URL");
  });
});
