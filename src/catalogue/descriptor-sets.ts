import { readFileSync, statSync } from "node:fs";
import { createFileRegistry, type DescMessage, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { filesOf } from "./tool-files.ts";

/** The messages that a folder's descriptor sets define, by full name; and what is wrong with the sets. */
export interface DescriptorSets {
  readonly messages: ReadonlyMap<string, DescMessage>;
  readonly problems: readonly string[];
}

const fileBytesMax = 4_194_304;
/** Packages that come along as imports and belong to somebody else: no parameters of a tool. */
const foreign = /^(?:pincite|google|buf)\./;

/** Reads every `*.binpb` of a folder as a google.protobuf.FileDescriptorSet with its imports in it. */
export const descriptorSets = (dir: string): DescriptorSets => {
  const messages = new Map<string, DescMessage>();
  const problems: string[] = [];
  for (const file of filesOf(dir, ".binpb")) {
    const found = messagesIn(file);
    if (typeof found === "string") problems.push(`${file}:1: ${found}`);
    else
      for (const message of found) {
        if (messages.has(message.typeName))
          problems.push(`${file}:1: another descriptor set defines ${message.typeName} too`);
        messages.set(message.typeName, message);
      }
  }
  return { messages, problems };
};

const messagesIn = (file: string): DescMessage[] | string => {
  if (statSync(file).size > fileBytesMax) return `larger than ${fileBytesMax} bytes`;
  try {
    const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(file)));
    return [...registry].filter((one) => one.kind === "message").filter((one) => !foreign.test(one.typeName));
  } catch {
    return "no descriptor set with all its imports: build it with `buf build -o tools.binpb --as-file-descriptor-set`";
  }
};
