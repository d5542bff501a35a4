import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import { defaultPort } from "../../src/config.ts";
import { startPincite } from "../../src/main.ts";
import { newFolder } from "../support/new-folder.ts";

const page = readFileSync(join(projectRoot, "docs/operations.md"), "utf8");
const scratch = newFolder("operations");

/** Every source that may read a setting. The web page has no environment; words only speak of settings. */
const sources = ["src", "bin"].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|js)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
);

/** Names that a program reads from its environment: as a property, or handed to a function by its name. */
const read = new Set(
  sources.flatMap((text) =>
    [
      ...text.matchAll(
        /\benv\)?\??\.([A-Z][A-Z0-9_]+)\b|env, "([A-Z][A-Z0-9_]+)"|\bconst \{ ([A-Z][A-Z0-9_, ]+) \} = process\.env/g,
      ),
    ].flatMap((match) => (match[1] ?? match[2] ?? match[3] ?? "").split(", ")),
  ),
);

const told = new Set(
  [...page.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map((match) => match[1]!).filter((name) => name !== "SIGTERM"),
);

describe("the page on operations", () => {
  it("names every setting that the program reads, and none besides", () => {
    expect(read.size).toBeGreaterThan(25);
    const own = new Set([...read, "PINCITE_EDITED"]);
    expect([...own].filter((name) => !told.has(name)).toSorted()).toEqual([]);
    expect([...told].filter((name) => !own.has(name)).toSorted()).toEqual([]);
  });

  it("names everything that a server leaves in its folder", async () => {
    const dataDir = join(scratch, "data");
    const server = await startPincite({ dataDir, port: 0, user: "ops", log: "silent" });
    await server.stop();
    const left = readdirSync(dataDir, { withFileTypes: true }).map((entry) =>
      entry.isDirectory() ? `${entry.name}/` : entry.name,
    );
    expect(left.length).toBeGreaterThan(5);
    expect(left.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it("names the ports of the three programs", () => {
    const ports = ["vault", "lawbot"].map(
      (name) => /port: (\d+)/.exec(readFileSync(join(projectRoot, `src/${name}/main.ts`), "utf8"))?.[1],
    );
    for (const port of [defaultPort, ...ports]) expect(page).toContain(`| ${port} |`);
  });
});
