import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromBinary, toJson } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, it } from "vitest";
import { descriptorSet } from "../../src/cli/proto/export.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const namesBelow = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => name.replaceAll("\\", "/"))
    .sort();

const folder = newFolder("protos");
beforeAll(async () => {
  expect((await cli(["proto", "export", folder])).code).toBe(0);
});

describe("proto export", () => {
  it("writes every .proto file of the project as it stands in proto/", () => {
    const written = namesBelow(folder, ".proto").filter((name) => name.startsWith("pincite/"));
    expect(written).toEqual(namesBelow(join(root, "proto"), ".proto"));
    for (const name of written) {
      expect(readFileSync(join(folder, name), "utf8")).toBe(readFileSync(join(root, "proto", name), "utf8"));
    }
  });

  it("is whole: a compiler that knows nothing else reads it, and finds the same messages as the descriptor set", () => {
    const buf = join(root, "node_modules/.bin/buf");
    const args = ["build", folder, "--as-file-descriptor-set", "--exclude-source-info", "-o", "-#format=binpb"];
    const built = fromBinary(
      FileDescriptorSetSchema,
      execFileSync(buf, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }),
    );
    const messagesOf = (set: typeof built) =>
      set.file
        .filter((file) => /^(pincite|google\/rpc)\//.test(file.name))
        .flatMap((file) => file.messageType.map(({ name, field }) => `${file.package}.${name}/${field.length}`))
        .sort();
    const exported = fromBinary(FileDescriptorSetSchema, readFileSync(join(folder, "descriptor_set.binpb")));
    expect(messagesOf(exported)).toEqual(messagesOf(built));
  });

  it("has what the details of errors are made of, as a compiler reads it, maps and nested messages too", () => {
    const buf = join(root, "node_modules/.bin/buf");
    const args = ["build", folder, "--as-file-descriptor-set", "--exclude-source-info", "-o", "-#format=binpb"];
    const built = fromBinary(FileDescriptorSetSchema, execFileSync(buf, args, { maxBuffer: 64 * 1024 * 1024 }));
    const exported = fromBinary(FileDescriptorSetSchema, readFileSync(join(folder, "descriptor_set.binpb")));
    for (const name of ["status", "code", "error_details"].map((one) => `google/rpc/${one}.proto`)) {
      const [one, other] = [built, exported].map(({ file }) => file.find((each) => each.name === name));
      expect(one && toJson(FileDescriptorProtoSchema, one), name).toEqual(
        other && toJson(FileDescriptorProtoSchema, other),
      );
      expect(one).toBeDefined();
    }
  });

  it("puts imported files before those that import them", () => {
    const seen = new Set<string>();
    for (const { name, dependency } of fromBinary(FileDescriptorSetSchema, descriptorSet()).file) {
      for (const each of dependency) expect(seen, `${name} imports ${each}`).toContain(each);
      seen.add(name);
    }
  });
});
