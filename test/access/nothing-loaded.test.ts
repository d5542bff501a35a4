import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot, sourceFiles } from "../../scripts/import-rules.ts";

/** What stands in a file before anything of it runs: imports that are no types, and none that is asked for later. */
const atOnce = /^\s*(?:import|export)\s+(?!type\b)(?:[^"';]*?\bfrom\s*)?["'](?<specifier>[^"']+)["']/gmu;

/** The packages that are loaded with a file, by way of which file of ours each. */
const packagesWith = (first: string): ReadonlyMap<string, string> => {
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
  return packages;
};

it("is loaded of what signs people in by a server that nobody signs in to", () => {
  const packages = packagesWith("src/main/server.ts");
  // The look sees what a server does load.
  expect(packages.get("ulid")).toBe("src/main/server.ts");
  expect([packages.get("jose"), packages.get("openid-client")]).toEqual([undefined, undefined]);
  expect(packagesWith("src/access/people.ts").get("openid-client")).toBe("src/access/code-flow.ts");
});
