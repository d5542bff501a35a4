import { describe, expect, it } from "vitest";
import { arrows, brokenImportRules, importsOf, projectRoot, sourceFiles } from "../../scripts/import-rules.ts";

const broken = (path: string, ...lines: string[]) => brokenImportRules([{ path, text: lines.join("\n") }]);

describe("the arrows between the folders of src", () => {
  it("hold in every file", () => {
    const files = sourceFiles(projectRoot, "src");
    expect(files.length).toBeGreaterThan(3);
    expect(brokenImportRules(files)).toEqual([]);
  });

  it.each([
    ["a pure folder and a Node module", "src/run/a.ts", 'import { hash } from "node:crypto";'],
    ["a pure folder and a Node module without its prefix", "src/proof/a.ts", 'import fs from "fs";'],
    ["a pure folder and the file that hashes with Node", "src/span/a.ts", 'import { sha256 } from "../sha256.ts";'],
    ["a pure folder and the store", "src/grounding/a.ts", 'import type { Store } from "../store/store.ts";'],
    ["the model and the Vault", "src/model/a.ts", 'import { x } from "../vault/a.ts";'],
    ["the model and a Vault client", "src/model/a.ts", 'import { S } from "../../gen/pincite/vault/v1/s_pb.ts";'],
    [
      "the model and a LawBot client",
      "src/model/providers/a.ts",
      'import { S } from "../../../gen/pincite/lawbot/v1/s_pb.ts";',
    ],
    ["the Vault and LawBot", "src/vault/a.ts", 'import { x } from "../lawbot/a.ts";'],
    ["the Vault and the engine", "src/vault/a.ts", 'import { x } from "../engine/a.ts";'],
    ["the client and the command line", "src/client/a.ts", 'import { x } from "../cli/a.ts";'],
    ["the client and a server", "src/client/a.ts", 'import { x } from "../wire/server.ts";'],
    ["the example and the commands", "src/demo/a.ts", 'import { x } from "../cli/commands/a.ts";'],
    ["the command line and the engine", "src/cli/run.ts", 'import { x } from "../engine/a.ts";'],
    ["the command line and the server", "src/cli/run.ts", 'import { x } from "../wire/server.ts";'],
    ["the page and the store", "src/web/a.tsx", 'export { x } from "../store/store.ts";'],
    ["rpc and the store behind the engine's back", "src/rpc/a.ts", 'import { x } from "../store/store.ts";'],
    ["the wire and the run", "src/wire/a.ts", 'const x = await import("../run/a.ts");'],
    ["anything and the composition root", "src/engine/a.ts", 'import "../main.ts";'],
    ["anything and the tests", "src/engine/a.ts", 'import { x } from "../../test/support/a.ts";'],
    ["a folder nobody has decided on", "src/helpers/a.ts", 'import { x } from "../error.ts";'],
    ["a subfolder of another folder", "src/vault/a.ts", 'import { x } from "../store/level/a.ts";'],
    ["the kit and what it is for", "src/kit/a.ts", 'import { DomainError } from "../error.ts";'],
    ["the kit and a Node module", "src/kit/a.ts", 'import { hash } from "node:crypto";'],
    ["a subfolder under its short name", "src/run/a.ts", 'import { x } from "#kit/deep/a.ts";'],
  ])("refuse one between %s, naming the file", (_, path, line) => {
    const [first, ...others] = broken(path, line);
    expect(first).toMatch(new RegExp(`^${path}: `));
    expect(others).toEqual([]);
  });

  it.each([
    ["src/main.ts", 'import { x } from "./store/level/a.ts";'],
    ["src/main/server.ts", 'import { x } from "../vault/parse/a.ts";'],
    ["src/cli/run.ts", 'import { createClientTransport } from "../wire/client.ts";'],
    ["src/vault/import/a.ts", 'import { x } from "../../span/a.ts";'],
    ["src/model/a.ts", 'import { S } from "../../gen/pincite/model/v1/s_pb.ts";'],
    ["src/store/level/a.ts", 'import { Recent } from "#kit/recent.ts";'],
    ["src/run/a.ts", 'import { toHex } from "#kit/hex.ts";'],
    ["src/kit/a.ts", 'import { toHex } from "./hex.ts";'],
    ["src/run/a.ts", 'import { createMachine } from "xstate";'],
  ])("allow %s to say %s", (path, line) => {
    expect(broken(path, line)).toEqual([]);
  });

  it("find a cycle around three corners", () => {
    const file = (folder: string, to: string) => ({ path: `src/${folder}/a.ts`, text: `import "../${to}/a.ts";` });
    const told = brokenImportRules([file("run", "tool"), file("tool", "span"), file("span", "run")]);
    expect(told).toContain("src/run/a.ts: run → tool is part of a cycle between folders");
    expect(told).toHaveLength(3);
  });

  it("name only folders that have arrows themselves", () => {
    const targets = Object.values(arrows)
      .flat()
      .map((target) => target.split("/")[0]!);
    for (const target of targets) expect([...Object.keys(arrows), "gen", "*"]).toContain(target);
  });
});

describe("reading the imports of a file", () => {
  it("sees every form, over several lines too, and none in a comment", () => {
    const text = [
      'import { a,\n  b } from "./one.ts";',
      'import type { C } from "./two.ts";',
      'import "./three.ts";',
      'export * from "./four.ts";',
      'const five = await import("./five.ts");',
      '// import { x } from "./comment.ts";',
      '/* export * from "./block.ts"; */',
      'export const text = "from nowhere";',
    ].join("\n");
    expect(importsOf(text)).toEqual(["./one.ts", "./two.ts", "./three.ts", "./four.ts", "./five.ts"]);
  });
});
