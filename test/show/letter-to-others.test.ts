import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { shippedProfiles } from "../../src/profile/shipped.ts";
import { isLetterToOthers } from "../../src/show/letter-to-others.ts";

const profiles = shippedProfiles();
const isLetter = (profileId: string, audience: string): boolean => {
  const profile = profiles.find((one) => one.profileId === profileId);
  return isLetterToOthers({ intent: create(IntentSeedSchema, { audience }), profile });
};

it("calls a memo for one's own lawyer or file no letter, also of a kind that is one to others", () => {
  expect(isLetter("memo-for-lawyer", "lawyer")).toBe(false);
  expect(isLetter("complaint-to-board", "lawyer")).toBe(false);
  expect(isLetter("complaint-to-board", "self")).toBe(false);
});

it("calls what goes to somebody else a letter", () => {
  const kinds = profiles.filter(({ profileId }) => profileId !== "memo-for-lawyer");
  expect(kinds.length).toBeGreaterThan(10);
  expect(kinds.filter((one) => !isLetter(one.profileId, one.defaultAudience)).map((one) => one.profileId)).toEqual([]);
});
