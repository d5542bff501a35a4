import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { arrows, brokenImportRules, projectRoot, rooms } from "../../scripts/import-rules.ts";

/** Every folder of src, and the rooms within some of them: `kit`, `engine`, `engine/turn`. */
const allRooms = [
  ...readdirSync(join(projectRoot, "src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
  ...Object.entries(rooms).flatMap(([folder, inner]) => Object.keys(inner).map((room) => `${folder}/${room}`)),
];

/** The text behind a heading of a room's list, up to the end of its line; undefined: the README has no such line. */
const lineOf = (readme: string, heading: string): string | undefined =>
  new RegExp(`^- \\*\\*${heading}:\\*\\* (.{12,})$`, "mu").exec(readme)?.[1];

const named = (line: string): string[] => [...line.matchAll(/`([^`]+)`/gu)].map((match) => match[1]!);

/** What a file of the room would import to know `name`: a package, a generated package, a room beside it, or a folder of src. */
const specifierOf = (room: string, name: string): string => {
  if (name.startsWith("node:")) return name;
  const up = "../".repeat(room.split("/").length);
  if (name.startsWith("gen/")) return `${up}../${name}v1/a_pb.ts`;
  const [folder, inner] = room.split("/");
  if (inner && rooms[folder!]?.[name]) return `../${name}/a.ts`;
  return (
    up +
    (/\.tsx?$/u.test(name) ? name : existsSync(join(projectRoot, "src", `${name}.ts`)) ? `${name}.ts` : `${name}/a.ts`)
  );
};

/** Whether there is something of this name to know. */
const isThere = (room: string, name: string): boolean =>
  isBuiltin(name) ||
  [join("src", room.split("/")[0]!, name), join("src", name), join("src", `${name}.ts`), name].some((path) =>
    existsSync(join(projectRoot, path)),
  );

/** Whether the arrows refuse a file of the room that knows `name`. */
const isRefused = (room: string, name: string): boolean =>
  brokenImportRules([{ path: `src/${room}/a.ts`, text: `import { x } from "${specifierOf(room, name)}";` }]).length > 0;

describe("the README of a room", () => {
  it.each(allRooms)("%s says what comes in, what goes out, what it may not know and where to begin", (room) => {
    const path = join(projectRoot, "src", room, "README.md");
    expect(existsSync(path), `src/${room}/README.md`).toBe(true);
    const readme = readFileSync(path, "utf8");
    for (const heading of ["In", "Out", "May not know", "Begin with"])
      expect(lineOf(readme, heading), `${heading} of src/${room}`).toBeDefined();
    const begin = named(lineOf(readme, "Begin with")!);
    expect(begin.filter((name) => /\.tsx?$/u.test(name))).not.toEqual([]);
    const lines = ["In", "Out", "Begin with"].flatMap((heading) => named(lineOf(readme, heading)!));
    const paths = lines.filter((name) => /\/$|^[\w./-]+\.(?:ts|tsx|json)$/u.test(name));
    const isFound = (path: string) =>
      [join("src", room, path), path].some((from) => existsSync(join(projectRoot, from)));
    expect(paths.filter((path) => !isFound(path))).toEqual([]);
  });

  it.each(allRooms.filter((room) => room !== "main"))("%s may not know what the arrows refuse", (room) => {
    const line = lineOf(readFileSync(join(projectRoot, "src", room, "README.md"), "utf8"), "May not know")!;
    // The first sentence lists; what follows gives the reason.
    const names = named(`${line.split("`. ")[0]}\``);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !isThere(room, name))).toEqual([]);
    expect(names.filter((name) => !isRefused(room, name))).toEqual([]);
  });

  it("main sees everything, and nobody sees main", () => {
    expect(arrows.main).toEqual(["*"]);
    expect(allRooms.filter((room) => room !== "main" && !isRefused(room, "main"))).toEqual([]);
  });
});
