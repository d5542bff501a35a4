import { contentsOf, type MomentReads } from "../moment.ts";
import { eventsPerPage, pageSize } from "../page.ts";
import type { StoreMoment } from "../store.ts";
import type { EventPage } from "../watch-feed.ts";
import { byUtf8, type OwnerData } from "./owner-data.ts";

/** A moment over data that nobody changes any more. */
export const memoryMoment = (owned: ReadonlyMap<string, OwnerData>): StoreMoment => {
  const of = (owner: string): OwnerData => owned.get(owner)!;
  const reads: MomentReads = {
    owners: async () => [...owned].filter(([, data]) => !data.isEmpty()).map(([owner]) => owner),
    page: async (owner, after) => pageOf(of(owner), after),
    erased: async function* (owner) {
      for await (const scope of inTurn(of(owner).erased.keys())) yield of(owner).erased.get(scope)!;
    },
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
    // One whose answer was erased is left out: there is nothing of it that could be told.
    idempotency: async (owner, key) =>
      of(owner).erased.has(of(owner).answerScopes.get(key) ?? "") ? undefined : of(owner).idempotency.get(key),
  };
  return { contents: () => contentsOf(reads), close: async () => undefined };
};

/** Events after a position. */
export const pageOf = ({ events }: OwnerData, after: bigint): EventPage => {
  const page = events.slice(Number(after), Number(after) + eventsPerPage);
  return { events: page.filter((event) => event !== undefined), upTo: after + BigInt(page.length) };
};

async function* inTurn(names: Iterable<string>): AsyncGenerator<string> {
  yield* [...names].sort((a, b) => byUtf8(encodeURIComponent(a), encodeURIComponent(b)));
}
