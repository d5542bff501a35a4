import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  EvidenceEntryChangeSchema,
  NeedsIssuedSchema,
  RunEventSchema,
} from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { decideUnpin } from "../../src/run/decide/evidence.ts";
import { entriesFor, evidenceState } from "../../src/run/evidence-state.ts";
import { encodeArtifact } from "../../src/run/kernel.ts";
import { sha256 } from "../../src/sha256.ts";
import { runAt, settle } from "./drive.ts";
import { letterCandidate, letters } from "./sample-content.ts";
import type { TestRun } from "./support.ts";

const [first, second] = letters.map(letterCandidate);
const third = letterCandidate({ ...letters[0]!, docUid: "letter-c" });
const idsOf = (run: TestRun) => run.material.evidenceSet?.entries.map(({ candidate }) => candidate?.evidenceId);
const rolesOf = (run: TestRun, from: number) =>
  run.events.slice(from).flatMap(({ artifacts }) => artifacts.map(({ role }) => role));

describe("the evidence of a run", () => {
  it("is what its pins, searches and unpins come to, in order of first appearance, whatever their order", () => {
    const deed = fc.record({
      letter: fc.nat({ max: letters.length - 1 }),
      what: fc.constantFrom("pin", "unpin", "search"),
      note: fc.constantFrom("", "a", "b"),
    });
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 12 }), (deeds) => {
        const run = runAt(S.EVIDENCE_NEEDS);
        const known = new Map<string, { found: boolean; pinned: boolean; note: string }>();
        for (const { letter, what, note } of deeds) {
          const candidate = letterCandidate(letters[letter]!);
          const id = candidate.evidenceId;
          const before = known.get(id) ?? { found: false, pinned: false, note: "" };
          if (what === "unpin") {
            if (!before.pinned) continue;
            run.do((input) => decideUnpin(input, id));
            if (before.found) known.set(id, { found: true, pinned: false, note: "" });
            else known.delete(id);
          } else if (what === "search") {
            run.search("slot:1", [candidate]);
            known.set(id, { ...before, found: true });
          } else {
            run.pin(candidate, "", note);
            known.set(id, { ...before, pinned: true, note: note || before.note });
          }
          const entries = run.material.evidenceSet?.entries ?? [];
          expect(
            entries.map((one) => [one.candidate?.evidenceId, one.toolResultIds.length > 0, one.pinned, one.note]),
          ).toEqual([...known].map(([one, { found, pinned, note: said }]) => [one, found, pinned, said]));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("is recorded entry by entry: a pin stores what it pins and nothing of the rest", () => {
    const run = runAt(S.EVIDENCE_NEEDS).pin(first!).pin(second!);
    const from = run.events.length;
    run.pin(third);
    expect(
      rolesOf(run, from)
        .filter((role) => role.startsWith("evidence_"))
        .toSorted(),
    ).toEqual(expect.arrayContaining(["evidence_entry"]));
    expect(rolesOf(run, from).filter((role) => role === "evidence_entry")).toHaveLength(1);
    expect(rolesOf(run, from)).not.toContain("evidence_set");
    // The same pin again changes nothing, and records nothing.
    const again = run.events.length;
    run.pin(third);
    expect(rolesOf(run, again)).not.toContain("evidence_entry");
  });

  it("is named whole where a stage ends, made from its entries, and not again while it stays", () => {
    const run = settle(runAt(S.EVIDENCE_NEEDS));
    expect(run.snapshot.evidenceSet).toBeUndefined();
    run.advance();
    const named = run.events.findLast(({ event }) => event.case === "stageAdvanced")?.artifacts ?? [];
    expect(named.map(({ role }) => role)).toEqual(["evidence_set"]);
    expect(named[0]?.parents).toEqual(run.snapshot.evidenceEntries);
    expect(run.read(EvidenceSetSchema, run.snapshot.evidenceSet)).toEqual(run.material.evidenceSet);
    const from = run.events.length;
    settle(run).advance();
    expect(rolesOf(run, from)).not.toContain("evidence_set");
    run.rewind(S.EVIDENCE_BINDING).pin(third);
    expect(run.snapshot.evidenceSet).toBeUndefined();
  });

  it("is the parent of a binding by the entry bound, and by no other", () => {
    const run = settle(runAt(S.EVIDENCE_BINDING));
    const bound = run.material.needMap?.meta?.parents.filter(({ kind }) => kind.endsWith("EvidenceEntry")) ?? [];
    const ids = run.material.needMap?.bindings.flatMap(({ evidence }) =>
      evidence?.evidence.case === "document" || evidence?.evidence.case === "law"
        ? [evidence.evidence.value.evidenceId]
        : [],
    );
    expect(bound.length).toBeGreaterThan(0);
    expect(bound).toEqual(entriesFor(run.snapshot, run.material.evidenceSet, ids ?? []));
    expect(bound.length).toBe(new Set(ids).size);
  });

  it("of a journal that named it whole is recorded entry by entry when it first changes", () => {
    const run = runAt(S.EVIDENCE_NEEDS).pin(first!).pin(second!, "", "een brief");
    const whole = encodeArtifact(EvidenceSetSchema, run.material.evidenceSet!, sha256);
    run.artifacts.set(whole.ref.digest, whole.bytes);
    run.snapshot = { ...run.snapshot, evidenceEntries: [], evidenceSet: whole.ref };
    const before = idsOf(run);
    const from = run.events.length;
    expect(entriesFor(run.snapshot, run.material.evidenceSet, ["vault:letter-a"])).toEqual([whole.ref]);
    run.pin(third);
    expect(idsOf(run)).toEqual([...(before ?? []), third.evidenceId]);
    expect(run.material.evidenceSet?.entries.find(({ note }) => note !== "")?.note).toBe("een brief");
    expect(rolesOf(run, from).filter((role) => role === "evidence_entry")).toHaveLength((before?.length ?? 0) + 1);
  });

  it("takes no place from a journal that the set has not, whatever number it holds", () => {
    const { snapshot } = runAt(S.EVIDENCE_NEEDS).pin(first!);
    const [entry] = snapshot.evidenceEntries;
    const fold = (...places: number[]) =>
      evidenceState(
        snapshot,
        create(RunEventSchema, {
          event: {
            case: "needsIssued",
            value: create(NeedsIssuedSchema, {
              entryChanges: places.map((place) => create(EvidenceEntryChangeSchema, { place, entry: entry! })),
            }),
          },
        }),
      ).evidenceEntries;
    const { length } = snapshot.evidenceEntries;
    expect(fold(0, 4_294_967_295, length + 2)).toEqual(snapshot.evidenceEntries);
    expect(fold(length + 1, length + 2)).toHaveLength(length + 2);
  });
});
