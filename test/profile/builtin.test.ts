import { toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { Strictness, WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { effectiveBudget } from "../../src/model/budget.ts";
import { builtinProfiles, profilesWithModel } from "../../src/profile/builtin.ts";
import { checkProfile } from "../../src/profile/check-profile.ts";
import { queryTerms } from "../../src/search/words/analysis.ts";
import { sha256Hex } from "../../src/sha256.ts";

/**
 * SHA-256 of the artifact that a run pins, by profile and version. A changed digest here is a changed profile: before its
 * version is released the digest is written anew, afterwards the profile gets the next version and a line of its own.
 */
const pinned = {
  "email-reply 2": "de3bec170e4bc0592f41e3b1ad5ba56398193173fc78b9f7fcdc82a5abf64ef8",
  "uwv-deskundigenoordeel 2": "a216b41584c2b7fd1aa8c9a7c3547f878093624880dcc8b7c9182bb1f2507fed",
  "consumer-complaint 1": "213c5092220bc76f06685ca9e74dc76477c9a90f620eedf708ad108421c391f4",
  "tenant-letter 1": "432bcbb73d9da6f60dba775cc41210018e93dd1ba8df4296c900096f6b2fc6ea",
  "notice-of-default 1": "cfc2d177c23000798e0d5bcca5ff6c14ef623e00c063ab42f25178d60b40ef41",
  "objection-to-decision 1": "3c4f05e9c153f20e7496c673ec68c2bb686f436ed44b193d77b9bf4a1222fb65",
  "reply-to-debt-collector 1": "afcd9a3d9cdd65a165d9cf7d6e309f5ce72bf4e75c812a9ce584d7df50f4437c",
  "data-subject-request 1": "a65d9bec96235f5894d6ec5081a5ebe14a8f3d30e12cf3bf60e38cc4ecf1b1f5",
  "settlement-reply 1": "aee3718a7d8c482ab4e5096380d491d467ce3495df66f8767a3caa5cbce11351",
  "wages-and-holidays 1": "0ad01a340adddcc0a3592d456179704d454772593d514a8ae3c4140dcf995e2c",
  "complaint-to-board 1": "523c93220cdeef68502319002943372a1ccac7c015da36fae6e3662fb835e08d",
  "memo-for-lawyer 1": "75277e23453aed48495631e5778def9a9448f4e97b4159879eedcd1855d86b6f",
  "email-reply-opus 2": "bd519d8119486ce8968e18d019f520d0beacfbcbfb0be161d0ff46d5c6c22929",
  "email-reply-local 2": "f0d83e53cba81dc11121975ba68fe41ca525cbb9309760deca2bc63890053273",
};

describe("the profiles every server has", () => {
  it("are those of the files, the reply to an employer first, and that reply with Claude Opus 4.5 and with a model of one's own", () => {
    expect(builtinProfiles().map(({ profileId, provider, modelId }) => [profileId, provider, modelId])).toEqual([
      ["email-reply", "extractive", ""],
      ["uwv-deskundigenoordeel", "extractive", ""],
      ["consumer-complaint", "extractive", ""],
      ["tenant-letter", "extractive", ""],
      ["notice-of-default", "extractive", ""],
      ["objection-to-decision", "extractive", ""],
      ["reply-to-debt-collector", "extractive", ""],
      ["data-subject-request", "extractive", ""],
      ["settlement-reply", "extractive", ""],
      ["wages-and-holidays", "extractive", ""],
      ["complaint-to-board", "extractive", ""],
      ["memo-for-lawyer", "extractive", ""],
      ["email-reply-opus", "anthropic", "claude-opus-4-5-20251101"],
      ["email-reply-local", "openai-compatible", ""],
    ]);
  });

  it("mend the output of a model of one's own alone, and none can be used that has faults", () => {
    const mended = builtinProfiles().filter(({ strictness }) => strictness === Strictness.REPAIR);
    expect(mended.map(({ profileId }) => profileId)).toEqual(["email-reply-local"]);
    expect(builtinProfiles().flatMap(checkProfile)).toEqual([]);
  });

  it("are there with any model that a server is started with, under a name of their own", () => {
    const made = profilesWithModel({ provider: "anthropic", modelId: "claude-x-1" });
    const kinds = builtinProfiles().filter(({ provider }) => provider === "extractive");
    expect(made.map(({ profileId, modelId }) => [profileId, modelId])).toEqual(
      kinds.map(({ profileId }) => [`${profileId}-model`, "claude-x-1"]),
    );
    expect(made.flatMap(checkProfile)).toEqual([]);
    expect(made[1]?.claimKinds).toEqual(builtinProfiles()[1]?.claimKinds);
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
        if (slot.source !== "law") expect(slot.citations).toEqual([]);
        expect(slot.source === "none").toBe(slot.kind === SlotKind.OWN_STATEMENT);
        for (const cue of slot.cues) expect(queryTerms(cue).length).toBeGreaterThan(0);
      }
    });

    it("stays away from case law and within the limits of a turn", () => {
      expect(profile.caseLaw).toBe(false);
      const read = { toolSteps: 3, requestsPerStep: 20, stepChars: 20_000, turnChars: 60_000 };
      // What a language model reads costs, so its turns keep the defaults.
      const costly = { toolSteps: 3, requestsPerStep: 8, stepChars: 2_000, turnChars: 6_000 };
      expect(effectiveBudget(profile)).toMatchObject(profile.provider === "extractive" ? read : costly);
    });
  });
});
