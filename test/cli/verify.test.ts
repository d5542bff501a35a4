import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { verifyProof } from "../../src/main.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import type { TestServer } from "../e2e/support/server.ts";
import { startSmallServer } from "../e2e/support/small-server.ts";
import { newFolder } from "../support/new-folder.ts";
import { unpackedFile } from "../support/unpacked-file.ts";
import { cli } from "./support/cli.ts";

let server: TestServer;
const folder = newFolder("verify");
let file: string;
beforeAll(async () => {
  file = join(folder, "memo.pincite");
  const small = await startSmallServer();
  server = small.server;
  const driver = await RunDriver.create(server);
  await driver.park(small.docUid, OrchestratorState.DRAFT, StagePhase.CONFIRMED, true);
  await cli(["--url", server.url, "export", driver.context.runId, "--format", "pincite", "-o", file]);
});
afterAll(() => server.stop());

/** Verifies with no server to ask. */
const verify = (...words: string[]) =>
  cli(["verify", ...words], { verifyProof, env: { PINCITE_URL: "http://127.0.0.1:9" } });

describe("pincite verify", () => {
  it("says of each check that it holds, and ends with 0", async () => {
    const { code, out } = await verify(file);
    expect(code).toBe(0);
    const lines = out.trimEnd().split("\n");
    expect(lines).toHaveLength(14);
    expect(lines.slice(0, 13).every((line) => line.startsWith("holds"))).toBe(true);
    expect(lines.at(-2)).toMatch(/RULES +by rules \d+, \d+ events come out again byte for byte\.$/);
  });

  it("names the first link that is broken, says nothing of those behind it, and ends with 6", async () => {
    const bytes = Buffer.from(await unpackedFile(readFileSync(file)));
    const at = bytes.indexOf("On 3 March");
    bytes.write("On 4 March", at);
    const changed = join(folder, "changed.pincite");
    writeFileSync(changed, bytes);
    const { code, err, out } = await verify(changed);
    expect(code).toBe(6);
    expect(out.trimEnd().split("\n").at(-1)).toMatch(/^BROKEN/);
    expect(err).toMatch(/The proof does not hold: [A-Z]+, /);
  });

  it("holds a proof only by the key that is named", async () => {
    expect((await verify(file, "--key-id", "0123456789abcdef")).err).toContain("is not among its keys");
    const bad = await verify(file, "--key-id", "mine");
    expect(bad.code).toBe(2);
    expect(bad.err).toContain("32 hexadecimal digits");
  });

  it("says of another file what it is not, and of an absent one that it is absent", async () => {
    writeFileSync(join(folder, "memo.md"), "# Memo\n");
    expect((await verify(join(folder, "memo.md"))).err).toContain("it is no proof of a memo");
    writeFileSync(join(folder, "torn.pincite"), readFileSync(file).with(5_000, 0).with(5_001, 0));
    const { out } = await cli(["--lang", "nl", "verify", join(folder, "torn.pincite")], { verifyProof });
    expect(out).toContain("wat erin is ingepakt, hoort niet bij zijn digest.");
    expect((await verify(join(folder, "none.pincite"))).code).toBe(2);
  });

  it("answers a Dutch reader in Dutch", async () => {
    const { out } = await cli(["--lang", "nl", "verify", file], { verifyProof });
    expect(out).toContain("klopt  citaten");
    expect(out).toContain("Het bewijs klopt: alles erin is nagegaan");
    expect(out).not.toMatch(/\b(?:holds|events|quotations|checked)\b/);
  });
});
