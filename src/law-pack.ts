import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Unzipped, unzipSync, type ZippableFile, zipSync } from "fflate";
import { isDay } from "#kit/day.ts";
import {
  LawPackFile_Kind as Kind,
  type LawPackFile,
  type LawPackManifest,
  LawPackManifestSchema,
} from "../gen/pincite/lawbot/v1/law_pack_pb.ts";
import { DomainError } from "./error.ts";
import { type Said, worded } from "./messages/said.ts";
import { sha256Hex } from "./sha256.ts";

/** A file of a pack as its manifest names it. */
export type PackFile = Omit<LawPackFile, "$typeName" | "$unknown">;

/** A pack whose every file is what its list says. */
export interface LawPack {
  /** SHA-256 of the pack, 64 hex. */
  readonly sha256: string;
  readonly files: readonly (PackFile & { readonly bytes: Uint8Array })[];
}

/** Files of one call of the import; all are in memory together. */
const filesMax = 1_000;
/** Of one file: no statute is larger, and LawBot takes none. */
const fileBytesMax = 64 * 1024 * 1024;
const mebibytesMax = 256;
const bytesMax = mebibytesMax * 1024 * 1024;
/** The list of a full pack has 300 kB. */
const listBytesMax = 1024 * 1024;
const listName = "manifest.binpb";
const folder = "law/";

/** Bytes of a pack that are read; its texts may be packed not at all. */
export const packBytesMax = bytesMax + listBytesMax;

/** ZIP knows no day before. */
const firstDay = new Date(1980, 0, 1);

/** Writes a pack. The same files give the same bytes, in whatever order they come. */
export const packOf = (files: LawPack["files"]): Uint8Array => {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const list = create(LawPackManifestSchema, { format: 1, files: sorted.map(({ bytes: _, ...file }) => file) });
  const entries: [string, Uint8Array][] = [
    [listName, toBinary(LawPackManifestSchema, list)],
    ...sorted.map(({ name, bytes }): [string, Uint8Array] => [`${folder}${name}`, bytes]),
  ];
  const settled = entries.map(([name, bytes]) => [name, [bytes, { mtime: firstDay }]] as [string, ZippableFile]);
  return zipSync(Object.fromEntries(settled), { level: 9, os: 0 });
};

/**
 * Reads a pack, which may be anybody's: nothing is unpacked that is larger than a pack may be, and nothing is returned unless every file
 * has the size and the hash of the list, and no other file is there. Errors: REQUEST_INVALID.
 */
export const readPack = (bytes: Uint8Array, called: string): LawPack => {
  const fault: Fault = (what) => new DomainError("REQUEST_INVALID", worded("law-pack.is-none", { name: called, what }));
  const tooMuch = () =>
    new DomainError("REQUEST_INVALID", worded("law-pack.holds-too-much", { name: called, filesMax, mebibytesMax }));
  if (bytes.length > packBytesMax) throw tooMuch();
  const entries = unpacked(bytes, fault, tooMuch);
  const packed = entries[listName];
  if (!packed) throw fault(worded("law-pack.fault-no-list"));
  const files = listed(packed, fault);
  if (Object.keys(entries).length !== files.length + 1) throw fault(worded("law-pack.fault-other-files"));
  return {
    sha256: sha256Hex(bytes),
    files: files.map((file) => {
      const content = entries[`${folder}${file.name}`];
      if (!content) throw fault(worded("law-pack.fault-missing", { file: file.name }));
      if (content.length !== file.sizeBytes || sha256Hex(content) !== file.sha256)
        throw fault(worded("law-pack.fault-bytes", { file: file.name }));
      return { ...file, bytes: content };
    }),
  };
};

/** What is wrong with a pack, as an error. */
type Fault = (what: Said) => DomainError;

const unpacked = (bytes: Uint8Array, fault: Fault, tooMuch: () => DomainError): Unzipped => {
  const seen = new Set<string>();
  let total = 0;
  try {
    return unzipSync(bytes, {
      // Asked before a file is unpacked, and never more than it announces is unpacked.
      filter: ({ name, originalSize }) => {
        total += originalSize;
        const isList = name === listName;
        if (seen.size > filesMax || total > bytesMax || originalSize > (isList ? listBytesMax : fileBytesMax))
          throw tooMuch();
        if (seen.has(name) || !(isList || nameForm.test(name))) throw fault(worded("law-pack.fault-place"));
        seen.add(name);
        return true;
      },
    });
  } catch (error) {
    throw error instanceof DomainError ? error : fault(worded("law-pack.fault-unpacked"));
  }
};

const nameForm = /^law\/[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

const listed = (bytes: Uint8Array, fault: Fault): readonly PackFile[] => {
  const list = parsed(bytes);
  if (list?.format !== 1) throw fault(worded("law-pack.fault-format"));
  const { files } = list;
  if (!files.every(isWell)) throw fault(worded("law-pack.fault-form"));
  const texts = files.map(({ lawId, kind, validFrom }) => `${lawId} ${kind} ${validFrom}`);
  if (new Set(texts).size < texts.length) throw fault(worded("law-pack.fault-two-texts"));
  return files;
};

const parsed = (bytes: Uint8Array): LawPackManifest | undefined => {
  try {
    return fromBinary(LawPackManifestSchema, bytes);
  } catch {
    return undefined;
  }
};

const kinds: ReadonlySet<number> = new Set([Kind.TEXT, Kind.REGISTER, Kind.NAMES]);

/** Whether a file is named as the manifest has to name it. */
const isWell = ({ name, kind, lawId, validFrom, sha256 }: PackFile): boolean =>
  nameForm.test(`${folder}${name}`) &&
  kinds.has(kind) &&
  /^[A-Za-z0-9_.-]{1,64}$/.test(lawId) &&
  (kind === Kind.TEXT ? isDay(validFrom) : validFrom === "") &&
  /^[0-9a-f]{64}$/.test(sha256);
