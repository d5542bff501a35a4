import { fromBinary } from "@bufbuild/protobuf";
import { RulingSchema } from "../../gen/pincite/lawbot/v1/case_law_pb.ts";
import { LawErasedSchema } from "../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import { LawNamingSchema, LawVersionSchema, VersionRegisterSchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { Store } from "../store/store.ts";

/** Type of the event that says that a text was erased (LawErased). */
export const erasedType = "law-erased";

/** Key of what an event of each type put into a list: its body is the entry's value. */
const keyOf: Readonly<Record<string, (body: Uint8Array) => readonly [list: string, key: string]>> = {
  "law-version-imported": (body) => ["lawbot-version", fromBinary(LawVersionSchema, body).docUid],
  "law-register-imported": (body) => ["lawbot-register", fromBinary(VersionRegisterSchema, body).lawId],
  "law-naming-imported": (body) => ["lawbot-naming", fromBinary(LawNamingSchema, body).lawId],
  "name-register-imported": () => ["lawbot-name-register", "names"],
  "ruling-imported": (body) => ["lawbot-ruling", fromBinary(RulingSchema, body).ecli],
};

/**
 * Makes a damaged list hold again what the events of the corpus say. Errors: DATA_LOSS where those are damaged too,
 * RUN_VERSION_STALE where somebody imported meanwhile: then it is to be read again.
 */
export const mendLawList = async (store: Store, owner: string, wanted: string): Promise<void> => {
  const { position } = await store.commit({ owner });
  const entries = new Map<string, Uint8Array>();
  const enough = new AbortController();
  if (position > 0n)
    for await (const event of store.watch(owner, { after: 0n, signal: enough.signal })) {
      if (event.type === erasedType) entries.delete(fromBinary(LawErasedSchema, event.body).docUid);
      const [list, key = ""] = keyOf[event.type]?.(event.body) ?? [];
      if (list === wanted) entries.set(key, event.body);
      if (event.position >= position) break;
    }
  enough.abort();
  await store.mendList(
    owner,
    wanted,
    [...entries].map(([key, value]) => ({ key, value })),
    position,
  );
};
