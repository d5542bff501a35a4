import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { EvidenceNeedsSchema } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { LetterReadingSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { BindingSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { DecisionInput } from "../../../src/run/kernel.ts";
import { boundIn, claimDays } from "../../../src/run/looks/source.ts";

const letter = "Uw brief van 9 december 2025 stelt dat ik op 3 maart 2025 niet kwam.";

const daysOf = (answers: { assertionId: string }[], claimText = letter): string[] => {
  const claim = { claimId: "claim:1", claimText };
  const material = {
    needs: create(EvidenceNeedsSchema, {
      sections: [{ claims: [{ ...claim, required: [{ slotId: "slot:1" }] }] }],
    }),
    skeleton: create(MessageSkeletonSchema, {
      sections: [{ claims: [{ claimId: "claim:1", text: claimText, answers }] }],
    }),
    letterReading: create(LetterReadingSchema, { day: { day: "2025-12-09" } }),
  };
  const input = { material } as unknown as DecisionInput;
  const bindings = [create(BindingSchema, { bindingId: "binding:1", slotId: "slot:1", claimId: "claim:1" })];
  return boundIn(input, bindings).flatMap((bound) => claimDays(bound).map(({ value }) => value));
};

it("the day of the letter that a claim answers only names it; in any other claim it is a day like another", () => {
  expect(daysOf([{ assertionId: "assertion:1" }])).toEqual(["2025-03-03"]);
  expect(daysOf([])).toEqual(["2025-12-09", "2025-03-03"]);
});

it("the day before or after another is that other's neighbour", () => {
  expect(daysOf([], "Daags voor 1 maart 2025 meldde ik mij af.")).toEqual(["2025-02-28"]);
  expect(daysOf([], "Dat was de dag na 31 december 2024.")).toEqual(["2025-01-01"]);
  expect(daysOf([], "It was the day before 3 March 2025.")).toEqual(["2025-03-02"]);
  expect(daysOf([], "Het moest voor 3 maart 2025.")).toEqual(["2025-03-03"]);
});
