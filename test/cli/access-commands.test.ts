import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readInvitation } from "#kit/invitation-link.ts";
import { AccessService } from "../../gen/pincite/access/v1/access_service_pb.ts";
import { startPincite } from "../../src/main.ts";
import { signInFile, startIssuer, type TestIssuer } from "../access/support/issuer.ts";
import { type Clients, clientsOf, startTestServer } from "../e2e/support/server.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { cli } from "./support/cli.ts";

const folder = newFolder("access-cli");
let issuer: TestIssuer;
let server: Awaited<ReturnType<typeof startPincite>>;
let mia: Clients;
let runId = "";

const run = (...argv: string[]) => cli(argv, { cwd: folder, env: { PINCITE_URL: server.url } });

beforeAll(async () => {
  issuer = await startIssuer();
  const signIn = join(folder, "sign-in.txtpb");
  writeFileSync(signIn, signInFile(issuer));
  server = await startPincite({ dataDir: join(folder, "data"), port: 0, user: "account", log: "silent", signIn });
  const token = await issuer.token("mia", { groups: ["members"] });
  mia = clientsOf(server.url, { token: () => token });
  runId = (await mia.orchestrator.createRun({ idempotencyKey: "r", strandId: "of-mia" })).runContext?.runId ?? "";
});
afterAll(async () => {
  mia?.close();
  await server?.stop();
  await issuer?.stop();
});

describe("pincite access", () => {
  it("lets a person in, says so once, and takes it back", async () => {
    const words = ["--run", "latest", "--as", "reader", "--person", "eli"];
    expect((await run("access", "grant", ...words)).out).toBe(`Granted: eli may read, ${runId}\n`);
    expect((await run("access", "grant", ...words)).out).toBe(`So it was before: eli may read, ${runId}\n`);
    const token = await issuer.token("eli", { groups: ["members"] });
    const eli = clientsOf(server.url, { token: () => token });
    expect((await eli.orchestrator.getRun({ runId })).runContext?.runId).toBe(runId);
    eli.close();
    expect((await run("access", "revoke", ...words)).out).toBe(`Taken back: eli may read, ${runId}\n`);
    expect(await run("access", "revoke", ...words)).toMatchObject({
      code: 0,
      out: `It was not granted: eli may read, ${runId}\n`,
    });
  });

  it("says who can read a run and who is walled off, one line each, with why", async () => {
    await run("access", "grant", "--run", runId, "--as", "walled", "--group", "trainees");
    const { out, code } = await run("access", "list", "--run", runId);
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;
    expect(code).toBe(0);
    const lines = out
      .split("\n")
      .map((line) => line.replace(new RegExp(time, "u"), "TIME").replaceAll(/ {2,}/gu, " | "));
    expect(lines).toEqual([
      "is walled off | group trainees (https://login.example) | by the account of the server on TIME",
      "owns it, and lets others in | mia (https://login.example) | made it on TIME",
      "may read | group trainees (https://login.example) | by ROLE_READER in the file of the server",
      "may read and change | group lawyers (https://login.example) | by ROLE_EDITOR in the file of the server",
      "may read and change | noor (https://login.example) | by ROLE_EDITOR in the file of the server",
      "The account that runs the server reads everything.",
      "",
    ]);
    const dutch = await cli(["access", "list", "--strand", "of-mia"], {
      env: { PINCITE_URL: server.url, PINCITE_LANG: "nl" },
    });
    expect(dutch.out).toMatch(/^is eigenaar, en laat anderen toe +mia \(/mu);
  });

  it("says whether somebody may, by what, and what stands before them", async () => {
    const may = await run("access", "explain", "--run", runId, "--person", "mia", "--to", "edit");
    expect(may.out).toMatch(/^Yes: to change it\.\n {2}owns it, and lets others in {2}mia .* made it on /u);
    const not = await run("access", "explain", "--run", runId, "--person", "tom", "--in", "trainees");
    expect(not.out).toMatch(/^No: not to read it\.\n {2}is walled off {2}group trainees /u);
    expect(not.code).toBe(0);
    const nobody = await run("access", "explain", "--run", runId, "--person", "eve", "--to", "review");
    expect(nobody.out).toBe("No: not to confirm and advance.\n  nothing lets them in\n");
  });

  it("makes a link that is shown once, says what became of it, and takes one back", async () => {
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const made = await run("access", "invite", "latest", "--as", "reader", "--until", until);
    expect(made.code, made.err).toBe(0);
    const [link = "", told, ...others] = made.out.trimEnd().split("\n");
    const { invitationId = "", secret = "" } = readInvitation(link.split("#")[1] ?? "") ?? {};
    expect(link).toMatch(/^\/invitation#/u);
    expect(told).toBe(
      `Whoever signs in and opens it first may read: once, until ${until} 23:59 UTC. It is shown this once; ${invitationId} takes it back.`,
    );
    // The file of this server names no page, so that no address can stand before the link.
    expect(others).toEqual([expect.stringContaining("names no page")]);
    const list = async () => (await run("access", "invitations", runId)).out;
    expect(await list()).toMatch(
      new RegExp(`^${invitationId} {2}may read {2}until ${until} 23:59 UTC {2}by the account .* {2}open\n$`, "u"),
    );
    expect(await list()).not.toContain(secret);
    const token = await issuer.token("max", { groups: ["members"] });
    const max = ownTransport(server.url, { token: () => token });
    await createClient(AccessService, max).acceptInvitation({ invitationId, secret });
    max.close();
    expect(await list()).toMatch(/ {2}opened by max\n$/u);
    expect((await run("access", "list", "--run", runId)).out).toMatch(
      new RegExp(`^may read +max .* by the account of the server on .*, by ${invitationId}$`, "mu"),
    );
    const revoke = (id: string) => run("access", "revoke-invitation", "latest", id);
    expect((await revoke(invitationId)).out).toBe(`It was opened, taken back or over already: ${invitationId}\n`);
    const second = await run("access", "invite", runId, "--as", "editor");
    const other = readInvitation(second.out.split(/[#\n]/u)[1] ?? "")?.invitationId ?? "";
    expect((await revoke(other)).out).toBe(`Taken back: ${other}\n`);
    expect((await list()).split("\n")[0]).toMatch(/may read and change .* taken back$/u);
    await run("access", "revoke", "--run", runId, "--as", "reader", "--person", "max");
  });

  it("says who did what, one line each, the newest first", async () => {
    const eve = await issuer.token("eve", { groups: ["members"] });
    const clients = clientsOf(server.url, { token: () => eve });
    for (let n = 0; n < 3; n++) await clients.orchestrator.getRun({ runId }).catch(() => undefined);
    clients.close();
    const { out, code } = await run("access", "log", "--run", "latest", "--person", "eve", "--from", "2026-01-01");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^[-\d]{10} [:\d]{5} UTC {2}eve \(https:\/\/login.example\) {2}GetRun {2}run-\w+ {2}refused: RUN_NOT_FOUND, 3 times\n$/u,
    );
    const grants = await run("access", "log", "--run", runId, "--person", "", "--max", "500");
    expect(grants.out).toMatch(
      /the account of the server +Revoke +run-\w+ +eli \(https:\/\/login.example\): may read\n/u,
    );
    const some = await run("access", "log", "--max", "1");
    expect(some.out.trimEnd().split("\n")).toHaveLength(2);
    expect(some.out).toContain("raise --max");
    expect((await run("access", "log", "--person", "nobody")).out).toBe("Nothing of this is noted.\n");
  });

  it.each([
    [["log", "--from", "yesterday"], "not yesterday", 2],
    [["log", "--max", "0"], "not 0", 2],
    [["list"], "Name a run with --run, or a part of the Vault with --strand", 2],
    [["list", "--run", "a", "--strand", "b"], "one of the two", 2],
    [["grant", "--run", "latest", "--as", "reader"], "Name a person with --person, or a group with --group", 2],
    [["grant", "--run", "latest", "--as", "friend", "--person", "a"], "Allowed choices", 2],
    [["invite", "latest", "--as", "owner"], "Allowed choices", 2],
    [["invite", "latest", "--as", "reader", "--until", "tomorrow"], "Write a day", 2],
    [["invite", "latest", "--as", "reader", "--until", "2001-01-01"], "after now", 2],
    [["revoke-invitation", "latest", `inv-${"0".repeat(32)}`], "INVITATION_NOT_FOUND", 3],
    [["list", "--run", "run-01h00000000000000000000000"], "RUN_NOT_FOUND", 3],
  ])("%j says what is wrong", async (words, said, code) => {
    const { err, ...told } = await run("access", ...words);
    expect(err).toContain(said);
    expect(told.code).toBe(code);
  });

  it("says of a server without a sign-in what it lacks", async () => {
    const alone = await startTestServer(undefined);
    const { err, code } = await cli(["access", "list", "--strand", "default"], { env: { PINCITE_URL: alone.url } });
    await alone.stop();
    expect(err).toContain("it was started without --sign-in");
    expect(code).toBe(2);
  });
});
