import { contentsOf, type MomentReads } from "../moment.ts";
import { eventsPerPage, pageSize } from "../page.ts";
import type { StoreMoment } from "../store.ts";
import { byUtf8, type OwnerData } from "./owner-data.ts";

/** A moment over data that nobody changes any more. */
export const memoryMoment = (owned: ReadonlyMap<string, OwnerData>): StoreMoment => {
  const of = (owner: string): OwnerData => owned.get(owner)!;
  const reads: MomentReads = {
    owners: async () => [...owned].filter(([, data]) => !data.isEmpty()).map(([owner]) => owner),
    page: async (owner, after) => of(owner).events.slice(Number(after), Number(after) + eventsPerPage),
    artifactsOf: async (owner, scope) => [...(of(owner).scopes.get(scope) ?? [])],
    eventCount: (owner, stream) => of(owner).streams.get(stream)?.length ?? 0,
    blobSize: async (owner, digest) => of(owner).blobs.get(digest)?.length,
    apart: (owner) => inTurn(of(owner).apart),
    spaces: (owner) => inTurn(of(owner).spaces()),
    records: async (owner, space, { after, limit }) => {
      const records = of(owner).space(space);
      const keys = records.keys().filter((key) => after === undefined || byUtf8(key, after) > 0);
      return keys.slice(0, pageSize(limit, keys.length)).map((key) => ({ key, value: records.get(key)! }));
    },
    lists: (owner) => of(owner).lists().sort(),
    entries: async (owner, list, { after = 0, limit }) => {
      const wanted = of(owner)
        .list(list)
        .all()
        .filter(({ number }) => number > after);
      return wanted.slice(0, pageSize(limit, wanted.length));
    },
    commands: (owner) => inTurn(of(owner).idempotency.keys()),
    idempotency: async (owner, key) => of(owner).idempotency.get(key),
  };
  return { contents: () => contentsOf(reads), close: async () => undefined };
};

async function* inTurn(names: Iterable<string>): AsyncGenerator<string> {
  yield* [...names].sort((a, b) => byUtf8(encodeURIComponent(a), encodeURIComponent(b)));
}
