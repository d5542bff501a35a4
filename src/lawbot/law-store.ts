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
import { type CanonicalText, CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { IdempotencyState, StagedBlob, Store } from "../store/store.ts";

/** Derived records: one LawVersion under each doc_uid. The events tell the same story in order. */
const space = "lawbot-version";
const eventType = "law-version-imported";
/** One VersionRegister and one LawNaming under each law id: the newest. */
const registerSpace = "lawbot-register";
const namingSpace = "lawbot-naming";
/** One NameRegister: the newest. */
const nameRegisterSpace = "lawbot-name-register";
const nameRegisterKey = "names";
const pageSize = 1_000;

/** What LawBot keeps: for each version the imported bytes, the canonical text, and one event. */
export class LawStore {
  readonly #store: Store;
  readonly #owner: string;

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** Every loaded version, in order of doc_uid. */
  async versions(): Promise<LawVersion[]> {
    return (await this.#records(space)).map((value) => fromBinary(LawVersionSchema, value));
  }

  /** The register of every law that has one. */
  async registers(): Promise<VersionRegister[]> {
    return (await this.#records(registerSpace)).map((value) => fromBinary(VersionRegisterSchema, value));
  }

  /** The names of every law that has them. */
  async namings(): Promise<LawNaming[]> {
    return (await this.#records(namingSpace)).map((value) => fromBinary(LawNamingSchema, value));
  }

  /** The register of the names of all regulations, with what it lists; undefined where none was imported. */
  async nameRegister(): Promise<{ register: NameRegister; laws: RegisteredLaw[] } | undefined> {
    const [value] = await this.#records(nameRegisterSpace);
    if (!value) return undefined;
    const register = fromBinary(NameRegisterSchema, value);
    const laws = await this.#store.getBlob(this.#owner, register.laws?.digest ?? "");
    return { register, laws: fromBinary(RegisteredLawsSchema, laws).laws };
  }

  /** Puts a register of names on disk in place of the one before; `laws` is its encoded list. */
  async saveNameRegister(register: NameRegister, original: Uint8Array, laws: Uint8Array): Promise<void> {
    const record = { space: nameRegisterSpace, key: nameRegisterKey, value: toBinary(NameRegisterSchema, register) };
    await this.#commit(nameRegisterKey, "name-register-imported", record, [original, laws]);
  }

  async #records(from: string): Promise<Uint8Array[]> {
    const values: Uint8Array[] = [];
    for (let after = ""; ; ) {
      const page = await this.#store.list(this.#owner, from, { limit: pageSize, ...(after && { after }) });
      for (const { value } of page) values.push(value);
      if (page.length < pageSize) return values;
      after = page.at(-1)?.key ?? "";
    }
  }

  /** Takes bytes in, for a later `save` or for nothing: whoever asked for them discards them. Errors: LIMIT_EXCEEDED above 64 MiB. */
  stage(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StagedBlob> {
    return this.#store.stageBlob(this.#owner, pieces);
  }

  /** Puts a version on disk as a whole: its blobs (original and text, and the identifiers), event, record. Errors: RUN_VERSION_STALE when another process did so at the same time. */
  async save(version: LawVersion, staged: readonly StagedBlob[], unitKeys?: Uint8Array): Promise<void> {
    const record = { space, key: version.docUid, value: toBinary(LawVersionSchema, version) };
    await this.#commit(version.lawId, eventType, record, unitKeys ? [unitKeys] : [], staged);
  }

  /** Puts a register on disk in place of the one before. */
  async saveRegister(register: VersionRegister, original: Uint8Array): Promise<void> {
    const record = { space: registerSpace, key: register.lawId, value: toBinary(VersionRegisterSchema, register) };
    await this.#commit(register.lawId, "law-register-imported", record, [original]);
  }

  /** Puts the names of a law on disk in place of those before. */
  async saveNaming(naming: LawNaming, original: Uint8Array): Promise<void> {
    const record = { space: namingSpace, key: naming.lawId, value: toBinary(LawNamingSchema, naming) };
    await this.#commit(naming.lawId, "law-naming-imported", record, [original]);
  }

  async #commit(
    lawId: string,
    type: string,
    record: { readonly space: string; readonly key: string; readonly value: Uint8Array },
    blobs: readonly Uint8Array[],
    staged: readonly StagedBlob[] = [],
  ): Promise<void> {
    const stream = `law/${lawId}`;
    await this.#store.commit({
      owner: this.#owner,
      stream,
      expect: await this.#store.head(this.#owner, stream),
      events: [{ type, body: record.value }],
      blobs,
      staged,
      records: [record],
    });
  }

  /** The identifiers of a version's units, in order; none where the source gives none. */
  async unitKeys(version: LawVersion): Promise<UnitKeys["keys"]> {
    if (!version.unitKeys) return [];
    return fromBinary(UnitKeysSchema, await this.#store.getBlob(this.#owner, version.unitKeys.digest)).keys;
  }

  /** The canonical text of a version; its bytes are checked against their digest on every read. */
  async text(version: LawVersion): Promise<CanonicalText> {
    const bytes = await this.#store.getBlob(this.#owner, version.text?.digest ?? "");
    return fromBinary(CanonicalTextSchema, bytes);
  }

  answered(key: string): Promise<IdempotencyState | undefined> {
    return this.#store.idempotency(this.#owner, key);
  }

  /** Remembers the answer of an import under its idempotency key. */
  async answer(key: string, payloadDigest: string, answer: Uint8Array): Promise<void> {
    await this.#store.commit({ owner: this.#owner, idempotency: { key, payloadDigest, answer } });
  }
}
