import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  create,
  createFileRegistry,
  createRegistry,
  type DescField,
  type DescFile,
  type DescMessage,
  ScalarType,
} from "@bufbuild/protobuf";
import {
  FieldDescriptorProto_Type,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  file_google_protobuf_any,
  file_google_protobuf_struct,
} from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";

// What is stored is hashed, and protobuf promises no canonical form. These kinds of fields can be written in more than one
// way by two conforming writers, so a message that is hashed holds none, nor does any message inside it.

const hashedPackages = ["memo", "evidence", "span", "tool", "journal", "model"];

const unstableMessages: ReadonlySet<string> = new Set(
  ["Any", "Struct", "Value", "ListValue", "FloatValue", "DoubleValue"].map((name) => `google.protobuf.${name}`),
);

/** Why a field cannot be in a hashed message; undefined when it can. */
const instability = (field: DescField): string | undefined => {
  if (field.fieldKind === "map") return "is a map, whose entries have no order";
  if (field.scalar === ScalarType.FLOAT || field.scalar === ScalarType.DOUBLE)
    return "is a float, with two zeros and many NaNs";
  if (field.message && unstableMessages.has(field.message.typeName)) return `holds ${field.message.typeName}`;
  return undefined;
};

/** Each unstable field of the messages and of all they contain, as a sentence. */
const unstableFields = (messages: Iterable<DescMessage>, seen = new Set<DescMessage>()): string[] => {
  const found: string[] = [];
  for (const message of messages) {
    if (seen.has(message)) continue;
    seen.add(message);
    for (const field of message.fields) {
      const why = instability(field);
      if (why) found.push(`${message.typeName}.${field.name} ${why}`);
      else if (field.message) found.push(...unstableFields([field.message], seen));
    }
  }
  return found;
};

const isFile = (value: unknown): value is DescFile => (value as { kind?: unknown } | undefined)?.kind === "file";

/** The descriptors of all generated files of one package folder. */
const filesOf = async (folder: string): Promise<DescFile[]> => {
  const under = join(projectRoot, "gen/pincite", folder);
  const paths = readdirSync(under, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("_pb.ts"));
  const modules = await Promise.all(paths.map((path) => import(join(under, path)) as Promise<Record<string, unknown>>));
  return modules.flatMap((module) => Object.values(module).filter(isFile));
};

const messagesOf = (files: readonly DescFile[]): DescMessage[] =>
  [...createRegistry(...files)].filter((each) => each.kind === "message");

describe("messages that are hashed", () => {
  it.each(hashedPackages)("of pincite.%s have one form in bytes", async (folder) => {
    const messages = messagesOf(await filesOf(folder));
    expect(messages.length).toBeGreaterThan(0);
    expect(unstableFields(messages)).toEqual([]);
  });

  it("would be refused for a map, a float, an Any and a Struct, however deep", () => {
    const { FLOAT, MESSAGE } = { FLOAT: FieldDescriptorProto_Type.FLOAT, MESSAGE: FieldDescriptorProto_Type.MESSAGE };
    const file: FileDescriptorProto = create(FileDescriptorProtoSchema, {
      name: "bad.proto",
      package: "bad",
      syntax: "proto3",
      dependency: ["google/protobuf/any.proto", "google/protobuf/struct.proto"],
      messageType: [
        { name: "Outer", field: [{ name: "inner", number: 1, type: MESSAGE, typeName: ".bad.Inner" }] },
        {
          name: "Inner",
          field: [
            { name: "score", number: 1, type: FLOAT },
            { name: "any", number: 2, type: MESSAGE, typeName: ".google.protobuf.Any" },
            { name: "struct", number: 3, type: MESSAGE, typeName: ".google.protobuf.Struct" },
          ],
        },
      ],
    });
    const known = new Map(
      [file_google_protobuf_any, file_google_protobuf_struct].map((each) => [each.proto.name, each]),
    );
    const outer = createFileRegistry(file, (path) => known.get(path)).getMessage("bad.Outer")!;
    expect(unstableFields([outer])).toEqual([
      "bad.Inner.score is a float, with two zeros and many NaNs",
      "bad.Inner.any holds google.protobuf.Any",
      "bad.Inner.struct holds google.protobuf.Struct",
    ]);
    expect(unstableFields(messagesOf([file_google_protobuf_struct]))).toContain(
      "google.protobuf.Struct.fields is a map, whose entries have no order",
    );
  });
});
