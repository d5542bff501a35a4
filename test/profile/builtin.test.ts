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
  "consumer-complaint 1": "9cbbeb85e6afa75295a39b785f033f932fecaec22a205711743f955167348198",
  "tenant-letter 1": "b94b91384a26fd02a2f67ec8f727004b5bba15d52c1e1e6a66f678eac6db9180",
  "notice-of-default 1": "e471c03fdc31d27959f3b033975a05a060c573c64d12e98e847fc8b5a8307ba8",
  "objection-to-decision 1": "31c0b328762aa8802014d70f790caa92c2f54c523c25bd8e7e90ae5ac0c04ca0",
  "reply-to-debt-collector 1": "79a0b260d1290125d1c046d472c74e0ee4d9776d3d01d45101456fa350982044",
  "data-subject-request 1": "07976a797d1356b995f67b32fee6eb84756995e0fc2322dcaa8c23dc6df0e78a",
  "settlement-reply 1": "7c517cc43a4f6fca19dfe546112624a3805fed840a99fbfc1f337d64435ee7d4",
  "wages-and-holidays 1": "a5963f7cb6dc972e36cf73b09da83296f44941e738b1ed8e1ff284339e49e745",
  "complaint-to-board 1": "090ccf70aaa8711f16edd2cf01ced5044b7678c6225fbb95701c1e94d2e5c290",
  "memo-for-lawyer 1": "007a8c4e9e3eb893eb642b62db9d72681ad1ab61f7de20f5ae3d2725b1cb0a21",
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
