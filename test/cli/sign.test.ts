import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { verifyProof } from "../../src/main.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { startSmallServer } from "../e2e/support/small-server.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";

const folder = newFolder("sign");
const file = (name: string): string => join(folder, name);
const typed = (...words: string[]) =>
  cli(words, {
    cwd: folder,
    verifyProof,
    env: { PINCITE_PERSON_KEY: file("key/person.pem"), PINCITE_URL: "http://127.0.0.1:9" },
  });
const signed = async (): Promise<string> =>
  /key ([0-9a-f]{32});/.exec((await typed("sign", "memo.pincite")).out)?.[1] ?? "";

beforeAll(async () => {
  const { docUid, server } = await startSmallServer();
  const finished = async (name: string, ...more: string[]) => {
    const driver = await RunDriver.create(server);
    await driver.park(docUid, OrchestratorState.DRAFT, StagePhase.CONFIRMED, true);
    const words = ["--url", server.url, "export", driver.runId, "--format", "pincite"];
    await cli([...words, "-o", file(name)]);
    for (const option of more) await cli([...words, option, "-o", file(`redacted-${name}`)]);
  };
  await finished("memo.pincite", "--redact");
  await finished("other.pincite");
  await server.stop();
});

describe("pincite sign", () => {
  it("signs with a key that is the person's alone, and a reader who knows it sees whose it is", async () => {
    const key = await signed();
    expect(statSync(file("key/person.pem")).mode & 0o077).toBe(0);
    expect(readFileSync(file("memo.pincite.sig"), "utf8")).toMatch(
      /^person\/pincite\/run-\w{26}\n[\s\S]*\n\n— person\/[0-9a-f]{32} \S+\n$/,
    );
    const { code, out } = await typed("verify", "memo.pincite", "--signature", "memo.pincite.sig", "--person", key);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`holds +PERSON +signed .* with key ${key} of the person, which you know\\.`));
    expect(await signed(), "the key stays").toBe(key);
  });

  it("is good for the redacted proof of the same run, and for no other run", async () => {
    await signed();
    const redacted = await typed("verify", "redacted-memo.pincite", "--signature", "memo.pincite.sig");
    expect([redacted.code, redacted.out]).toEqual([0, expect.stringContaining("you named no key of theirs")]);
    const other = await typed("verify", "other.pincite", "--signature", "memo.pincite.sig");
    expect(other.code).toBe(6);
    expect(other.out).toMatch(/BROKEN +PERSON +the signature of the person is about another run/);
  });

  it("is not taken once a byte of it is another, nor for somebody else's", async () => {
    await signed();
    const note = readFileSync(file("memo.pincite.sig"), "utf8");
    const changes = [
      note.replace(/^draft (.)/m, (_line, digit) => `draft ${digit === "0" ? "1" : "0"}`),
      note.replace(/^time 2/m, "time 1"),
      note.replace("— person/", "— pincite/"),
      note.slice(0, -3),
      `${note}${note.split("\n\n")[1]}`,
      "",
    ];
    for (const changed of changes) {
      writeFileSync(file("changed.sig"), changed);
      const { code, out } = await typed("verify", "memo.pincite", "--signature", "changed.sig");
      expect([code, out.trimEnd().split("\n").at(-1)]).toEqual([6, expect.stringMatching(/^BROKEN +PERSON/)]);
    }
    const { err } = await typed(
      "verify",
      "memo.pincite",
      "--signature",
      "memo.pincite.sig",
      "--person",
      "0123456789abcdef",
    );
    expect(err).toContain("and not by 0123456789abcdef");
    expect((await typed("verify", "memo.pincite", "--person", "0123456789abcdef")).err).toContain("name its file");
  });

  it("signs nothing that does not hold", async () => {
    const bytes = readFileSync(file("memo.pincite"));
    writeFileSync(file("bad.pincite"), bytes.subarray(0, -1));
    const { code, err } = await typed("sign", "bad.pincite");
    expect([code, err]).toEqual([2, expect.stringContaining("nobody should sign it")]);
  });

  it("does not sign with a key that others could have used", async () => {
    await signed();
    chmodSync(file("key/person.pem"), 0o644);
    expect((await typed("sign", "memo.pincite")).err).toContain("can be read by others");
    chmodSync(file("key/person.pem"), 0o600);
  });
});
