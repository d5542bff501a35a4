import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import { newFolder } from "../support/new-folder.ts";
import { packed } from "../support/packed.ts";

const run = promisify(execFile);
const manifest = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));

const dir = newFolder("packed");
let demo: string;
let server: ChildProcess | undefined;
let url: string;

beforeAll(async () => {
  symlinkSync(join(await packed(), "node_modules"), join(dir, "node_modules"));
  demo = await pincite("demo", "--out", "out");
});
afterAll(() => stopped());

const start = (...args: string[]) => [join(dir, "node_modules/pincite/bin/pincite.js"), ...args];
const options = () => ({ cwd: dir, env: { ...process.env, XDG_CACHE_HOME: join(dir, "cache") } });
const pincite = async (...args: string[]): Promise<string> =>
  (await run(process.execPath, start(...args), options())).stdout;
const ask = (...args: string[]) => pincite("--url", url, ...args);

const stopped = async (): Promise<void> => {
  if (!server || server.exitCode !== null) return;
  const ended = new Promise((resolve) => server?.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
};

describe("the package", () => {
  it("answers a letter from end to end, and tells the command by which it was started", () => {
    expect(readFileSync(join(dir, "out/memo.md"), "utf8").match(/^\[\^\d+\]:/gm)?.length).toBeGreaterThan(3);
    expect(demo).toContain("(`pincite` stands for `node node_modules/pincite/bin/pincite.js`)");
  });

  it("hands on the licences of what stands in it, those of the web page's packages too", () => {
    const licences = readFileSync(join(dir, "node_modules/pincite/dist/LICENSES.txt"), "utf8");
    for (const name of ["react", "react-dom", "@connectrpc/connect-web", "@bufbuild/protobuf"])
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: `, "mu"));
  });

  it("brings a bill of materials: what stands inside and beside it, with version, licence and the lock file's digest", () => {
    const bill = JSON.parse(readFileSync(join(dir, "node_modules/pincite/dist/sbom.cdx.json"), "utf8"));
    expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
    const byName = (name: string) => bill.components.filter((one: { name: string }) => one.name === name);
    for (const name of [
      "react",
      "@bufbuild/protobuf",
      "age-encryption",
      "pdfjs-dist",
      ...Object.keys(manifest.dependencies),
    ])
      expect(byName(name).length, name).toBeGreaterThan(0);
    for (const each of bill.components) {
      expect(each.licenses, each.name).toHaveLength(1);
      expect(each.hashes?.[0]?.content, each.name).toMatch(/^[0-9a-f]{40,128}$/);
    }
    expect(byName("vitest")).toEqual([]);
  });

  it("says its version", async () => {
    expect(await pincite("--version")).toBe(`${manifest.version}\n`);
  });

  it("derives the run again from the folder that the demo left", async () => {
    expect(await pincite("replay", "latest", "--data", "out/store")).toMatch(
      /(\d+) of \1 events and \d+ artifacts came out byte for byte/,
    );
  });

  it("writes the contract with a descriptor set", async () => {
    await pincite("proto", "export", "protos");
    expect(readdirSync(join(dir, "protos"), { recursive: true }).length).toBeGreaterThan(50);
  });

  describe("that serves", () => {
    beforeAll(async () => {
      server = spawn(process.execPath, start("serve", "--data", "out/store", "--port", "0"), options());
      url = await new Promise((resolve, reject) => {
        server?.stdout?.once("data", (said) => resolve(/http:\S+/.exec(String(said))?.[0] ?? `nowhere: ${said}`));
        server?.once("exit", (code) => reject(new Error(`serve ended with ${code}`)));
      });
    });

    it("gives the run, its memo, its lineage, its receipts and the law to commands of the package", async () => {
      expect(await ask("run", "list")).toMatch(/finalised/i);
      const memo = await ask("export", "latest");
      expect(memo).toBe(readFileSync(join(dir, "out/memo.md"), "utf8"));
      const draft = /Draft artifact: .*?([0-9a-f]{64})/.exec(demo)?.[1] ?? "";
      expect(await ask("artifact", "lineage", draft)).toContain("draft_text");
      const receipt = /receipt:\S+/.exec(await ask("receipt", "list", "latest"))?.[0] ?? "";
      expect(await ask("receipt", "verify", receipt)).toContain("The receipt holds.");
      expect(await ask("law", "list")).toContain("BW");
    });

    it("serves the web page, with every file that it asks for", async () => {
      for (const path of ["/", "/vault"]) {
        const page = await (await fetch(new URL(path, url))).text();
        const asked = [...page.matchAll(/(?:src|href)="(?<file>\/assets\/[^"]+)"/gu)].map(
          ({ groups }) => groups?.file ?? "",
        );
        expect(asked.length).toBeGreaterThan(1);
        for (const file of asked) expect((await fetch(new URL(file, url))).status).toBe(200);
      }
    });

    it("stops when it is told to", async () => {
      await stopped();
      expect(server?.exitCode).toBe(0);
      expect(existsSync(join(dir, "out/store/runs/open"))).toBe(false);
    });
  });
});
