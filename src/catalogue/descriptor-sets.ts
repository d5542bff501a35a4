import { readFileSync, statSync } from "node:fs";
import { createFileRegistry, type DescMessage, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { isSaid, type Said, worded } from "../messages/said.ts";
import { inFileAt } from "../profile/load-profiles.ts";
import { filesOf } from "./tool-files.ts";

/** The messages that a folder's descriptor sets define, by full name; and what is wrong with the sets. */
export interface DescriptorSets {
  readonly messages: ReadonlyMap<string, DescMessage>;
  readonly problems: readonly Said[];
}

const fileBytesMax = 4_194_304;
/** Packages that come along as imports and belong to somebody else: no parameters of a tool. */
const foreign = /^(?:pincite|google|buf)\./;

/** Reads every `*.binpb` of a folder as a google.protobuf.FileDescriptorSet with its imports in it. */
export const descriptorSets = (dir: string): DescriptorSets => {
  const messages = new Map<string, DescMessage>();
  const problems: Said[] = [];
  for (const file of filesOf(dir, ".binpb")) {
    const found = messagesIn(file);
    if (isSaid(found)) problems.push(inFileAt(file, 1, found));
    else
      for (const message of found) {
        if (messages.has(message.typeName))
          problems.push(inFileAt(file, 1, worded("tool-problem.defined-twice", { message: message.typeName })));
        messages.set(message.typeName, message);
      }
  }
  return { messages, problems };
};

const messagesIn = (file: string): DescMessage[] | Said => {
  if (statSync(file).size > fileBytesMax) return worded("profile-problem.too-large", { bytes: fileBytesMax });
  try {
    const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(file)));
    return [...registry].filter((one) => one.kind === "message").filter((one) => !foreign.test(one.typeName));
  } catch {
    return worded("tool-problem.no-set");
  }
};
