import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { Relation_Kind, RelationSchema } from "../../gen/pincite/access/v1/relation_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { RelationJournal } from "../../src/access/relation-journal.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";

// Twenty people who each began a strand of their own at once: the sixth was told that the stream had moved on, to read it again.
it("writes what many ask for at once, each on what stands there then", async () => {
  const store = await openMemoryStore({ clock: { now: () => 0 } });
  // A disk takes a moment, in which the others have read what stands there.
  const commit: typeof store.commit = async (changes) => {
    await new Promise((resolve) => setImmediate(resolve));
    return store.commit(changes);
  };
  const slow = new Proxy(store, { get: (of, name) => (name === "commit" ? commit : Reflect.get(of, name).bind(of)) });
  const journal = new RelationJournal(slow, "account");
  const relationTo = (strandId: string) =>
    create(RelationSchema, {
      kind: Relation_Kind.OWNER,
      object: { case: "strandId", value: strandId },
      who: { case: "person", value: { issuer: "https://login.example", subject: "mila" } },
    });
  const grantOf = (strandId: string) =>
    create(RunEventSchema, {
      timeIso: "2026-12-02T12:00:00.000Z",
      event: { case: "relationGranted", value: { relation: relationTo(strandId) } },
    });
  const all = Array.from({ length: 20 }, (_, n) => `strand-${n % 10}`);
  const written = await Promise.all(
    all.map((id) => journal.write((relations) => (relations.has(relationTo(id)) ? undefined : grantOf(id)))),
  );
  expect(written.filter(Boolean)).toHaveLength(10);
  const relations = await journal.current();
  expect(all.every((id) => relations.has(relationTo(id)))).toBe(true);
});
