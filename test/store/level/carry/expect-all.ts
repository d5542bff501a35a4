import { expect } from "vitest";
import { sha256Hex } from "../../../../src/sha256.ts";
import type { Store } from "../../../../src/store/store.ts";
import { take } from "../../../contract/store-samples.ts";
import { behindItsBack } from "../../folders.ts";
import { type Written, writtenInDatabase } from "./written.ts";

/** As `writtenInDatabase`, of a folder that nobody has open. */
export const writtenIn = async (dir: string): Promise<Written> => {
  let found: Written | undefined;
  await behindItsBack(dir, async (db) => {
    found = await writtenInDatabase(db);
  });
  return found!;
};

/** Every event by its place, position and hash; every artifact, command and record by its bytes. */
export const expectAll = async (store: Store, { events, blobs, commands, records }: Written): Promise<void> => {
  for (const { owner, stream, seq, ...same } of events)
    expect((await store.read(owner, stream, { fromSeq: seq, limit: 1 }))[0]).toMatchObject(same);
  for (const { owner, digest } of blobs) expect(sha256Hex(await store.getBlob(owner, digest))).toBe(digest);
  for (const { owner, key, answer } of commands)
    expect(Buffer.from((await store.idempotency(owner, key))?.answer ?? "none")).toEqual(Buffer.from(answer ?? "none"));
  for (const { owner, space, key, value } of records)
    expect(Buffer.from((await store.record(owner, space, key))!)).toEqual(Buffer.from(value));
  for (const owner of new Set(events.map((event) => event.owner))) {
    const positions = events.filter((event) => event.owner === owner).map(({ position }) => position);
    const watched = store.watch(owner, { after: 0n, signal: new AbortController().signal });
    expect((await take(watched, positions.length)).map(({ position }) => position)).toEqual(
      positions.toSorted((a, b) => Number(a - b)),
    );
  }
  expect((await store.verify()).damages).toEqual([]);
};
