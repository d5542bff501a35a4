import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { LawPackFile_Kind as Kind } from "../gen/pincite/lawbot/v1/law_pack_pb.ts";
import { type LawPack, type PackFile, packOf } from "../src/law-pack.ts";
import { fileBytesMax } from "../src/lawbot/limits.ts";
import { readBwb } from "../src/lawbot/nl/bwb/read-bwb.ts";
import { readBwbCompanion } from "../src/lawbot/nl/bwb/read-companion.ts";
import { type LawReading, Refusal } from "../src/lawbot/port/reading.ts";
import { sha256Hex } from "../src/sha256.ts";

// `npm run law-pack -- OUT.lawpack [--valid-from 2012-10-01] FILE-OR-FOLDER…`: builds a law pack from BWB files: texts, manifests and WTI,
// also packed with gzip. `--valid-from` holds for texts of the older form, which have no day inside. The same files give the same bytes.

type Packed = LawPack["files"][number];

/** A file as a pack holds it. Throws the Refusal of its reader for what is no BWB file; its name has the id of its law. */
export const packedFile = (name: string, given: Uint8Array, validFrom: string): Packed => {
  const isGzip = given[0] === 0x1f && given[1] === 0x8b;
  const bytes = isGzip ? new Uint8Array(gunzipSync(given, { maxOutputLength: fileBytesMax })) : given;
  const { kind, lawId, day } = about(name.replace(/\.gz$/i, ""), bytes, validFrom);
  const called = { TEXT: `${lawId}_${day}.xml`, REGISTER: `${lawId}_manifest.xml`, NAMES: `${lawId}.WTI` }[kind];
  const sizes = { sha256: sha256Hex(bytes), sizeBytes: bytes.length };
  return { name: called, kind: Kind[kind], lawId, validFrom: day, bytes, ...sizes };
};

const about = (
  path: string,
  bytes: Uint8Array,
  validFrom: string,
): Pick<PackFile, "lawId"> & { readonly kind: "TEXT" | "REGISTER" | "NAMES"; readonly day: string } => {
  const companion = readBwbCompanion(bytes, { path, validFrom: "" });
  if (companion?.kind === "register") return { kind: "REGISTER", lawId: companion.lawId, day: "" };
  if (companion?.kind === "naming") return { kind: "NAMES", lawId: companion.lawId, day: "" };
  const { lawId, validFrom: day } = readText(bytes, path, validFrom);
  return { kind: "TEXT", lawId, day };
};

/** A text by the day inside it, and where it has none by the one that is given. */
const readText = (bytes: Uint8Array, path: string, validFrom: string): LawReading => {
  try {
    return readBwb(bytes, { path, validFrom: "" });
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== "NO_VALID_FROM") throw error;
    return readBwb(bytes, { path, validFrom });
  }
};

/** The pack of all files below some paths. Throws for two texts of one law and day, and for what no BWB reader takes. */
export const buildPack = (paths: readonly string[], validFrom: string): Uint8Array => {
  const files = paths.flatMap(filesAt).map((path) => {
    try {
      return packedFile(basename(path), new Uint8Array(readFileSync(path)), validFrom);
    } catch (error) {
      throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  });
  const twice = files.find(({ name }, at) => files.findIndex((other) => other.name === name) !== at);
  if (twice) throw new Error(`two files are ${twice.name}: a pack has one text of a law and day`);
  return packOf(files);
};

const filesAt = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .toSorted()
        .filter((name) => /\.(xml|wti)(\.gz)?$/i.test(name))
        .map((name) => join(path, name))
    : [path];

const [, script, out, ...rest] = process.argv;
if (script?.endsWith("law-pack.ts")) {
  const at = rest.indexOf("--valid-from");
  const validFrom = at < 0 ? "" : (rest[at + 1] ?? "");
  const paths = at < 0 ? rest : rest.toSpliced(at, 2);
  if (!out || paths.length === 0)
    throw new Error("npm run law-pack -- OUT.lawpack [--valid-from 2012-10-01] FILE-OR-FOLDER…");
  const pack = buildPack(paths, validFrom);
  writeFileSync(out, pack);
  process.stdout.write(`${out}: ${pack.length} bytes, SHA-256 ${sha256Hex(pack)}\n`);
}
