import { createRegistry, type DescFile, type Registry } from "@bufbuild/protobuf";
import { protoFiles } from "../../../gen/protos/files.ts";

/** Every file with what it imports, each once, imported ones before those that import them: the order a descriptor set has. */
export const orderedFiles = (): DescFile[] => {
  const files = new Map<string, DescFile>();
  const add = (file: DescFile): void => {
    if (files.has(file.name)) return;
    for (const each of file.dependencies) add(each);
    files.set(file.name, file);
  };
  for (const file of protoFiles) add(file);
  return [...files.values()];
};

/** Every message by its full name, to decode artifacts by their kind. */
export const kindRegistry = (): Registry => createRegistry(...orderedFiles());
