import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningPincite } from "../../src/cli/types.ts";
import { startPincite } from "../../src/main.ts";
import { descriptorSet, lookup, lookupMessage } from "../catalogue/tool-folder.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";

// Tools on the command line, typed against a whole server in memory that has a client-executed tool from a layer.

let server: RunningPincite;
const folder = newFolder("tool-commands");
beforeAll(async () => {
  writeFileSync(join(folder, "acme.txtpb"), lookup);
  writeFileSync(join(folder, "acme.binpb"), descriptorSet([lookupMessage]));
  process.env.PINCITE_TOOLS = folder;
  server = await startPincite({ dataDir: undefined, port: 0, user: "tester", log: "silent" }).finally(() => {
    delete process.env.PINCITE_TOOLS;
  });
});
afterAll(() => server.stop());

const tool = (argv: readonly string[], ask?: (question: string) => Promise<string | undefined>) =>
  cli(["tool", ...argv], { env: { PINCITE_URL: server.url }, cwd: folder, ...(ask ? { ask } : {}) });
const type = async (...argv: string[]): Promise<string> => {
  const result = await cli(argv, { env: { PINCITE_URL: server.url }, cwd: folder });
  expect([result.err, result.code], argv.join(" ")).toEqual(["", 0]);
  return result.out;
};
const requestIn = (out: string): string => /toolreq:[0-9A-Z]{26}/.exec(out)?.[0] ?? "";

const newRun = async (): Promise<string> => {
  const out = await type("run", "new", "--profile", "email-reply", "--title", "Zaak", "--strand", "case");
  const run = /run-[0-9A-Z]{26}/.exec(out)?.[0] ?? "";
  await type("run", "propose", run, "--goal", "Reageren", "--confirm");
  return run;
};

const note = "Op 3 maart heb ik mondeling gevraagd om verlenging.\n";
const importRequest = async (run: string, name: string): Promise<string> => {
  writeFileSync(join(folder, name), note);
  return requestIn(
    await type("tool", "request", run, "vault.import", "--param", `path=${name}`, "--param", `content=@${name}`),
  );
};

describe("tool list", () => {
  it("shows every tool with its layer, and narrows to a stage", async () => {
    const all = await type("tool", "list");
    expect(all).toContain("vault.search  reads  auto-run  built-in");
    expect(all).toContain("acme.lookup  reads  manual  a client runs it  project");
    const few = await type("tool", "list", "--stage", "span-resolution");
    expect(few).toContain("vault.get_spans");
    expect(few).not.toContain("vault.search");
  });

  it("says which stages there are", async () => {
    expect(await tool(["list", "--stage", "nowhere"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("evidence-needs"),
    });
  });
});

describe("tool request", () => {
  it("shows what was recorded, whole, with a file by size and sha256", async () => {
    const run = await newRun();
    const name = `a${"b".repeat(70)}.txt`;
    writeFileSync(join(folder, name), note.repeat(3));
    const out = await type(
      "tool",
      "request",
      run,
      "vault.import",
      "--param",
      `path=${name}`,
      "--param",
      `content=@${name}`,
      "--reason",
      "Dit is de notitie",
    );
    expect(out).toContain("CHANGES THE VAULT");
    expect(out).toContain(`path: "${name}"`);
    expect(out).toMatch(/content: 156 bytes, sha256 [0-9a-f]{64}/);
    expect(out).toContain("why: Dit is de notitie");
    expect(out).toMatch(/digest: [0-9a-f]{64}/);
  });

  it("writes out what cannot be seen, so that nobody approves what they did not read", async () => {
    const run = await newRun();
    const path = "brief\u202etxt.\u200bexe\u00a0x";
    const given = ["--param", `path=${path}`, "--param", "content=@acme.txtpb"];
    await type("tool", "request", run, "vault.import", ...given, "--reason", "a\u2066b");
    const out = await type("tool", "pending", run);
    expect(out).toContain("brief<U+202E>txt.<U+200B>exe<U+00A0>x");
    expect(out).toContain("a<U+2066>b");
    expect(out).not.toMatch(/[\u202e\u200b\u2066\u00a0]/);
  });

  it("takes a message from a file in text format", async () => {
    const run = await newRun();
    writeFileSync(join(folder, "bundle.txtpb"), 'bundle_id: "dossier-1"');
    const out = await type("tool", "request", run, "vault.bundle.attach", "--params-file", "bundle.txtpb");
    expect(out).toContain('bundle_id: "dossier-1"');
  });

  it.each([
    [["--param", "nonsense=1"], "with one of path, content"],
    [["--param", "path"], "with one of path, content"],
    [["--param", "path=a", "--param", "path=b"], "given twice"],
    [["--param", "content=abc"], "content=@FILE"],
    [["--param", "path=a", "--params-file", "x.txtpb"], "exclude one another"],
    [["--params-file", "acme.txtpb"], "is no pincite.tool.v1.VaultImportParams"],
  ])("refuses %j and says what was expected", async (argv, told) => {
    const run = await newRun();
    expect(await tool(["request", run, "vault.import", ...argv])).toMatchObject({
      code: 2,
      err: expect.stringContaining(told),
    });
  });

  it("names the list where there is no such tool", async () => {
    expect(await tool(["request", "latest", "vault.delete"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("pincite tool list"),
    });
  });
});

describe("a decision on the command line", () => {
  it("is asked for after everything was shown; no is no, and nothing is sent", async () => {
    const run = await newRun();
    const id = await importRequest(run, "n1.txt");
    const asked: string[] = [];
    const { out, code } = await tool(["allow", id], async (question) => {
      asked.push(question);
      return "";
    });
    expect([code, asked]).toEqual([0, ["Allow this, once? [y/N] "]]);
    expect(out).toContain("nothing was decided");
    expect(await type("tool", "pending", run)).toContain(id);
  });

  it("cannot be given by accident where nobody can be asked", async () => {
    const id = await importRequest(await newRun(), "n2.txt");
    expect(await tool(["allow", id], async () => undefined)).toMatchObject({
      code: 2,
      err: expect.stringContaining("--yes"),
    });
  });

  it("tries, allows and explains an import", async () => {
    const run = await newRun();
    const id = await importRequest(run, "n3.txt");
    expect(await type("tool", "run", id, "--dry-run")).toContain("nothing was done; it would give");
    expect((await tool(["allow", id, "--reason", "is van mij"], async () => "y")).out).toContain("OK: 1 document new");
    expect(await type("tool", "pending", run)).toBe("nothing waits\n");
    const explained = await type("tool", "explain", id);
    expect(explained).toContain("tester");
    expect(explained).toMatch(/receipt: [0-9a-f]{64}/);
    expect(await tool(["allow", id, "--yes"])).toMatchObject({ code: 3, err: expect.stringContaining("tool explain") });
  });

  it("declines: it never runs, and the reason is kept", async () => {
    const run = await newRun();
    const id = await importRequest(run, "n4.txt");
    expect((await tool(["deny", id, "--yes", "--reason", "verkeerde zaak"])).out).toContain("REFUSED");
    expect(await type("tool", "explain", id)).toContain("verkeerde zaak");
    expect(await tool(["run", id])).toMatchObject({ code: 0, out: expect.stringContaining("REFUSED") });
  });

  it("has ALWAYS for opt-in reads alone", async () => {
    const id = await importRequest(await newRun(), "n5.txt");
    expect(await tool(["always", id, "--yes", "--for", "1000"])).toMatchObject({ code: 2 });
    expect((await tool(["always", id, "--yes"])).code).not.toBe(0);
    expect((await tool(["revoke", "latest", "vault.import"])).err).toContain("GRANT_NOT_FOUND");
  });
});

describe("a tool that a client executes", () => {
  it("waits for the client, whose output is judged like any other", async () => {
    const run = await newRun();
    await type("run", "advance", run);
    await type("run", "propose", run, "--file", outline());
    await type("run", "confirm", run, "--all");
    await type("run", "advance", run);
    // Field 1, the query "12/345"; field 2, the limit 3.
    writeFileSync(join(folder, "params.binpb"), Buffer.from("0a0631322f3334351003", "hex"));
    const out = await type("tool", "request", run, "acme.lookup", "--params-file", "params.binpb");
    expect(out).toContain('1: "12/345"');
    expect(out).toContain("2: 3");
    expect(out).toContain("tool submit");
    const id = requestIn(out);
    expect((await tool(["submit", id])).err).toContain("--output FILE.binpb, --empty, --error TEXT");
    writeFileSync(join(folder, "odd.binpb"), Buffer.from("ffff", "hex"));
    expect((await tool(["submit", id, "--output", "odd.binpb"])).code).toBe(2);
    expect(await type("tool", "submit", id, "--empty")).toContain("EMPTY");
    expect(await type("tool", "explain", id)).toContain("acme.lookup");
  });

  it("takes its parameters from a file alone", async () => {
    expect(await tool(["request", await newRun(), "acme.lookup", "--param", "query=x"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--params-file FILE.binpb"),
    });
  });
});

const outline = (): string => {
  writeFileSync(
    join(folder, "outline.txt"),
    "# De brief\n- De brief noemt de thuiswerkdag een gunst. [assertion-of-letter]\n",
  );
  return "outline.txt";
};
