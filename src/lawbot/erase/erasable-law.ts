import type { LawIndex } from "../law-index.ts";
import type { LawStore } from "../law-store.ts";
import type { OpenLaws } from "../open-law.ts";
import type { Versions } from "../versions.ts";
import type { Erasable } from "./erasures.ts";

/** Versions of statutes, as they are erased. */
export const erasableLaw = (parts: {
  readonly store: LawStore;
  readonly versions: Versions;
  readonly laws: OpenLaws;
  readonly index: LawIndex;
}): Erasable => {
  const { store, versions, laws, index } = parts;
  return {
    find: (docUid) => {
      const version = versions.find(docUid);
      if (!version) return undefined;
      const { title, fileName, original } = version;
      const size = { sizeBytes: original?.sizeBytes ?? 0n, originalDigest: original?.digest ?? "" };
      return { docUid, title, fileName, ...size, titleStays: true };
    },
    erasedAt: (docUid) => store.versionErasedAt(docUid),
    erase: async (docUid, ...told) => {
      const version = versions.find(docUid);
      await store.eraseVersion(docUid, ...told);
      if (version) versions.remove(version);
      laws.close((each) => each === docUid);
      await index.makeAnew();
    },
  };
};
