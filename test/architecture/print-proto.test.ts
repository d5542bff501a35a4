import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, createFileRegistry, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { file_buf_validate_validate } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import { printProto } from "../../scripts/print-proto.ts";
import { newFolder } from "../support/new-folder.ts";

describe("printing a compiled proto file", () => {
  it("gives source that compiles to the same descriptor, byte for byte", () => {
    const folder = newFolder("print");
    mkdirSync(join(folder, "buf/validate"), { recursive: true });
    writeFileSync(join(folder, "buf/validate/validate.proto"), printProto(file_buf_validate_validate));
    const buf = join(projectRoot, "node_modules/.bin/buf");
    const args = ["build", folder, "--as-file-descriptor-set", "--exclude-source-info", "--output"];
    execFileSync(buf, [...args, join(folder, "out.binpb")]);
    const { file } = fromBinary(FileDescriptorSetSchema, readFileSync(join(folder, "out.binpb")));
    const compiled = file.find(({ name }) => name === "buf/validate/validate.proto")!;
    const bytes = (proto: typeof compiled) => Buffer.from(toBinary(FileDescriptorProtoSchema, proto)).toString("hex");
    expect(bytes(compiled)).toBe(bytes(file_buf_validate_validate.proto));
  });

  it("refuses what it cannot print instead of leaving it out", () => {
    const service = { name: "S" };
    const proto = create(FileDescriptorProtoSchema, {
      name: "s.proto",
      package: "s",
      syntax: "proto2",
      service: [service],
    });
    const file = createFileRegistry(proto, () => undefined).getFile("s.proto")!;
    expect(() => printProto(file)).toThrow('cannot print "service"');
  });
});
