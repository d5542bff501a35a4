import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import { newFolder } from "../support/new-folder.ts";

/** A file of the house as it stands, its imports by their full paths, so that a copy compiles anywhere. */
const read = (path: string): string =>
  readFileSync(join(projectRoot, path), "utf8").replaceAll(
    /from "(\.[^"]+)"/g,
    (_, target: string) => `from "${resolve(projectRoot, dirname(path), target)}"`,
  );

const tool = read("src/tool/vault/resolve-ids.ts");
const lawTool = read("src/tool/lawbot/search.ts");
const list = read("src/tool/tools.ts");
const ports = read("src/upstream/ports.ts");

/** The parts of a definition: each begins two spaces in, and goes on to the next. */
const parts = Array.from(tool.matchAll(/^ {2}(\w+):/gm), ([, name]) => name!);

const without = (part: string): string =>
  tool.replace(new RegExp(`^ {2}${part}:[\\s\\S]*?(?=^ {2}\\w+:|^\\}\\);)`, "m"), "");

/** Files with a mistake. */
const wrong: Readonly<Record<string, string>> = {
  "a field of the parameters without a word on what leaves": tool.replace('evidenceIds: "stays", ', ""),
  "a field that the parameters have not got": tool.replace('query: "stays"', 'query: "stays", words: "stays"'),
  // It compiled once: with the name inferred too widely, the fields of the Vault could leave as LawBot's can.
  "a field of the Vault's that leaves": tool.replace('query: "stays"', 'query: "words"'),
  "the parameters of another tool": tool.replace('params: "vaultResolveIds"', 'params: "vaultSearch"'),
  "a name of no service": tool.replace('name: "vault.resolve_ids"', 'name: "cloud.resolve_ids"'),
  "words for a field that takes a list": tool.replace('field: "evidenceIds", between: " "', 'field: "evidenceIds"'),
  "a text of LawBot's without a word on what leaves": lawTool.replace('query: "words", ', ""),
  "a text that leaves as a number": lawTool.replace('query: "words"', 'query: "number"'),
  "one word for all fields of LawBot's": lawTool.replace(/leaves: \{[^}]*\}/, 'leaves: "stays"'),
  "a member of the parameters that no tool has": list.replace("  vaultSearch,\n", ""),
  "a port that no service stands behind": ports.replace(/^ {2}rulings: .*\n/m, ""),
};

const variants: Readonly<Record<string, string>> = {
  "nothing left out": tool,
  ...Object.fromEntries(parts.map((part) => [`no ${part}`, without(part)])),
  ...wrong,
};

describe("the definition of a tool", () => {
  const folder = newFolder("tool");
  let said: readonly string[] = [];

  // One run of the compiler, under the project's own options, over a file for each variant.
  beforeAll(() => {
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    const files = Object.keys(variants).map((_, at) => `variant-${at}.ts`);
    for (const [at, text] of Object.values(variants).entries()) write(files[at]!, text);
    write("package.json", '{ "type": "module" }');
    const compilerOptions = { typeRoots: [join(projectRoot, "node_modules/@types")] };
    const config = { extends: join(projectRoot, "tsconfig.json"), compilerOptions, include: [], files };
    write("tsconfig.json", JSON.stringify(config));
    const tsc = join(projectRoot, "node_modules/typescript/bin/tsc");
    said = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" }).stdout.split("\n");
  });

  const errors = (name: string): string[] =>
    said.filter((line) => line.includes(`variant-${Object.keys(variants).indexOf(name)}.ts`));

  it("compiles as it stands", () => {
    expect(parts).toContain("leaves");
    expect(parts.length).toBeGreaterThanOrEqual(14);
    expect(errors("nothing left out")).toEqual([]);
  });

  it.each(parts)("does not compile without %s", (part) => {
    const [first = ""] = errors(`no ${part}`);
    // Without the member nothing is known of the parameters, so that every part which reads them is wrong.
    expect(first).toMatch(part === "params" ? /error TS/ : `Property '${part}' is missing`);
  });

  it.each(Object.keys(wrong))("does not compile with %s", (name) => {
    expect([tool, lawTool, list, ports]).not.toContain(wrong[name]);
    expect(errors(name).join("\n")).toMatch(/error TS\d+/);
  });
});
