import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { floatingPromises } from "../../scripts/floating-promises.ts";
import { projectRoot } from "../../scripts/import-rules.ts";
import { newFolder } from "../support/new-folder.ts";

const root = newFolder("floating");

const floating = `
rm("a");
if (list.length > 0) later();
maybe?.();
list.length > 0 && later();
list.length > 0 ? undefined : later();
later().then(() => 1);
later().finally(() => undefined);
new Kept().close();
`;

const fine = `
await rm("a");
void later();
const kept = later();
let held = kept;
held = later();
later().catch(() => undefined);
later().then(() => 1, () => 2).finally(() => undefined);
list.push(1);
export const all = [kept, held];
`;

it("names each promise that a statement lets go of, Node's own too, and none that is awaited, kept or answered", () => {
  symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"));
  const compilerOptions = { module: "nodenext", target: "es2024", types: ["node"], strict: true, noEmit: true };
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const head = `import { rm } from "node:fs/promises";
const later = async (): Promise<number> => 1;
const list: number[] = [];
const maybe: (() => Promise<void>) | undefined = undefined as (() => Promise<void>) | undefined;
class Kept { async close(): Promise<void> {} }
export { rm, maybe, Kept, list };
`;
  writeFileSync(join(root, "floating.ts"), head + floating);
  writeFileSync(join(root, "fine.ts"), head + fine);
  const told = floatingPromises(root, "");
  const first = head.split("\n").length + 1;
  const lines = floating.trim().split("\n");
  expect(told.map((sentence) => /^(\S+?):(\d+):/.exec(sentence)!.slice(1).join(":"))).toEqual(
    lines.map((_, index) => `floating.ts:${first + index}`),
  );
});

it("refuses to find nothing in a folder that the compiler does not read", () => {
  expect(() => floatingPromises(root, "nowhere")).toThrow(/nowhere/);
});
