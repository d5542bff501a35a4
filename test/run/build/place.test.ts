import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ArtifactRefSchema } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type Place, PlaceResolutionSchema, PlaceSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import { placeKey } from "../../../src/run/build/place.ts";
import { findEvidence, runAt, settle } from "../drive.ts";
import { refused } from "../refusal.ts";
import { letterCandidate, letters, sampleProfile } from "../sample-content.ts";
import { model, TestRun } from "../support.ts";

const letter = { ...letterCandidate(letters[0]!), occurredAtIso: "2025-03-17", participants: ["Jan", "Piet"] };
const { evidenceId, sourceDigest } = letter;
const page = (value: number): Place => create(PlaceSchema, { named: { case: "page", value } });
const found = { named: page(3).named, startChar: 4, endChar: 20, label: "p. 3", sourceDigest };

/** A run in EVIDENCE_BINDING whose claim of law asks for a place in a document instead. */
const binding = () => {
  const profile = sampleProfile();
  profile.claimKinds.find(({ name }) => name === "basis")!.slots[0]!.source = "vault";
  const run = findEvidence(runAt(S.EVIDENCE_NEEDS, new TestRun({ profile })));
  run.search("slot:4", [letter as never]);
  return settle(run).advance();
};

const answer = (run: TestRun, place: Place, resolution: object | undefined, problem = "") =>
  run.places.set(placeKey(evidenceId, place), {
    toolResultId: "toolres:01P",
    toolResult: create(ArtifactRefSchema, { kind: "pincite.tool.v1.ToolResult", digest: "f".repeat(64) }),
    resolution: resolution && create(PlaceResolutionSchema, resolution),
    problem,
  });

const bind = (value: object, slotId = "slot:4") => ({
  case: "needMap" as const,
  value: {
    bindings: [{ slotId, evidence: { evidence: { case: "document", value: { evidenceId, ...value } } } }],
  } as never,
});

const bound = (run: TestRun, slotId = "slot:4") =>
  run.material.proposals.needMap?.bindings.find((one) => one.slotId === slotId);

describe("a binding to a place in a document", () => {
  it("holds what the Vault resolved, with its call, and no word of the proposal", () => {
    const run = binding();
    answer(run, page(3), { place: found });
    const claimed = { ...page(3), startChar: 0, endChar: 9_999, label: "p. 99", sourceDigest: "e".repeat(64) };
    run.propose(bind({ place: claimed, location: "p. 99" }));
    expect(bound(run)?.evidence?.evidence.value).toMatchObject({ location: "p. 3", place: found, sourceDigest });
    expect(bound(run)?.toolResultIds[0]).toBe("toolres:01P");
    expect(bound(run)?.toolResults[0]?.digest).toBe("f".repeat(64));
  });

  it("holds the day and the people of the document as the evidence set has them", () => {
    const run = binding();
    answer(run, page(3), { place: found });
    run.propose(bind({ place: page(3), occurredAtIso: "1999-01-01", participants: ["Ik"] }));
    expect(bound(run)?.evidence?.evidence.value).toMatchObject({
      occurredAtIso: "2025-03-17",
      participants: ["Jan", "Piet"],
    });
  });

  it("is refused with what there is where the place is not there", () => {
    const run = binding();
    answer(run, page(99), { available: [found], message: "There is no page 99: the document has one page, p. 3." });
    for (const options of [{}, { actor: model }])
      expect(refused(() => run.propose(bind({ place: page(99) }), options))).toMatchObject({
        reason: "PROPOSAL_INVALID",
        message: "There is no page 99: the document has one page, p. 3.",
        facts: { field: "bindings[0].evidence.document.place" },
      });
  });

  it.each([
    ["a location in words alone", { location: "p. 99" }, /A location in words is not taken.*#p3/],
    ["no place at all", {}, /slot:4 asks for a place in vault:letter-a/],
    ["a place that nobody asked the Vault for", { place: page(2) }, /must be resolved by its source first/],
    ["a place of a text that has changed since", { place: page(5) }, /has another text than when it was found/],
    ["a document that cannot be read", { place: page(7) }, /the strand has no such document/],
  ])("is refused with %s", (_, value, says) => {
    const run = binding();
    answer(run, page(5), { place: { ...found, sourceDigest: "e".repeat(64) } });
    answer(run, page(7), undefined, "the strand has no such document");
    expect(refused(() => run.propose(bind(value))).message).toMatch(says);
  });

  it("is not for a slot that asks for words", () => {
    const run = binding();
    answer(run, page(3), { place: found });
    expect(refused(() => run.propose(bind({ place: page(3) }, "slot:1"))).message).toContain("asks for no place");
    expect(refused(() => run.propose(bind({ location: "p. 3" }, "slot:1"))).message).toContain("in words is not taken");
  });

  it("is another binding where the same label covers other characters", () => {
    const ids = [found, { ...found, endChar: 21 }].map((place) => {
      const run = binding();
      answer(run, page(3), { place });
      run.propose(bind({ place: page(3) }));
      return bound(run)?.bindingId;
    });
    expect(ids[0]).not.toBe(ids[1]);
  });

  it("becomes the ledger's entry with its label as address", () => {
    const run = binding();
    answer(run, page(3), { place: found });
    run.propose(bind({ place: page(3) }), { confirm: true });
    settle(run).advance();
    const entry = run.material.proposals.ledger?.entries.find((one) => one.slotId === "slot:4");
    expect(entry).toMatchObject({ address: "p. 3", toolResultId: "toolres:01P" });
  });
});
