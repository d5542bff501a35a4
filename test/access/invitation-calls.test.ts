import { createHash } from "node:crypto";
import { fromBinary } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { Relation_Kind as Kind } from "../../gen/pincite/access/v1/relation_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { untilOf } from "../../src/access/invitation-calls.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { clock, invite, opensOnce, serverOn } from "./support/invitations.ts";

const openStore = () => openMemoryStore({ clock: { now: () => 0 } });

it.each([
  ["", "2026-12-10T09:30:00.000Z"],
  ["2026-12-03T09:30:00.001Z", "2026-12-03T09:30:00.001Z"],
  ["2027-01-02T23:59:59Z", "2027-01-02T23:59:59.000Z"],
  ["2026-12-03T09:30:00.000Z", "none"],
  ["2027-01-03T00:00:00Z", "none"],
  ["2026-12-10", "none"],
  ["2026-12-10T09:30:00+01:00", "none"],
  ["2026-02-30T25:00:00Z", "none"],
])("asked to end at %j, ends at %s", (asked, expected) => {
  const until = () => untilOf(asked, "2026-12-03T09:30:00.000Z");
  if (expected === "none") expect(until).toThrow(expect.objectContaining({ reason: "REQUEST_INVALID" }));
  else expect(until()).toBe(expected);
});

it("is open until its end, and at its end no more", async () => {
  const server = serverOn(await openStore());
  const untilIso = new Date(clock.ms + 1_000).toISOString();
  const links = [await invite(server, "run-1", { untilIso }), await invite(server, "run-2", { untilIso })] as const;
  clock.ms += 999;
  expect(await server.accept("ann", links[0])).toMatchObject({ runId: "run-1", changed: true });
  clock.ms += 1;
  await expect(server.accept("ann", links[1])).rejects.toMatchObject({ facts: { why: "late" } });
  // What was opened by then does not end, and leads there still.
  expect(await server.accept("ann", links[0])).toMatchObject({ runId: "run-1", changed: false });
  await expect(server.accept("bea", links[0])).rejects.toMatchObject({ facts: { why: "used" } });
});

it("is kept as the digest of its secret, by an event that makes it and one that uses it up", async () => {
  const store = await openStore();
  const server = serverOn(store);
  const { invitationId, secret } = await invite(server, "run-1", { kind: Kind.REVIEWER });
  await server.accept("ann", { invitationId, secret });
  const events = await store.read("firm", "access", { fromSeq: 1, limit: 10 });
  expect(events.map(({ body }) => fromBinary(RunEventSchema, body))).toMatchObject([
    {
      actor: { name: "account" },
      event: {
        case: "invitationMade",
        value: {
          invitation: {
            invitationId,
            runId: "run-1",
            kind: Kind.REVIEWER,
            secretSha256: createHash("sha256").update(secret).digest("hex"),
          },
        },
      },
    },
    { actor: { name: "ann" }, event: { case: "relationGranted", value: { invitationId } } },
  ]);
  expect(events.some(({ body }) => Buffer.from(body).includes(secret))).toBe(false);
});

it("lets one in of two who open it at once on two servers over one store", async () => {
  const store = await openStore();
  await opensOnce([store, store], 20);
});
