import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot, sourceFiles } from "../../scripts/import-rules.ts";

/** What stands in a file before anything of it runs: imports that are no types, and none that is asked for later. */
const atOnce = /^\s*(?:import|export)\s+(?!type\b)(?:[^"';]*?\bfrom\s*)?["'](?<specifier>[^"']+)["']/gmu;

/** The packages that are loaded with a file, by way of which file of ours each, and the files themselves. */
const loadedWith = (first: string): { packages: ReadonlyMap<string, string>; files: ReadonlySet<string> } => {
  const texts = new Map(sourceFiles(projectRoot, "src").map(({ path, text }) => [path, text]));
  const [packages, seen] = [new Map<string, string>(), new Set<string>()];
  const open = [first];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const { groups } of (texts.get(path) ?? "").matchAll(atOnce)) {
      const specifier = groups?.specifier ?? "";
      if (specifier.startsWith(".")) open.push(join(path, "..", specifier));
      else packages.set(specifier, path);
    }
  }
  return { packages, files: seen };
};

it("is loaded of what signs people in by a server that nobody signs in to", () => {
  const { packages, files } = loadedWith("src/main/server.ts");
  // The look sees what a server does load.
  expect(packages.get("ulid")).toBe("src/main/server.ts");
  expect([packages.get("jose"), packages.get("openid-client")]).toEqual([undefined, undefined]);
  expect(loadedWith("src/access/people.ts").packages.get("openid-client")).toBe("src/access/code-flow.ts");
  // Nor of bounds, which a sign-in file alone names.
  const ofBounds = (all: ReadonlySet<string>): string[] =>
    [...all].filter((path) => /quota-part|\/quota\//u.test(path));
  expect(ofBounds(files)).toEqual([]);
  expect(ofBounds(loadedWith("src/main/quota-part.ts").files)).toContain("src/access/quota/quota-ledger.ts");
});
