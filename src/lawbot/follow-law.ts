import { equals } from "@bufbuild/protobuf";
import { LawNamingSchema, VersionRegisterSchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { differences } from "./kept-records.ts";
import type { LawIndex } from "./law-index.ts";
import type { LawStore } from "./law-store.ts";
import type { OpenLaws } from "./open-law.ts";
import type { Versions } from "./versions.ts";

interface Parts {
  readonly store: LawStore;
  readonly versions: Versions;
  readonly laws: OpenLaws;
  readonly index: LawIndex;
}

/** All that the store has of statutes but for their texts. */
export const loadedLaw = async (store: LawStore) => ({
  versions: await store.versions(),
  registers: await store.registers(),
  namings: await store.namings(),
  nameRegister: await store.nameRegister(),
});

/** Makes the loaded versions, registers and names what the store has, and the index with them. Call while no file is imported here. */
export const followLaw = async ({ store, versions, laws, index }: Parts): Promise<void> => {
  const before = versions.all();
  const now = await loadedLaw(store);
  // From here to the index in one step, so that nobody searches one that lacks what is loaded.
  const { gone, other, isReplaced } = differences(before, now.versions, {
    keyOf: ({ docUid }) => docUid,
    isStill: (version) => versions.find(version.docUid) === version,
  });
  const namings = now.namings.filter((one) => {
    const known = versions.naming(one.lawId);
    return !known || !equals(LawNamingSchema, known, one);
  });
  const registers = now.registers.filter((one) => {
    const known = versions.register(one.lawId);
    return !known || !equals(VersionRegisterSchema, known, one);
  });
  const { register, laws: names } = now.nameRegister ?? {};
  const isNamed = register && register.original?.digest !== versions.nameRegister?.original?.digest;
  for (const version of gone) versions.remove(version);
  for (const version of other) versions.add(version);
  for (const naming of namings) versions.setNaming(naming);
  for (const one of registers) versions.setRegister(one);
  if (isNamed) versions.setNameRegister(register, names ?? []);
  const changed = new Set([...gone, ...other].map(({ docUid }) => docUid));
  const renamed = new Set(namings.map(({ lawId }) => lawId));
  laws.close((docUid) => changed.has(docUid));
  for (const lawId of renamed) laws.forget(lawId);
  if (isReplaced) return index.makeAnew();
  await index.renew(({ docUid, lawId }) => changed.has(docUid) || renamed.has(lawId));
};
