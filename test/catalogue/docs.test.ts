import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { ToolFolder } from "./tool-folder.ts";

const root = new URL("../../", import.meta.url).pathname;
const folder = new ToolFolder();
beforeEach(() => folder.clear());
afterAll(() => folder.remove());

it("docs/tools.md shows a tool and an override that can be used as they stand [S66]", () => {
  const page = readFileSync(join(root, "docs/tools.md"), "utf8");
  const block = (language: string): string[] =>
    [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map((match) => match[1] ?? "");
  const [tool = "", override = ""] = block("textproto");
  const module = join(folder.root, "proto");
  mkdirSync(join(module, "acme/v1"), { recursive: true });
  writeFileSync(join(module, "acme/v1/tools.proto"), block("proto")[0] ?? "");
  symlinkSync(join(root, "third_party_proto/buf"), join(module, "buf"));
  const command = /`buf (build -o )tools\/acme\.binpb (--as-file-descriptor-set)`/.exec(page);
  expect(command).not.toBeNull();
  const out = join(folder.root, "user/acme.binpb");
  execFileSync(join(root, "node_modules/.bin/buf"), ["build", "-o", out, "--as-file-descriptor-set"], { cwd: module });
  folder.put("user", tool, "acme.txtpb").put("project", override);
  const { catalogue, notes } = folder.load();
  expect(catalogue.paramsOf("acme.lookup")?.fields.map((one) => one.name)).toEqual(["file_number"]);
  expect(catalogue.of("vault.search")).toMatchObject({ layer: "project", timeoutMs: 10_000 });
  expect(notes).toHaveLength(2);
});
