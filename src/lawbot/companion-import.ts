import { create, toBinary } from "@bufbuild/protobuf";
import {
  type ImportItem,
  ImportItem_Outcome,
  ImportItemSchema,
} from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import {
  type LawNaming,
  type NameRegister,
  RegisteredLawsSchema,
  type VersionRegister,
} from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { sha256Hex } from "../sha256.ts";
import { nameRegisterRecord, namingRecord, registeredLaws, registerRecord } from "./companion-record.ts";
import type { LawIndex } from "./law-index.ts";
import type { LawStore } from "./law-store.ts";
import type { OpenLaws } from "./open-law.ts";
import type { CompanionReading, NameRegisterReading, NamingReading, RegisterReading } from "./port/companion.ts";
import { Refusal, type SourceClaim } from "./port/reading.ts";
import type { Versions } from "./versions.ts";

interface Parts {
  readonly store: LawStore;
  readonly versions: Versions;
  readonly laws: OpenLaws;
  readonly index: LawIndex;
}

interface CompanionFile {
  readonly claim: SourceClaim;
  readonly bytes: Uint8Array;
  readonly importedAtMs: number;
}

/**
 * Keeps a manifest or WTI: the newest of each law counts, by the time it was generated. Throws Refusal for one that is
 * older than the loaded one, since it would make known versions disappear.
 */
export const importCompanion = async (
  parts: Parts,
  reading: CompanionReading,
  file: CompanionFile,
): Promise<ImportItem> => {
  if (reading.kind === "names") return importNameRegister(parts, reading, file);
  const { claim, bytes } = file;
  const about = { path: claim.path, importedAtMs: file.importedAtMs };
  const { versions, store } = parts;
  const isSame = standsAt(versions, reading, bytes) === "same";
  const outcome = isSame ? ImportItem_Outcome.DUPLICATE : ImportItem_Outcome.IMPORTED;
  if (reading.kind === "register") {
    const checkedOn = claim.isFetched ? dayOf(file.importedAtMs) : "";
    const register = registerRecord(reading, bytes, about, later(checkedOn, versions.register(reading.lawId), isSame));
    if (!isSame || checkedOn !== "") {
      await store.saveRegister(register, bytes);
      versions.setRegister(register);
    }
    if (!isSame) parts.index.mark();
    return item(claim, outcome, `register of ${reading.lawId}: ${reading.versions.length} versions`, { register });
  }
  const naming = namingRecord(reading, bytes, about);
  if (!isSame) {
    await store.saveNaming(naming, bytes);
    versions.setNaming(naming);
    // Its name stands in the titles of its sections.
    parts.laws.forget(naming.lawId);
    await parts.index.renew(({ lawId }) => lawId === naming.lawId);
  }
  const names = [...reading.abbreviations, ...reading.citationTitles].slice(0, 4).join(", ");
  return item(claim, outcome, `names of ${reading.lawId}: ${names || "none"}`, { naming });
};

/**
 * How a file about laws stands to the one that is loaded: the same bytes, or new ones. Throws Refusal for one that is older than the
 * loaded one; a register of names that does not say when it was made replaces any.
 */
export const standsAt = (versions: Versions, reading: CompanionReading, bytes: Uint8Array): "same" | "new" => {
  const loaded = loadedOf(versions, reading);
  if (loaded?.original?.digest === sha256Hex(bytes)) return "same";
  if (!loaded || reading.generated >= loaded.generated) return "new";
  if (reading.kind !== "names") throw older(reading, loaded.generated);
  if (reading.generated === "") return "new";
  throw new Refusal(
    "OLDER_REGISTER",
    `a register of names of ${loaded.generated} is loaded; this one is of ${reading.generated} and older: fetch the newest`,
  );
};

const loadedOf = (versions: Versions, reading: CompanionReading) => {
  if (reading.kind === "names") return versions.nameRegister;
  return reading.kind === "register" ? versions.register(reading.lawId) : versions.naming(reading.lawId);
};

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The last day on which the service gave these bytes: what was known of the same ones stays known. */
const later = (day: string, loaded: VersionRegister | undefined, isSame: boolean): string => {
  const before = isSame ? (loaded?.checkedOn ?? "") : "";
  return day > before ? day : before;
};

/**
 * Keeps a register of names in place of the one before. Throws Refusal for one that says it is older than the loaded one; a
 * register that does not say when it was made replaces any.
 */
const importNameRegister = async (
  { store, versions, index }: Parts,
  reading: NameRegisterReading,
  { claim, bytes, importedAtMs }: CompanionFile,
): Promise<ImportItem> => {
  if (standsAt(versions, reading, bytes) === "same" && versions.nameRegister)
    return item(claim, ImportItem_Outcome.DUPLICATE, namesMessage(reading), { nameRegister: versions.nameRegister });
  const laws = registeredLaws(reading);
  const stored = toBinary(RegisteredLawsSchema, laws);
  const nameRegister = nameRegisterRecord(reading, bytes, stored, { path: claim.path, importedAtMs });
  await store.saveNameRegister(nameRegister, bytes, stored);
  versions.setNameRegister(nameRegister, laws.laws);
  index.mark();
  return item(claim, ImportItem_Outcome.IMPORTED, namesMessage(reading), { nameRegister });
};

const namesMessage = ({ laws, passedOver }: NameRegisterReading): string =>
  `register of names: ${laws.length} regulations${passedOver > 0 ? ` (${passedOver} whose ids no text has were passed over)` : ""}; a citation of one that is not loaded now says which it is`;

const older = (reading: RegisterReading | NamingReading, generated: string): Refusal =>
  new Refusal(
    "OLDER_REGISTER",
    `a file about ${reading.lawId} of ${generated} is loaded; this one is of ${reading.generated.slice(0, 40)} and older: fetch the newest`,
  );

const item = (
  { path }: SourceClaim,
  outcome: ImportItem_Outcome,
  message: string,
  about: { readonly register?: VersionRegister; readonly naming?: LawNaming; readonly nameRegister?: NameRegister },
): ImportItem => create(ImportItemSchema, { path, outcome, message, ...about });
