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
  "email-reply 2": "f92d98a6d1521eeead7477145b2b7a11bad043ab5a60e6dab488abe27f2930d8",
  "uwv-deskundigenoordeel 2": "a216b41584c2b7fd1aa8c9a7c3547f878093624880dcc8b7c9182bb1f2507fed",
  "consumer-complaint 1": "213c5092220bc76f06685ca9e74dc76477c9a90f620eedf708ad108421c391f4",
  "tenant-letter 1": "432bcbb73d9da6f60dba775cc41210018e93dd1ba8df4296c900096f6b2fc6ea",
  "notice-of-default 1": "021d09153964afe10bd99c0db08037b9af6f133995bb76eed2667a568a2df54a",
  "objection-to-decision 1": "f32134fdf7e57fc284f36be0ea16a05f3b7531d543f5980335446bda76477de9",
  "reply-to-debt-collector 1": "afcd9a3d9cdd65a165d9cf7d6e309f5ce72bf4e75c812a9ce584d7df50f4437c",
  "data-subject-request 1": "544189016c1d5757bfbddd3cd5f79381618e135c12354d0547c65a0eed44d6e4",
  "settlement-reply 1": "aee3718a7d8c482ab4e5096380d491d467ce3495df66f8767a3caa5cbce11351",
  "wages-and-holidays 1": "04765cbe3892fd44a409f4516e1a6a8d60fce3ef8d871dcd6706c952126873a6",
  "complaint-to-board 1": "c7c32cb45967107017dffe7ccaaed97fcc38ddd189f3d181d0e2992fffbc155d",
  "memo-for-lawyer 1": "75277e23453aed48495631e5778def9a9448f4e97b4159879eedcd1855d86b6f",
  "email-reply-opus 2": "d0a8b1e75866c607e6695f8301eac0f2075af58ca14b0ba4a88f982429067166",
  "email-reply-local 2": "bfbb44e3ff620e9d2d825607e8fafa4d2f3e0d333504fea4721ae208aca81337",
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
