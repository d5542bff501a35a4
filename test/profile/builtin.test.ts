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
  "email-reply 2": "d6b291060f6710223ab60e3c46944f92f7ad448299ac8bd50be5363641f5bcb0",
  "uwv-deskundigenoordeel 2": "a216b41584c2b7fd1aa8c9a7c3547f878093624880dcc8b7c9182bb1f2507fed",
  "consumer-complaint 1": "22b70f5e6fe934e5d02aef099c50be3d0f9bad204ab0a72a49744f7fd1b3876e",
  "tenant-letter 1": "8fb3bb1802b715a2842f3b1f304b52b978b8726df0969d931f7b4f0386a7aacd",
  "notice-of-default 1": "acfad4597c011c02669d96a0992356f9a442a79f1f2ab011a1536e11596a7278",
  "objection-to-decision 1": "31c0b328762aa8802014d70f790caa92c2f54c523c25bd8e7e90ae5ac0c04ca0",
  "reply-to-debt-collector 1": "339b0b5b61ff2a5ed5425ba17ccd0458559b7703907f029335b3e01a101d10de",
  "data-subject-request 1": "f419aa81b40be281bd0f5e31307dcf68f9173f84e55972f8410fafa75d48d239",
  "settlement-reply 1": "aea9392c2aa05bc8f2509acb2d9631f8eddb9246733f77341806ea7d42741720",
  "wages-and-holidays 1": "9562e6888ef3b2703b7b8e462912e6e7baa81555865d1dcefaacdc949742e36d",
  "complaint-to-board 1": "1630e80b7fdee46d4cfae85ab1fb2a0f7a0e3730432323304a1b6f31ff63515e",
  "memo-for-lawyer 1": "ebcee986ac8a4449bce66e96049fb414ecf212bea3b5cb89966ef84a11a8cb3a",
  "reply-to-letter 1": "b46641cc226e07a4186656db9ba5363a4216a9ca298d98db01a569fa72ddbba4",
  "email-reply-opus 2": "ec478e5ed91916977ab68d1cc0d48309a5ae2003b5b8d1b84afa48c97332f64a",
  "email-reply-local 2": "8cd7f3842ebaf97ec021b31ca96fa154e835f26a89c5b1dbaacfcc143f765ddb",
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
      ["reply-to-letter", "extractive", ""],
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
