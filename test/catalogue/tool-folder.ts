import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import {
  type FileDescriptorProto,
  type FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from "@bufbuild/protobuf/wkt";
import { type LoadedCatalogue, loadCatalogue } from "../../src/catalogue/load-catalogue.ts";
import { DomainError } from "../../src/error.ts";

type FileInit = Exclude<MessageInitShape<typeof FileDescriptorProtoSchema>, { $typeName: string }>;
type FieldInit = { name: string; type: Type; typeName?: string; repeated?: boolean };

/** A field as a descriptor writes it; numbers are given in order. */
export const field = (name: string, type: Type = Type.STRING, more: Partial<FieldInit> = {}): FieldInit => ({
  ...{ name, type },
  ...more,
});

/** A message of a proto3 file in package `acme.v1`. */
export const message = (name: string, fields: FieldInit[], nested: object = {}) => ({
  name,
  field: fields.map((one, at) => ({
    ...{ name: one.name, jsonName: one.name, number: at + 1, type: one.type },
    ...(one.typeName ? { typeName: one.typeName } : {}),
    label: one.repeated ? Label.REPEATED : Label.OPTIONAL,
  })),
  ...nested,
});

/** A descriptor set of one file in `acme.v1`, after the files it imports. */
export const descriptorSet = (
  messages: NonNullable<FileInit["messageType"]>,
  more: FileInit = {},
  imports: FileDescriptorProto[] = [],
): Uint8Array => {
  const file = { name: "acme/v1/tools.proto", package: "acme.v1", syntax: "proto3", messageType: messages, ...more };
  return toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [...imports, file] }));
};

/** Parameters that every rule allows. */
export const lookupMessage = message("LookupParams", [
  field("query"),
  field("limit", Type.UINT32),
  field("tags", Type.STRING, { repeated: true }),
]);

/** A client-executed tool that every rule allows. */
export const lookup = `name: "acme.lookup"
description: "Looks a file number up in the register of the office."
params_type: "acme.v1.LookupParams"
output_type: "pincite.evidence.v1.EvidenceSearchResult"
risk: RISK_READ_ONLY
trigger: TRIGGER_MANUAL
model_may_propose: true
states: [ORCHESTRATOR_STATE_EVIDENCE_NEEDS, ORCHESTRATOR_STATE_EVIDENCE_BINDING]
executor: TOOL_EXECUTOR_KIND_CLIENT
`;

/** Two layers of tools in a folder of their own. */
export class ToolFolder {
  readonly root = mkdtempSync(join(tmpdir(), "pincite-tools-"));

  clear(): void {
    for (const layer of ["user", "project"]) {
      rmSync(join(this.root, layer), { recursive: true, force: true });
      mkdirSync(join(this.root, layer));
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  put(layer: "user" | "project", content: string | Uint8Array, name = "a.txtpb"): this {
    writeFileSync(join(this.root, layer, name), content);
    return this;
  }

  load(): LoadedCatalogue {
    return loadCatalogue([
      { name: "user", dir: join(this.root, "user") },
      { name: "project", dir: join(this.root, "project") },
    ]);
  }

  /** The problems, each with the name of its file and no folder; a load without any fails the test. */
  problems(): string[] {
    try {
      this.load();
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== "REQUEST_INVALID") throw error;
      return error.message
        .split("\n")
        .slice(1)
        .map((line) => line.replace(/^[^:]*\//, ""));
    }
    throw new Error(`nothing was wrong in ${basename(this.root)}`);
  }
}
