import { clone, create, type MessageInitShape } from "@bufbuild/protobuf";
import { toText } from "@bufbuild/protobuf/txtpb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  FourEyesSchema,
  ReaderKind,
  type WorkflowProfile,
  WorkflowProfileSchema,
} from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { TurnContextSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { mayHoldHealth } from "../../src/grounding/health.ts";
import { Cast } from "../../src/grounding/parties.ts";
import { extractiveTurn } from "../../src/model/providers/extractive/provider.ts";
import { checkProfile } from "../../src/profile/check-profile.ts";
import { touchedPolicy } from "../../src/profile/policy-fields.ts";
import { shippedProfiles, wholeProfile } from "../../src/profile/shipped.ts";
import { readTextFormat } from "../../src/profile/text-reader.ts";
import { TextProblem } from "../../src/profile/text-tokens.ts";
import { draws } from "../support/draws.ts";
import { changeField } from "./changed-field.ts";

const shipped = shippedProfiles();

const fuzzed = fc
  .tuple(
    fc.nat(shipped.length - 1),
    fc.array(fc.nat(100_000), { minLength: 40, maxLength: 80 }),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([which, numbers, count]) => {
    const base = shipped[which] as WorkflowProfile;
    const profile = clone(WorkflowProfileSchema, base);
    let at = 0;
    const draw = (below: number): number => (numbers[at++ % numbers.length] ?? 0) % Math.max(below, 1);
    for (let n = 0; n < count; n++) changeField(WorkflowProfileSchema, profile, draw);
    return { base, profile };
  });

/** The message of a text; undefined: the reader told what is wrong, with its line. */
const read = (text: string): WorkflowProfile | undefined => {
  try {
    return readTextFormat(WorkflowProfileSchema, text).message;
  } catch (error) {
    if (error instanceof TextProblem) return undefined;
    throw error;
  }
};

const guided = (profile: WorkflowProfile) =>
  extractiveTurn(
    "nonce",
    create(TurnContextSchema, {
      state: OrchestratorState.SKELETON,
      run: { locale: "nl", referenceDate: "2026-11-23" },
      profile,
      intent: {
        goal: "Antwoorden op de brief van 16 november 2026; UWV vragen of het klopt; ik verzoek de sleutel terug te geven.",
        locale: "nl",
        audience: profile.defaultAudience,
      },
    }),
  );

describe("profiles of others", () => {
  it("crash nobody, and weaken nothing, whatever stands in them", () => {
    let usable = 0;
    fc.assert(
      fc.property(fuzzed, ({ base, profile }) => {
        const message = read(toText(WorkflowProfileSchema, profile));
        if (message === undefined || checkProfile(message).length > 0) return;
        usable++;
        const whole = wholeProfile(message);
        expect(guided(whole).turn.case).toBeDefined();
        expect(new Cast([], whole.defaultAudience, whole).addressee).toBeGreaterThan(0);
        // Whom details of health may be told is decided by what the reader is.
        for (const { name, kind, wroteLetter } of whole.readers)
          if (kind === ReaderKind.OPPONENT || wroteLetter) expect(mayHoldHealth(name, whole)).toBe(false);
        expect(mayHoldHealth("nobody", whole)).toBe(false);
        // Under the name of another profile it may take no evidence away, and change no model, budget, reader or act.
        const under = clone(WorkflowProfileSchema, message);
        under.profileId = base.profileId;
        if (touchedPolicy(base, under).length > 0) return;
        expect([under.provider, under.modelId, under.caseLaw, under.remoteLawbot, under.strictness]).toEqual([
          ...[base.provider, base.modelId, base.caseLaw, base.remoteLawbot, base.strictness],
        ]);
        for (const kind of base.claimKinds) {
          const kept = under.claimKinds.find(({ name }) => name === kind.name);
          expect(kept?.act).toBe(kind.act);
          for (const slot of kind.slots.filter(({ required }) => required))
            expect(
              kept?.slots.some(
                ({ name, required, asksView }) => name === slot.name && required && (slot.asksView || !asksView),
              ),
            ).toBe(true);
        }
        for (const { name, kind } of under.readers)
          expect(kind).toBe(base.readers.find((one) => one.name === name)?.kind ?? ReaderKind.OPPONENT);
      }),
      { numRuns: draws(240) },
    );
    expect(usable).toBeGreaterThan(draws(18));
  });
});

describe("a profile that leaves a field out", () => {
  const base = (): WorkflowProfile =>
    clone(WorkflowProfileSchema, shipped.find(({ frame }) => frame?.lines.length) as WorkflowProfile);

  it.each([
    ["made_by", (one: WorkflowProfile) => Object.assign(one, { madeBy: "" }), "made_by"],
    ["roles", (one: WorkflowProfile) => Object.assign(one, { roles: [] }), "roles"],
    ["a role's number", (one: WorkflowProfile) => Object.assign(one.roles[0]!, { role: 0 }), "roles[0].role"],
    ["a role's nouns", (one: WorkflowProfile) => Object.assign(one.roles[0]!, { nouns: [] }), "roles[0].nouns"],
    [
      "a noun",
      (one: WorkflowProfile) => Object.assign(one.roles[0]!.nouns[0]!, { noun: "" }),
      "roles[0].nouns[0].noun",
    ],
    ["readers", (one: WorkflowProfile) => Object.assign(one, { readers: [] }), "readers"],
    ["default_audience", (one: WorkflowProfile) => Object.assign(one, { defaultAudience: "" }), "default_audience"],
    ["a reader's name", (one: WorkflowProfile) => Object.assign(one.readers[1]!, { name: "" }), "readers[1].name"],
    ["a reader's label", (one: WorkflowProfile) => Object.assign(one.readers[0]!, { label: [] }), "readers[0].label"],
    ["a reader's kind", (one: WorkflowProfile) => Object.assign(one.readers[0]!, { kind: 0 }), "readers[0].kind"],
    ["an act", (one: WorkflowProfile) => Object.assign(one.claimKinds[0]!, { act: 0 }), "claim_kinds[0].act"],
    [
      "a line's field",
      (one: WorkflowProfile) => Object.assign(one.frame!.lines[0]!, { field: "" }),
      "frame.lines[0].field",
    ],
    [
      "a line's label",
      (one: WorkflowProfile) => Object.assign(one.frame!.lines[0]!, { label: [] }),
      "frame.lines[0].label",
    ],
    [
      "what fills a line",
      (one: WorkflowProfile) => Object.assign(one.frame!.lines[0]!, { party: 0 }),
      "frame.lines[0].party",
    ],
    [
      "an answer",
      (one: WorkflowProfile) => Object.assign(one.answers!.templates[0]!, { answer: 0 }),
      "answers.templates[0].answer",
    ],
    [
      "an answer's claim",
      (one: WorkflowProfile) => Object.assign(one.answers!.templates[0]!, { claim: [] }),
      "answers.templates[0].claim",
    ],
    ["a caution's text", (one: WorkflowProfile) => Object.assign(one.notFor[0]!, { text: [] }), "not_for[0].text"],
    [
      "an adverse point's text",
      (one: WorkflowProfile) => Object.assign(one.adversePoints[0]!, { text: [] }),
      "adverse_points[0].text",
    ],
  ])("is told of %s, by field", (_, drop, path) => {
    const profile = base();
    expect(checkProfile(profile)).toEqual([]);
    drop(profile);
    expect(checkProfile(profile).map((one) => one.path)).toContain(path);
  });

  it("takes the common words for answers, for other roles and for the first and last sentence", () => {
    const bare = base();
    Object.assign(bare, { answers: undefined, frame: undefined, roles: bare.roles.slice(0, 2) });
    const whole = wholeProfile(bare);
    expect(whole.answers?.templates).toHaveLength(5);
    expect([whole.frame?.opening.length, whole.frame?.ending.length]).toEqual([2, 2]);
    expect(whole.roles.length).toBeGreaterThan(4);
  });

  it("ask for a second person where the profile below does, by nobody whom that one does not name", () => {
    const base = shipped[0] as WorkflowProfile;
    const asking = (fourEyes: MessageInitShape<typeof FourEyesSchema>) =>
      create(WorkflowProfileSchema, { ...base, fourEyes: create(FourEyesSchema, fourEyes) });
    const [mila, omar] = ["mila", "omar"].map((subject) => ({ issuer: "https://login.example", subject }));
    const { DRAFT, SKELETON } = OrchestratorState;
    const below = asking({ stages: [DRAFT], finalising: true, people: [mila ?? {}] });
    const told = (over: WorkflowProfile): string[] => touchedPolicy(below, over).map(({ path }) => path);
    expect(told(base)).toEqual(["four_eyes.stages", "four_eyes.finalising", "four_eyes.people"]);
    expect(told(asking({ stages: [DRAFT], finalising: true, people: [mila ?? {}, omar ?? {}] }))).toEqual([
      "four_eyes.people",
    ]);
    expect(told(asking({ stages: [SKELETON, DRAFT], finalising: true, people: [mila ?? {}] }))).toEqual([]);
    expect(touchedPolicy(base, below)).toEqual([]);
  });
});
