import { toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { effectiveBudget } from "../../src/model/budget.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { queryTerms } from "../../src/search/words/analysis.ts";
import { sha256Hex } from "../../src/sha256.ts";

/**
 * SHA-256 of the artifact that a run pins, by profile and version. A changed digest here is a changed profile: before its
 * version is released the digest is written anew, afterwards the profile gets the next version and a line of its own.
 */
const pinned = {
  "email-reply 1": "6f07d17368dd7391fce6bb2d8a774047a98931309c746e2eaf7c58f812b7b802",
  "uwv-deskundigenoordeel 1": "44a98fdeb58f91e830c7d0a8dd5f56a3f1809fe38b6fd18c9a3bc0ee2a359e3e",
};

describe("the profiles every server has", () => {
  it("are the reply to an employer and the UWV expert opinion", () => {
    expect(builtinProfiles().map((profile) => profile.profileId)).toEqual(["email-reply", "uwv-deskundigenoordeel"]);
  });

  it("are fresh messages each time, so that a caller cannot change another's", () => {
    builtinProfiles()[0]!.claimKinds.length = 0;
    expect(builtinProfiles()[0]!.claimKinds.length).toBeGreaterThan(5);
  });

  it("are those of their versions, byte for byte", () => {
    const digests = builtinProfiles().map((profile) => [
      `${profile.profileId} ${profile.version}`,
      sha256Hex(toBinary(WorkflowProfileSchema, profile)),
    ]);
    expect(Object.fromEntries(digests)).toEqual(pinned);
  });

  describe.each(builtinProfiles().map((profile) => [profile.profileId, profile] as const))("%s", (_id, profile) => {
    const slots = profile.claimKinds.flatMap((kind) => kind.slots);

    it("says everything that people read in Dutch and in English", () => {
      const texts = [
        profile.title,
        ...profile.sections.map((section) => section.heading),
        ...profile.claimKinds.map((kind) => kind.label),
        ...slots.map((slot) => slot.description),
        ...profile.lawSources.map((source) => source.why),
      ];
      for (const text of texts) {
        expect(text.map((one) => one.locale)).toEqual(["nl", "en"]);
        expect(text.every((one) => one.text.trim().length > 1)).toBe(true);
      }
    });

    it("has names that are unique, and sections that name only kinds it has", () => {
      const names = profile.claimKinds.map((kind) => kind.name);
      expect(new Set(names).size).toBe(names.length);
      for (const kind of profile.claimKinds)
        expect(new Set(kind.slots.map((slot) => slot.name)).size).toBe(kind.slots.length);
      const used = profile.sections.flatMap((section) => section.claimKinds);
      expect(used.filter((name) => !names.includes(name))).toEqual([]);
      expect(names.filter((name) => !used.includes(name))).toEqual([]);
    });

    it("exercises every kind of slot and has kinds that need none", () => {
      const kinds = new Set(slots.map((slot) => slot.kind));
      expect([...kinds].sort()).toEqual([SlotKind.QUOTE, SlotKind.LOCATION, SlotKind.ABSENCE, SlotKind.OWN_STATEMENT]);
      expect(profile.claimKinds.some((kind) => kind.slots.length === 0)).toBe(true);
    });

    it("suggests citations where the source is law and only there, and cues that can be searched", () => {
      for (const slot of slots) {
        expect(slot.citations.length > 0).toBe(slot.source === "law");
        expect(slot.source === "none").toBe(slot.kind === SlotKind.OWN_STATEMENT);
        for (const cue of slot.cues) expect(queryTerms(cue).length).toBeGreaterThan(0);
      }
    });

    it("stays away from case law and within the limits of a turn", () => {
      expect(profile.caseLaw).toBe(false);
      expect(effectiveBudget(profile)).toMatchObject({
        toolSteps: 3,
        requestsPerStep: 20,
        stepChars: 20_000,
        turnChars: 60_000,
      });
    });
  });
});
