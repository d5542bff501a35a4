import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { type MessageSkeletonProposal, MessageSkeletonSchema } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { outlineSaid } from "../../../src/cli/proposal/take-up.ts";
import { ownStatementKind } from "../../../src/client/change-claims.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";

const profile = builtinProfiles().find(({ profileId }) => profileId === "tenant-letter")!;
const ownKind = ownStatementKind(profile)!;
const heading = profile.sections.find(({ claimKinds }) => claimKinds.includes(ownKind))!.heading;
const title = heading.find(({ locale }) => locale === "nl")!.text;
const last = {
  title: "Voorbehoud",
  claims: [{ claimId: "claim:2", text: "Ik behoud mij alle rechten voor.", claimKind: "" }],
};

/** The headings of the outline that adding a point comes to, with their claims. */
const added = (...sections: object[]): [string, string[]][] => {
  const skeleton = create(MessageSkeletonSchema, { sections });
  const view = { context: { locale: "nl" }, skeleton, profile } as never;
  const value = outlineSaid(view, ["erbij=De sleutel is zoek."], "nl").proposal.value as MessageSkeletonProposal;
  return value.sections.map((section) => [section.title, section.claims.map(({ text }) => text)]);
};

it("adds a point in the profile's section for it, under whatever heading a person gave it", () => {
  expect(added({ title, claims: [] }, last)[0]).toEqual([title, ["De sleutel is zoek."]]);
  const own = { title: "Mijn kant", claims: [{ claimId: "claim:1", text: "Ik was er.", claimKind: ownKind }] };
  expect(added(own, last)[0]).toEqual(["Mijn kant", ["Ik was er.", "De sleutel is zoek."]]);
});

// It stood below the reservation of rights, where that was the last section.
it("adds it under a heading of its own where the outline has no such section", () => {
  expect(added(last)).toEqual([
    ["Voorbehoud", ["Ik behoud mij alle rechten voor."]],
    [title, ["De sleutel is zoek."]],
  ]);
});
