import { existsSync, readFileSync } from "node:fs";
import { create, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { otherSources } from "../../../gen/protos/other-sources.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { packageRoot } from "../../package-root.ts";
import { orderedFiles } from "./files.ts";

/** A file to write, by its path inside the folder. */
export interface ExportedFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/**
 * What a client in another language needs: our .proto files with their comments, the file of others that they import
 * (google/protobuf/* comes with every compiler), what the details of errors are made of (google/rpc), and a FileDescriptorSet of everything for clients that read descriptors.
 * Errors: UNSUPPORTED when the program was installed without its .proto files.
 */
export const exportedProtos = (): ExportedFile[] => [
  ...orderedFiles()
    .map(({ name }) => `${name}.proto`)
    .filter((name) => name.startsWith("pincite/"))
    .map((path) => ({ path, content: sourceOf(path) })),
  ...Object.entries(otherSources).map(([path, content]) => ({ path, content })),
  { path: "descriptor_set.binpb", content: descriptorSet() },
];

/** Every file with all it imports, imports first, as protoc and buf write it. */
export const descriptorSet = (): Uint8Array =>
  toBinary(
    FileDescriptorSetSchema,
    create(FileDescriptorSetSchema, { file: orderedFiles().map(({ proto }) => proto) }),
  );

const sourceOf = (path: string): Uint8Array => {
  const url = new URL(`proto/${path}`, packageRoot);
  if (existsSync(url)) return readFileSync(url);
  throw new DomainError("UNSUPPORTED", worded("command.is-not-part-of-this-installation-use", { path }));
};
