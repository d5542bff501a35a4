import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { file_buf_validate_validate } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { afterAll, beforeEach, expect, it } from "vitest";
import { printProto } from "../../scripts/print-proto.ts";
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
  // What `pincite proto export` writes for the rules of fields, as the page says.
  mkdirSync(join(module, "buf/validate"), { recursive: true });
  writeFileSync(join(module, "buf/validate/validate.proto"), printProto(file_buf_validate_validate));
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
