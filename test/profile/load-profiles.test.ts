import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { clone, create } from "@bufbuild/protobuf";
import { toText } from "@bufbuild/protobuf/txtpb";
import { beforeEach, describe, expect, it } from "vitest";
import { OtherSide } from "../../gen/pincite/memo/v1/party_pb.ts";
import {
  ClaimAct,
  ClaimKindSchema,
  Strictness,
  TurnBudgetSchema,
  type WorkflowProfile,
  WorkflowProfileSchema,
} from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../../src/error.ts";
import { inEnglish } from "../../src/messages/said.ts";
import { effectiveBudget } from "../../src/model/budget.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { budgetBounds, checkProfile } from "../../src/profile/check-profile.ts";
import { loadProfiles } from "../../src/profile/load-profiles.ts";
import { newFolder } from "../support/new-folder.ts";

const root = newFolder("profiles");
const dirs = () => ({ user: join(root, "user"), project: join(root, "project") });
beforeEach(() => {
  for (const dir of Object.values(dirs())) {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
  }
});

const emailReply = (change: (profile: WorkflowProfile) => void = () => undefined): WorkflowProfile => {
  const profile = clone(WorkflowProfileSchema, builtinProfiles()[0]!);
  profile.version = 3;
  profile.madeBy = "Tester";
  change(profile);
  return profile;
};
const put = (layer: "user" | "project", profile: WorkflowProfile | string, name = "a.txtpb") =>
  writeFileSync(
    join(dirs()[layer], name),
    typeof profile === "string" ? profile : toText(WorkflowProfileSchema, profile),
  );
const load = () => {
  const { user, project } = dirs();
  return loadProfiles([
    { name: "user", dir: user },
    { name: "project", dir: project },
  ]);
};
/** The problems, with the folder left out of each. */
const problems = (): string[] => {
  try {
    load();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.reason).toBe("REQUEST_INVALID");
    return error.message
      .split("\n")
      .slice(1)
      .map((line) => line.slice(line.indexOf(basename("a.txtpb"))));
  }
  return [];
};

describe("profiles in layers", () => {
  it("are the built-in ones where no folder has any", () => {
    rmSync(dirs().user, { recursive: true });
    writeFileSync(join(dirs().project, "notes.md"), "no profile");
    expect(load()).toEqual({ profiles: builtinProfiles(), notes: [] });
  });

  it("may be added to, and each addition is reported", () => {
    put(
      "user",
      emailReply(
        (one) =>
          void Object.assign(one, {
            profileId: "live",
            provider: "anthropic",
            modelId: "m-1",
            strictness: Strictness.REPAIR,
            caseLaw: true,
          }),
      ),
    );
    const { profiles, notes } = load();
    expect(profiles.map((one) => one.profileId)).toEqual([...builtinProfiles().map((one) => one.profileId), "live"]);
    expect(notes).toEqual(["profile live: version 3 (user) added"]);
  });

  it("may change words of a profile below, user before project, and each override is reported", () => {
    put(
      "user",
      emailReply((one) => Object.assign(one, { defaultTone: "kind" })),
    );
    put(
      "project",
      emailReply((one) => void Object.assign(one, { defaultTone: "dry", version: 4 })),
    );
    const { profiles, notes } = load();
    expect(profiles[0]).toMatchObject({ defaultTone: "dry", version: 4 });
    expect(profiles).toHaveLength(builtinProfiles().length);
    expect(notes).toEqual([
      "profile email-reply: version 3 (user) overrides version 2 (built-in)",
      "profile email-reply: version 4 (project) overrides version 3 (user)",
    ]);
  });

  const own = (name: string, slots: object[] = []) => ({
    ...{ name, cues: [], slots, act: ClaimAct.STATES_FACT },
    label: emailReply().title,
  });
  const policy: [string, RegExp, (profile: WorkflowProfile) => void][] = [
    [
      "the guard",
      /^a.txtpb:\d+: guard_provider: an override may not/,
      (one) => Object.assign(one, { guardProvider: "remote" }),
    ],
    [
      "the limit of tool calls",
      /^a.txtpb:\d+: tool_calls_per_minute: an override may not/,
      (one) => Object.assign(one, { toolCallsPerMinute: 600 }),
    ],
    ["case law", /^a.txtpb:\d+: case_law: an override may not/, (one) => Object.assign(one, { caseLaw: true })],
    [
      "the provider",
      /^a.txtpb:\d+: provider: an override may not/,
      (one) => Object.assign(one, { provider: "remote" }),
    ],
    [
      "strictness",
      /^a.txtpb:\d+: strictness: an override may not/,
      (one) => Object.assign(one, { strictness: Strictness.REPAIR }),
    ],
    ["the budget", /^a.txtpb:\d+: budget: an override may not/, (one) => Object.assign(one.budget!, { toolSteps: 4 })],
    [
      "the budget by leaving it out",
      /^a.txtpb:1: budget: an override may not/,
      (one) => void delete (one as { budget?: unknown }).budget,
    ],
    [
      "a required slot",
      /^a.txtpb:\d+: claim_kinds\[0\].slots\[0\].required: an override/,
      (one) => Object.assign(one.claimKinds[0]!.slots[0]!, { required: false }),
    ],
    [
      "the kind of a slot",
      /^a.txtpb:\d+: claim_kinds\[0\].slots\[0\].kind: an override/,
      (one) => Object.assign(one.claimKinds[0]!.slots[0]!, { kind: SlotKind.LOCATION }),
    ],
    [
      "the source of a slot",
      /^a.txtpb:\d+: claim_kinds\[2\].slots\[1\].source: an override/,
      (one) => Object.assign(one.claimKinds[2]!.slots[1]!, { source: "law", otherSide: OtherSide.UNSPECIFIED }),
    ],
    [
      "who must speak in a slot",
      /^a.txtpb:\d+: claim_kinds\[0\].slots\[0\].speaker_roles: an override/,
      (one) => Object.assign(one.claimKinds[0]!.slots[0]!, { speakerRoles: [] }),
    ],
    [
      "what a slot takes of the other side's words",
      /^a.txtpb:\d+: claim_kinds\[2\].slots\[0\].other_side: an override/,
      (one) => Object.assign(one.claimKinds[2]!.slots[0]!, { otherSide: OtherSide.WORDS }),
    ],
    [
      "a slot by leaving it out",
      /^a.txtpb:\d+: claim_kinds\[0\].slots: slot assertion is missing/,
      (one) => void one.claimKinds[0]!.slots.pop(),
    ],
    [
      "what evidence is asked for, by a kind that asks for none",
      /^a.txtpb:\d+: claim_kinds\[11\]: a claim kind that an override adds/,
      (one) => {
        one.claimKinds.push(create(ClaimKindSchema, own("anything")));
        one.sections[0]!.claimKinds.push("anything");
      },
    ],
  ];
  it.each(policy)("may not touch %s, and the file and line are told", (_name, expected, change) => {
    put("user", emailReply(change));
    expect(problems()).toEqual([expect.stringMatching(expected)]);
  });

  it("may name other laws to fetch than the profile below: the list decides over nothing", () => {
    put(
      "user",
      emailReply((one) => void one.lawSources.splice(1)),
    );
    expect(load().profiles[0]?.lawSources.map(({ lawId }) => lawId)).toEqual(["BWBR0005290"]);
  });

  it("may ask for more evidence than the profile below", () => {
    put(
      "user",
      emailReply((one) => void one.claimKinds[0]!.slots.push({ ...one.claimKinds[0]!.slots[0]!, name: "second" })),
    );
    expect(load().profiles[0]?.claimKinds[0]?.slots).toHaveLength(2);
  });

  it("need a higher version than what they override, and one file per name in a folder", () => {
    put(
      "user",
      emailReply((one) => Object.assign(one, { version: 2 })),
    );
    expect(problems()).toEqual([
      expect.stringMatching(/^a.txtpb:\d+: version: higher than 2, the built-in one it overrides$/),
    ]);
    put("user", emailReply());
    put(
      "user",
      emailReply((one) => Object.assign(one, { version: 4 })),
      "b-a.txtpb",
    );
    expect(problems()).toEqual([
      expect.stringMatching(/^a.txtpb:\d+: profile_id: another file of this folder has it too$/),
    ]);
  });

  it("are refused with every problem of every file, each on its line", () => {
    put(
      "user",
      'profile_id: "My Own"\nversion: 0\nprovider: "openai"\ntitle { locale: "nl" text: "T" }\n\nsections {\n  name: "a"\n  claim_kinds: "x"\n}',
    );
    put("project", "oops\n");
    expect(problems()).toEqual([
      "a.txtpb:1: profile_id: 1 to 64 small letters, digits and hyphens",
      "a.txtpb:2: version: a whole number from 1",
      "a.txtpb:4: title: one text with locale en and one with locale nl",
      "a.txtpb:1: made_by: who made this file, 1 to 120 characters",
      "a.txtpb:1: roles: words for PARTY_ROLE_AUTHOR, whose memo it is",
      "a.txtpb:1: roles: words for PARTY_ROLE_OPPONENT, the other side",
      "a.txtpb:1: readers: 1 to 12 of them: for whom such a memo may be",
      "a.txtpb:1: default_audience: the name of one of the readers",
      "a.txtpb:3: provider: one of extractive, anthropic, openai-compatible, remote",
      "a.txtpb:6: sections[0].heading: one text with locale en and one with locale nl",
      "a.txtpb:8: sections[0].claim_kinds[0]: no claim kind of the profile has this name",
      "a.txtpb:1: claim_kinds: 1 to 60 of them",
      "a.txtpb:1: WorkflowProfile has no field oops",
    ]);
  });

  it("are told on which line a list of laws is wrong", () => {
    const source = toText(WorkflowProfileSchema, emailReply()).replace('"BWBR0005291"', '"BW 3"');
    put("user", source);
    const line = source.split("\n").findIndex((each) => each.includes('"BW 3"')) + 1;
    expect(problems()).toEqual([
      expect.stringMatching(new RegExp(`^a.txtpb:${line}: law_sources\\[1\\].law_id: the id of a regulation`)),
    ]);
  });

  it("are read from files of this folder alone, and no larger than any profile is", () => {
    writeFileSync(join(root, "elsewhere.txtpb"), "oops");
    symlinkSync(join(root, "elsewhere.txtpb"), join(dirs().user, "link.txtpb"));
    mkdirSync(join(dirs().user, "folder.txtpb"));
    expect(load().notes).toEqual([]);
    put("user", "#".repeat(300_000));
    expect(problems()).toEqual(["a.txtpb:1: larger than 262144 bytes"]);
    writeFileSync(join(dirs().user, "a.txtpb"), Uint8Array.of(0xff));
    expect(problems()).toEqual(["a.txtpb:1: not a text in UTF-8"]);
  });
});

describe("the check of a profile", () => {
  it.each([
    ["a guard that is no provider", { guardProvider: "nobody" }, "guard_provider"],
    ["a guard that asks nothing", { guardProvider: "extractive" }, "guard_provider"],
    ["a guard without its exact model", { guardProvider: "anthropic" }, "guard_model_id"],
    ["the model of no guard", { guardModelId: "small" }, "guard_model_id"],
    ["more tool calls than a user may make", { toolCallsPerMinute: 601 }, "tool_calls_per_minute"],
  ])("do not name %s", (_, change, path) => {
    const profile = Object.assign(emailReply(), change);
    expect(checkProfile(profile).map((one) => one.path)).toEqual([path]);
  });

  it("may name a guard and a limit", () => {
    const change = { guardProvider: "remote", guardModelId: "small", toolCallsPerMinute: 30 };
    expect(checkProfile(Object.assign(emailReply(), change))).toEqual([]);
  });

  const law = { lawId: "BWBR0005290", name: "BW 7", why: emailReply().title };
  const listed = (...laws: object[]) => ({ lawSources: laws as never });
  it.each([
    ["an id that is none", listed({ ...law, lawId: "BW 7" }), "law_sources[0].law_id", /wetten\.overheid\.nl/],
    ["an id with a letter amiss", listed({ ...law, lawId: "BWBR005290" }), "law_sources[0].law_id", /BWBR0005290/],
    ["a law twice", listed(law, { ...law, name: "BW" }), "law_sources[1].law_id", /a second BWBR0005290/],
    [
      "a ruling that its runs cannot use",
      listed({ ...law, lawId: "ECLI:NL:HR:2016:162" }),
      "law_sources[0].law_id",
      /case_law: true/,
    ],
    ["a foreign ruling", listed({ ...law, lawId: "ECLI:DE:BGH:2020:1" }), "law_sources[0].law_id", /Dutch ruling/],
    ["a law without a name", listed({ ...law, name: " " }), "law_sources[0].name", /1 to 120/],
    ["a law with a name like a page", listed({ ...law, name: "x".repeat(121) }), "law_sources[0].name", /1 to 120/],
    ["a law without a reason", listed({ ...law, why: [] }), "law_sources[0].why", /locale en and one with locale nl/],
    [
      "a law with a reason in one language",
      listed({ ...law, why: law.why.slice(0, 1) }),
      "law_sources[0].why",
      /locale en and one with locale nl/,
    ],
    [
      "a law with an empty reason",
      listed({ ...law, why: [law.why[0], { ...law.why[1]!, text: " " }] }),
      "law_sources[0].why[1].text",
      /1 to 300/,
    ],
    [
      "more laws than one fetch takes",
      listed(...Array.from({ length: 51 }, (_, at) => ({ ...law, lawId: `BWBR${String(at).padStart(7, "0")}` }))),
      "law_sources",
      /at most 50/,
    ],
  ])("does not let a list of laws hold %s, and says what belongs there", (_, change, path, problem) => {
    const found = checkProfile(Object.assign(emailReply(), change));
    expect(found.map((one) => ({ ...one, problem: inEnglish(one.problem) }))).toEqual([
      { path, problem: expect.stringMatching(problem) },
    ]);
  });

  it("lets a profile with case law name rulings beside laws, and any profile none", () => {
    const ruling = { ...law, lawId: "ECLI:NL:HR:2016:162", name: "Goed werkgever" };
    expect(checkProfile(Object.assign(emailReply(), { caseLaw: true, ...listed(law, ruling) }))).toEqual([]);
    expect(checkProfile(Object.assign(emailReply(), listed()))).toEqual([]);
  });

  it("finds nothing wrong with the built-in ones", () => {
    for (const profile of builtinProfiles()) expect(checkProfile(profile)).toEqual([]);
  });

  it("knows the bounds that turns apply", () => {
    for (const [name, [least, most]] of Object.entries(budgetBounds)) {
      const held = (value: number) =>
        effectiveBudget(create(WorkflowProfileSchema, { budget: create(TurnBudgetSchema, { [name]: value }) }));
      expect(held(most + 1)).toMatchObject({ [name]: most });
      expect(least === 1 || held(least - 1)[name as "toolSteps"] === least).toBe(true);
    }
  });
});

describe("who made a kind of memo", () => {
  it.each(["Pincite", " PINCITE ", "Ｐincite"])("is not the product for a file of somebody else's: %s", (madeBy) => {
    put(
      "user",
      emailReply((one) => void Object.assign(one, { profileId: "own", madeBy })),
    );
    expect(problems()).toEqual([expect.stringMatching(/^a.txtpb:\d+: made_by: your own name/)]);
  });
});
