import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clone } from "@bufbuild/protobuf";
import { toText } from "@bufbuild/protobuf/txtpb";
import { describe, expect, it } from "vitest";
import {
  type ClaimKind,
  ReaderKind,
  type WorkflowProfile,
  WorkflowProfileSchema,
} from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { DomainError } from "../../src/error.ts";
import { effectiveBudget } from "../../src/model/budget.ts";
import { loadProfiles } from "../../src/profile/load-profiles.ts";
import { shippedProfiles } from "../../src/profile/shipped.ts";
import { toolSpecs } from "../../src/tool/catalogue.ts";
import { decide } from "../../src/tool/policy.ts";
import { seeded } from "../simulation/store-seed.ts";
import { draws } from "../support/draws.ts";
import { newFolder } from "../support/new-folder.ts";
import { changeField } from "./changed-field.ts";

const shipped = shippedProfiles();

/** Whole numbers below a bound from a seed, so that a profile is found again by its number. */
const numbersFrom = (seed: number): ((below: number) => number) => {
  const next = seeded(seed);
  return (below) => Math.floor(next() * Math.max(below, 1));
};

const states = Object.values(OrchestratorState).filter((state) => typeof state === "number");
const available = toolSpecs.map(({ name }) => name);

/** What each tool may do at each stage under a profile. */
const toolPolicy = (profile: { readonly caseLaw: boolean }): string =>
  (["llm", "user"] as const)
    .flatMap((requester) =>
      states.flatMap((state) =>
        available.map((toolName) => decide({ toolName, state, requester, profile, available }).decision),
      ),
    )
    .join(" ");

const policies = new Map([false, true].map((caseLaw) => [caseLaw, toolPolicy({ caseLaw })]));

/** The most that any profile may have, as the fields of TurnBudget and of the profile promise it in words. */
const ceilings = {
  ...{ toolSteps: 8, requestsPerStep: 20, stepChars: 20_000, turnChars: 60_000 },
  ...{ providerTimeoutMs: 600_000, outputBytes: 1_048_576 },
};

/** How a profile that was taken is above a limit, or lets a tool do what the built-in policy does not. */
const aboveLimits = (profile: WorkflowProfile): string[] => [
  ...Object.entries(effectiveBudget(profile)).flatMap(([name, held]) =>
    held > 0 && held <= ceilings[name as keyof typeof ceilings] ? [] : [`${name}: ${held}`],
  ),
  ...(profile.toolCallsPerMinute <= 600 ? [] : ["calls a minute"]),
  ...(toolPolicy(profile) === policies.get(profile.caseLaw) ? [] : ["tool policy"]),
];

/** What decides over tools, models and limits, as one text. */
const ruling = (one: WorkflowProfile): string =>
  JSON.stringify([
    ...[one.provider, one.modelId, one.strictness, one.caseLaw, one.remoteLawbot],
    ...[one.guardProvider, one.guardModelId, one.toolCallsPerMinute, effectiveBudget(one), toolPolicy(one)],
  ]);

const weakerKind = (kept: ClaimKind | undefined, kind: ClaimKind): string[] => {
  if (kept?.act !== kind.act) return [`kind ${kind.name}`];
  return kind.slots.flatMap((slot) => {
    const own = kept.slots.find(({ name }) => name === slot.name);
    if (!own || own.kind !== slot.kind || own.source !== slot.source) return [`slot ${slot.name}`];
    const speaks = slot.speakerRoles.length === 0 || own.speakerRoles.some((role) => slot.speakerRoles.includes(role));
    const strangers =
      slot.speakerRoles.length > 0 && own.speakerRoles.some((role) => !slot.speakerRoles.includes(role));
    return [
      ...(slot.required && !own.required ? [`${slot.name} is not required`] : []),
      ...(own.asksView && !slot.asksView ? [`${slot.name} asks for a view`] : []),
      ...(speaks && !strangers ? [] : [`${slot.name} lets others speak`]),
    ];
  });
};

/** How a profile that stands in the place of another one asks for less than it, or lets more. */
const weakerThan = (base: WorkflowProfile, over: WorkflowProfile): string[] => [
  ...(ruling(base) === ruling(over) ? [] : ["what rules"]),
  ...base.claimKinds.flatMap((kind) =>
    weakerKind(
      over.claimKinds.find(({ name }) => name === kind.name),
      kind,
    ),
  ),
  ...over.claimKinds.flatMap(({ name, slots }) =>
    base.claimKinds.some((kind) => kind.name === name) || slots.some(({ required }) => required) ? [] : [`new ${name}`],
  ),
  ...over.readers.flatMap(({ name, kind, wroteLetter }) => {
    const known = base.readers.find((reader) => reader.name === name);
    if (!known) return kind === ReaderKind.OPPONENT ? [] : [`new reader ${name}`];
    return known.kind === kind && known.wroteLetter === wroteLetter ? [] : [`reader ${name}`];
  }),
];

const root = newFolder("fuzzed-profiles");

/** The profile as a server loads it from a file; undefined: it is refused, in words. */
const loaded = (profile: WorkflowProfile): WorkflowProfile | undefined => {
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "one.txtpb"), toText(WorkflowProfileSchema, profile));
  try {
    const { profiles } = loadProfiles([{ name: "project", dir: root }]);
    return profiles.find(({ profileId }) => profileId === profile.profileId);
  } catch (error) {
    if (error instanceof DomainError && error.reason === "REQUEST_INVALID") return undefined;
    throw error;
  }
};

const seed = Number(process.env.PINCITE_SEED || 28);

describe("profiles that chance made of those that come along", () => {
  it("crash no server, and weaken no policy and no limit, neither of a profile's own name nor under that of another", () => {
    const told = { taken: 0, takenOver: 0, refusedOver: 0, weaker: 0 };
    for (let number = 0; number < draws(200); number++) {
      const draw = numbersFrom(seed * 1_000_003 + number);
      const base = shipped[draw(shipped.length)] as WorkflowProfile;
      const profile = clone(WorkflowProfileSchema, base);
      for (let left = 1 + draw(3); left > 0; left--) changeField(WorkflowProfileSchema, profile, draw);
      const isOver = draw(2) === 0;
      Object.assign(profile, { madeBy: "Stranger" });
      // Half of them stand in the place of the profile that they were made of.
      if (isOver) Object.assign(profile, { profileId: base.profileId, version: base.version + 1 });
      else profile.profileId = "strangers-own";
      const found = loaded(profile);
      const name = `profile ${number} of seed ${seed}`;
      if (isOver && !found) {
        told.refusedOver++;
        if (weakerThan(base, profile).length > 0) told.weaker++;
      }
      if (!found) continue;
      told[isOver ? "takenOver" : "taken"]++;
      expect(aboveLimits(found), name).toEqual([]);
      if (isOver) expect(weakerThan(base, found), name).toEqual([]);
    }
    // Neither is everything refused, nor nothing that is weaker.
    expect(told.taken).toBeGreaterThan(draws(4));
    expect(told.takenOver).toBeGreaterThan(draws(4));
    expect(told.weaker).toBeGreaterThan(draws(5));
    console.info(`fuzzed profiles, seed ${seed}: ${JSON.stringify(told)}`);
  });

  it.each<[string, (one: WorkflowProfile) => void]>([
    ["another provider", (one) => Object.assign(one, { provider: "remote" })],
    ["case law", (one) => Object.assign(one, { caseLaw: !one.caseLaw })],
    ["another LawBot", (one) => Object.assign(one, { remoteLawbot: "http://127.0.0.1:1" })],
    ["more calls a minute", (one) => Object.assign(one, { toolCallsPerMinute: 599 })],
    ["a kind less", (one) => one.claimKinds.shift()],
    [
      "a slot that may stay empty",
      (one) => {
        for (const slot of one.claimKinds.flatMap(({ slots }) => slots)) slot.required = false;
      },
    ],
    [
      "a slot less",
      (one) => {
        for (const kind of one.claimKinds) kind.slots.splice(0, 1);
      },
    ],
    ["a reader of another kind", (one) => Object.assign(one.readers[0]!, { kind: ReaderKind.OWN_FILE })],
  ])("would be called weaker with %s", (_, weaken) => {
    const base = shipped[0] as WorkflowProfile;
    const over = clone(WorkflowProfileSchema, base);
    weaken(over);
    expect(weakerThan(base, over)).not.toEqual([]);
  });
});
