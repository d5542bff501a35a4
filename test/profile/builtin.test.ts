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
  "email-reply 2": "3abcbce7ed5e094dad398c4f5306415dfd1ce7586cdfcfd8be2dc335faa09fef",
  "uwv-deskundigenoordeel 2": "a216b41584c2b7fd1aa8c9a7c3547f878093624880dcc8b7c9182bb1f2507fed",
  "consumer-complaint 1": "5940d5f034bddf37b01a594c89e899fc47e15a6623772b28d9827966b60333c7",
  "tenant-letter 1": "3be88ac5b7a8b396deb8cbf759b3628cf4ad3c02e996ea3a247ab864754c5812",
  "notice-of-default 1": "aef1b5a15607ad264b2d35eef837a9a803f458a2f40faa128f12aa508c793d02",
  "objection-to-decision 1": "31c0b328762aa8802014d70f790caa92c2f54c523c25bd8e7e90ae5ac0c04ca0",
  "reply-to-debt-collector 1": "f35367ec6b38e833d5167fe34755005cc890fb4a0a80f9b7e87f9cbda7999b6b",
  "data-subject-request 1": "f4eb7ad4371646be8fbd33627cf85c08b08e8bcbd768ee6a595d72af4238a44a",
  "settlement-reply 1": "2b464551f0d7803d5d86032f12c2006124acc27f71e7709b446b6054ff2f5f54",
  "wages-and-holidays 1": "233490c6fe43005fcb46be76ed888cddf1abb76b8fa776a368836bd5f765f17b",
  "complaint-to-board 1": "4894235936ab7c7103b3e424bc24b8d436765d68271214c14c4eba066d6e945a",
  "memo-for-lawyer 1": "007a8c4e9e3eb893eb642b62db9d72681ad1ab61f7de20f5ae3d2725b1cb0a21",
  "reply-to-letter 1": "b085aacb0e7423eaee4a3c5d5ca5c0e13100c9ccf20d06866f8af1bfee70dbfb",
  "email-reply-opus 2": "7c455a5567d5b13d45945ccac31423a752b609be7cafc523cfd2efa01795fb8d",
  "email-reply-local 2": "c08c216b87dd5b9a8b2bea0df05e7a2c72a2ca25b9494413e7f03a6417eb5968",
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
