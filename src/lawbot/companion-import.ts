import { create } from "@bufbuild/protobuf";
import {
  type ImportItem,
  ImportItem_Outcome,
  ImportItemSchema,
} from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import type { LawNaming, VersionRegister } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { sha256Hex } from "../sha256.ts";
import type { CompanionReading } from "./companion.ts";
import { namingRecord, registerRecord } from "./companion-record.ts";
import type { LawIndex } from "./law-index.ts";
import type { LawStore } from "./law-store.ts";
import { Refusal, type SourceClaim } from "./reading.ts";
import type { Versions } from "./versions.ts";

interface Parts {
  readonly store: LawStore;
  readonly versions: Versions;
  readonly index: LawIndex;
}

/**
 * Keeps a manifest or WTI: the newest of each law counts, by the time it was generated. Throws Refusal for one that is
 * older than the loaded one, since it would make known versions disappear.
 */
export const importCompanion = async (
  parts: Parts,
  reading: CompanionReading,
  file: { readonly claim: SourceClaim; readonly bytes: Uint8Array; readonly importedAtMs: number },
): Promise<ImportItem> => {
  const { claim, bytes } = file;
  const about = { path: claim.path, importedAtMs: file.importedAtMs };
  const { versions, store } = parts;
  const loaded = reading.kind === "register" ? versions.register(reading.lawId) : versions.naming(reading.lawId);
  const isSame = loaded?.original?.digest === sha256Hex(bytes);
  if (loaded && !isSame && reading.generated < loaded.generated) throw older(reading, loaded.generated);
  const outcome = isSame ? ImportItem_Outcome.DUPLICATE : ImportItem_Outcome.IMPORTED;
  if (reading.kind === "register") {
    const register = registerRecord(reading, bytes, about);
    if (!isSame) {
      await store.saveRegister(register, bytes);
      versions.setRegister(register);
      parts.index.mark();
    }
    return item(claim, outcome, `register of ${reading.lawId}: ${reading.versions.length} versions`, { register });
  }
  const naming = namingRecord(reading, bytes, about);
  if (!isSame) {
    await store.saveNaming(naming, bytes);
    versions.setNaming(naming);
    await parts.index.renew(naming.lawId);
  }
  const names = [...reading.abbreviations, ...reading.citationTitles].slice(0, 4).join(", ");
  return item(claim, outcome, `names of ${reading.lawId}: ${names || "none"}`, { naming });
};

const older = (reading: CompanionReading, generated: string): Refusal =>
  new Refusal(
    "OLDER_REGISTER",
    `a file about ${reading.lawId} of ${generated} is loaded; this one is of ${reading.generated.slice(0, 40)} and older: fetch the newest`,
  );

const item = (
  { path }: SourceClaim,
  outcome: ImportItem_Outcome,
  message: string,
  about: { readonly register?: VersionRegister; readonly naming?: LawNaming },
): ImportItem => create(ImportItemSchema, { path, outcome, message, ...about });
