import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { file_buf_validate_validate } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { printProto } from "./print-proto.ts";

// Writes third_party_proto/, the .proto files of others that ours import. They are not committed: each comes from an npm
// package, so that the lock file is what says which version it is and nothing has to be copied by hand.

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "third_party_proto");

/**
 * google/rpc/*.proto lie in google-gax, which brings 118 packages for three files. Its tarball alone is fetched, checked
 * against this integrity and kept; only `npm run generate` and `npm run verify` ever need it.
 */
const gax = {
  spec: "google-gax@5.0.8",
  tarball: "google-gax-5.0.8.tgz",
  integrity: "M4vpZcXQIC1gqIVGQ7eaU3jXQA6zecStyTXu514TYfThlgSurYJOxHZo9fzU6hAgwPWvuEynAVHWyaIk80VeEA==",
  folder: "package/build/protos",
  files: ["google/rpc/status.proto", "google/rpc/code.proto", "google/rpc/error_details.proto"],
};

/** Packages that are installed: the path inside the package, then the path protobuf knows the file by. */
const installed = [
  ["grpc-health-check", "proto/health/v1/health.proto", "grpc/health/v1/health.proto"],
  ["@grpc/reflection", "build/proto/grpc/reflection/v1/reflection.proto", "grpc/reflection/v1/reflection.proto"],
  [
    "@grpc/reflection",
    "build/proto/grpc/reflection/v1alpha/reflection.proto",
    "grpc/reflection/v1alpha/reflection.proto",
  ],
] as const;

const place = (path: string): string => {
  const full = join(target, path);
  mkdirSync(dirname(full), { recursive: true });
  return full;
};

const hasIntegrity = (path: string): boolean =>
  existsSync(path) && createHash("sha512").update(readFileSync(path)).digest("base64") === gax.integrity;

/** The kept tarball, fetched when it is missing or damaged; a tarball with another content is refused. */
const gaxTarball = (): string => {
  const kept = join(target, ".cache", gax.tarball);
  if (hasIntegrity(kept)) return kept;
  const fetched = mkdtempSync(join(tmpdir(), "pincite-gax-"));
  try {
    execFileSync("npm", ["pack", gax.spec, "--silent", "--pack-destination", fetched], { stdio: "pipe" });
    const tarball = join(fetched, gax.tarball);
    if (!hasIntegrity(tarball)) throw new Error(`${gax.spec} from the registry is not the file this project knows`);
    copyFileSync(tarball, place(`.cache/${gax.tarball}.part`));
    renameSync(`${kept}.part`, kept);
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
  return kept;
};

const unpackGax = (): void => {
  const tarball = gaxTarball();
  for (const path of gax.files) {
    writeFileSync(place(path), execFileSync("tar", ["-xzOf", tarball, `${gax.folder}/${path}`]));
  }
};

writeFileSync(place("buf/validate/validate.proto"), printProto(file_buf_validate_validate));
for (const [name, from, to] of installed) copyFileSync(join(root, "node_modules", name, from), place(to));
unpackGax();
