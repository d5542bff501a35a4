import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { Relation_Kind as Kind, RelationSchema } from "../../gen/pincite/access/v1/relation_pb.ts";
import { Right } from "../../gen/pincite/access/v1/right_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { mayOn, owns, Relations, type Who } from "../../src/access/relations.ts";
import { draws } from "../support/draws.ts";

const kinds = [Kind.READER, Kind.EDITOR, Kind.REVIEWER, Kind.OWNER, Kind.WALLED] as const;
const who: Who[] = ["a", "b", "c"].flatMap((subject, at) =>
  [[], [Right.READ], [Right.READ, Right.EDIT, Right.REVIEW]].map((everywhere) => ({
    issuer: `https://${at % 2}`,
    subject,
    groups: new Set(["staff", subject]),
    everywhere: new Set(everywhere),
  })),
);
const things = ["run", "strand"].flatMap((kind) => ["x", "y"].map((id) => ({ kind: kind as "run" | "strand", id })));

/** The same written apart, without any table: a list of tuples that is walked for each question. */
type Tuple = readonly [kind: number, thing: string, issuer: string, name: string, isGroup: boolean];
const naive = (tuples: readonly Tuple[], one: Who, thing: string, isMaker: boolean): string => {
  let [read, edit, review] = [
    one.everywhere.has(Right.READ),
    one.everywhere.has(Right.EDIT),
    one.everywhere.has(Right.REVIEW),
  ];
  for (const [kind, on, issuer, name, isGroup] of tuples) {
    if (on !== thing || issuer !== one.issuer) continue;
    if (isGroup ? !one.groups.has(name) : name !== one.subject) continue;
    if (kind === Kind.WALLED) return "";
    read = true;
    if (kind !== Kind.READER) review = true;
    if (kind === Kind.EDITOR || kind === Kind.OWNER) edit = true;
  }
  if (isMaker) [read, edit, review] = [true, true, true];
  return [read && Right.READ, edit && Right.EDIT, review && Right.REVIEW].filter(Boolean).sort().join();
};

it("gives what a list of tuples gives, whatever is granted and taken back, and nothing behind a wall", () => {
  let seed = Number(process.env.PINCITE_SEED ?? 1);
  const below = (bound: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % bound;
  };
  const relations = new Relations();
  let tuples: Tuple[] = [];
  for (let at = 0; at < draws(10_000); at++) {
    const [kind, thing, one] = [kinds[below(5)] ?? 1, things[below(4)], who[below(9)]];
    if (!thing || !one) throw new Error("nothing drawn");
    const isGroup = below(3) === 0;
    const name = isGroup ? "staff" : one.subject;
    const tuple: Tuple = [kind, `${thing.kind}/${thing.id}`, one.issuer, name, isGroup];
    const others = tuples.filter((other) => JSON.stringify(other) !== JSON.stringify(tuple));
    // Walls fall as often as they are raised, or all would soon stand behind one.
    const isGranted = below(kind === Kind.WALLED ? 4 : 2) === 0;
    tuples = isGranted ? [...others, tuple] : others;
    const { issuer } = one;
    const relation = create(RelationSchema, {
      kind,
      object: thing.kind === "run" ? { case: "runId", value: thing.id } : { case: "strandId", value: thing.id },
      who: isGroup ? { case: "group", value: { issuer, name } } : { case: "person", value: { issuer, subject: name } },
    });
    const event = isGranted ? "relationGranted" : "relationRevoked";
    relations.take(create(RunEventSchema, { event: { case: event, value: { relation } } }));
    const [asked, on, isMaker] = [who[below(9)], things[below(4)], below(4) === 0];
    if (!asked || !on) throw new Error("nothing drawn");
    const rights = mayOn(asked, relations.on(on), isMaker ? asked : undefined);
    const expected = naive(tuples, asked, `${on.kind}/${on.id}`, isMaker);
    expect([...rights].sort().join(), `draw ${at}`).toBe(expected);
    if (owns(asked, relations.on(on))) expect(expected).not.toBe("");
    const walls = tuples.filter(([of, where]) => of === Kind.WALLED && where.startsWith(on.kind));
    const isWalled = walls.some(
      ([, , by, named, ofGroup]) =>
        by === asked.issuer && (ofGroup ? asked.groups.has(named) : named === asked.subject),
    );
    expect(relations.isWalledFromAny(asked, on.kind)).toBe(isWalled);
  }
});
