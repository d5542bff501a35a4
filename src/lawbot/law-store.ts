import { fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type LawNaming,
  LawNamingSchema,
  type LawVersion,
  LawVersionSchema,
  type NameRegister,
  NameRegisterSchema,
  type RegisteredLaw,
  RegisteredLawsSchema,
  type UnitKeys,
  UnitKeysSchema,
  type VersionRegister,
  VersionRegisterSchema,
} from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { StagedBlob } from "../store/store.ts";
import { type CorpusChange, type ErasureTold, KeptRecords } from "./kept-records.ts";

/** Lists: one LawVersion under each doc_uid. The events tell the same story in order. */
const versionList = "lawbot-version";
const eventType = "law-version-imported";
/** One VersionRegister and one LawNaming under each law id: the newest. */
const registerList = "lawbot-register";
const namingList = "lawbot-naming";
/** One NameRegister: the newest. */
const nameRegisterList = "lawbot-name-register";
const nameRegisterKey = "names";

const change = (
  lawId: string,
  type: string,
  entry: CorpusChange["entry"],
  blobs: readonly Uint8Array[],
): CorpusChange => ({ stream: `law/${lawId}`, type, entry, blobs });

/** The scope of a version: its bytes, its text and its identifiers. Its law's stream has the registers. */
const scopeOfVersion = (docUid: string): string => `law-version/${docUid}`;

/** What LawBot keeps: for each version the imported bytes, the canonical text, and one event. */
export class LawStore extends KeptRecords {
  /** Every loaded version, in order of doc_uid. */
  async versions(): Promise<LawVersion[]> {
    return (await this.all(versionList)).map((value) => fromBinary(LawVersionSchema, value));
  }

  /** The register of every law that has one. */
  async registers(): Promise<VersionRegister[]> {
    return (await this.all(registerList)).map((value) => fromBinary(VersionRegisterSchema, value));
  }

  /** The names of every law that has them. */
  async namings(): Promise<LawNaming[]> {
    return (await this.all(namingList)).map((value) => fromBinary(LawNamingSchema, value));
  }

  /** The register of the names of all regulations, with what it lists; undefined where none was imported. */
  async nameRegister(): Promise<{ register: NameRegister; laws: RegisteredLaw[] } | undefined> {
    const [value] = await this.all(nameRegisterList);
    if (!value) return undefined;
    const register = fromBinary(NameRegisterSchema, value);
    const laws = await this.blob(register.laws?.digest ?? "");
    return { register, laws: fromBinary(RegisteredLawsSchema, laws).laws };
  }

  /** Puts a register of names on disk in place of the one before; `laws` is its encoded list. */
  async saveNameRegister(register: NameRegister, original: Uint8Array, laws: Uint8Array): Promise<void> {
    const entry = { list: nameRegisterList, key: nameRegisterKey, value: toBinary(NameRegisterSchema, register) };
    await this.#put(nameRegisterKey, "name-register-imported", entry, [original, laws]);
  }

  /** Puts a version on disk as a whole: its blobs (original and text, and the identifiers), event, record. Errors: RUN_VERSION_STALE when another process did so at the same time. */
  async save(version: LawVersion, staged: readonly StagedBlob[], unitKeys?: Uint8Array): Promise<void> {
    const entry = { list: versionList, key: version.docUid, value: toBinary(LawVersionSchema, version) };
    const scope = await this.living(scopeOfVersion(version.docUid));
    await this.commit({ ...change(version.lawId, eventType, entry, unitKeys ? [unitKeys] : []), staged, scope });
  }

  /** Erases the bytes and the text of a version. What its law's events say of it stays. */
  async eraseVersion(docUid: string, ...rest: ErasureTold): Promise<void> {
    const scope = await this.living(scopeOfVersion(docUid));
    await this.erase({ list: versionList, key: docUid, scope }, ...rest);
  }

  /** When a version was erased; undefined: it never was. */
  versionErasedAt(docUid: string): Promise<number | undefined> {
    return this.erasedAt(scopeOfVersion(docUid));
  }

  /** Puts a register on disk in place of the one before. */
  async saveRegister(register: VersionRegister, original: Uint8Array): Promise<void> {
    const entry = { list: registerList, key: register.lawId, value: toBinary(VersionRegisterSchema, register) };
    await this.#put(register.lawId, "law-register-imported", entry, [original]);
  }

  /** Puts the names of a law on disk in place of those before. */
  async saveNaming(naming: LawNaming, original: Uint8Array): Promise<void> {
    const entry = { list: namingList, key: naming.lawId, value: toBinary(LawNamingSchema, naming) };
    await this.#put(naming.lawId, "law-naming-imported", entry, [original]);
  }

  #put(lawId: string, type: string, entry: CorpusChange["entry"], blobs: readonly Uint8Array[]): Promise<void> {
    return this.commit(change(lawId, type, entry, blobs));
  }

  /** The identifiers of a version's units, in order; none where the source gives none. */
  async unitKeys(version: LawVersion): Promise<UnitKeys["keys"]> {
    if (!version.unitKeys) return [];
    return fromBinary(UnitKeysSchema, await this.blob(version.unitKeys.digest)).keys;
  }
}
