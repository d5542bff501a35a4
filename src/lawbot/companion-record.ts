import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type LawNaming,
  LawNamingSchema,
  type NameRegister,
  NameRegisterSchema,
  type RegisteredLaws,
  RegisteredLawsSchema,
  type VersionRegister,
  VersionRegisterSchema,
} from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { sha256Hex } from "../sha256.ts";
import type { NameRegisterReading, NamingReading, RegisterReading } from "./port/companion.ts";

interface About {
  readonly path: string;
  readonly importedAtMs: number;
}

/** The record of a register as it was read. */
export const registerRecord = (
  reading: RegisterReading,
  original: Uint8Array,
  about: About,
  checkedOn = "",
): VersionRegister =>
  create(VersionRegisterSchema, {
    ...kept(original, about),
    checkedOn,
    lawId: reading.lawId,
    generated: reading.generated,
    inForceFrom: reading.inForceFrom,
    withdrawnOn: reading.withdrawnOn,
    versions: reading.versions.map((version) => ({ ...version, sizeBytes: BigInt(version.sizeBytes) })),
  });

/** The record of a law's names as they were read. */
export const namingRecord = (reading: NamingReading, original: Uint8Array, about: About): LawNaming =>
  create(LawNamingSchema, {
    ...kept(original, about),
    lawId: reading.lawId,
    generated: reading.generated,
    abbreviations: [...reading.abbreviations],
    citationTitles: [...reading.citationTitles],
    kind: reading.lawKind,
    responsible: reading.responsible,
    areas: [...reading.areas],
  });

/** The regulations of a register of names, as they are stored. */
export const registeredLaws = (reading: NameRegisterReading): RegisteredLaws =>
  create(RegisteredLawsSchema, {
    laws: reading.laws.map(({ lawKind, citationTitles, abbreviations, otherTitles, ...law }) => ({
      ...law,
      kind: lawKind,
      citationTitles: [...citationTitles],
      abbreviations: [...abbreviations],
      otherTitles: [...otherTitles],
    })),
  });

/** The record of a register of names as it was read; `stored` is the encoded list of its regulations. */
export const nameRegisterRecord = (
  reading: NameRegisterReading,
  original: Uint8Array,
  stored: Uint8Array,
  about: About,
): NameRegister =>
  create(NameRegisterSchema, {
    ...kept(original, about),
    form: reading.form,
    generated: reading.generated,
    lawCount: reading.laws.length,
    laws: {
      kind: RegisteredLawsSchema.typeName,
      version: 1,
      digest: sha256Hex(stored),
      sizeBytes: BigInt(stored.length),
    },
  });

const kept = (original: Uint8Array, { path, importedAtMs }: About) => ({
  original: { kind: "opaque:original", version: 1, digest: sha256Hex(original), sizeBytes: BigInt(original.length) },
  fileName: (path.split(/[/\\]/).at(-1) ?? "").slice(0, 255),
  importTime: timestampFromMs(importedAtMs),
});
