import { create, toBinary } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { RunContextSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { formerStatement } from "../../src/show/former-statement.ts";
import { viewOf } from "../../src/show/run-view.ts";

const mapOf = (text: string) =>
  toBinary(
    EvidenceNeedMapSchema,
    create(EvidenceNeedMapSchema, {
      bindings: [{ slotId: "slot:1", evidence: { evidence: { case: "statement", value: { text } } } }],
    }),
  );
const viewWith = (before: string, now: string) => {
  const bytes = new Map([
    ["before", mapOf(before)],
    ["now", mapOf(now)],
  ]);
  const kind = EvidenceNeedMapSchema.typeName;
  const current = [
    { role: "need_map", ref: { kind, digest: "before" } },
    { role: "proposal", ref: { kind, digest: "now" } },
  ];
  return viewOf(create(RunContextSchema, { current }), {
    bytesOf: (digest) => bytes.get(digest),
    unnamed: undefined,
    completed: (profile) => profile,
  });
};

const claim = "Ik was op 3 mei thuis.";

// Whoever had put it in words of her own found the claim's words in their place, and hers nowhere.
it("is what a person had stated in other words before the claim was changed", () => {
  const view = viewWith("Op 3 mei ben ik de hele dag thuis gebleven.", claim);
  expect(formerStatement(view, "slot:1", claim)).toBe("Op 3 mei ben ik de hele dag thuis gebleven.");
  expect(formerStatement(view, "slot:2", claim)).toBe("");
});

it("is nothing where the same words are put forward, or were those of the claim", () => {
  expect(formerStatement(viewWith("Zo was het.", "Zo was het."), "slot:1", claim)).toBe("");
  expect(formerStatement(viewWith(claim, "Iets anders."), "slot:1", claim)).toBe("");
});
