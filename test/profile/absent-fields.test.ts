import { clone, create, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  FourEyesSchema,
  type WorkflowProfile,
  WorkflowProfileSchema,
} from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { checkProfile } from "../../src/profile/check-profile.ts";
import { leftOut } from "../../src/profile/left-out.ts";
import { shippedProfiles } from "../../src/profile/shipped.ts";

/** A field of a profile as it is written in a file, such as `claim_kinds.slots.kind`, and how to take it out of a profile where it stands. */
interface Absent {
  readonly field: string;
  /** The place of each time it stands there, such as `claim_kinds[0].slots[2].kind`, and what takes it out. */
  places(profile: WorkflowProfile): readonly { readonly path: string; drop(): void }[];
}

/**
 * Fields that may be left out without a word, and what is so then. Whatever else a profile can say is asked for when it is not said, or it is told
 * what is taken in its place.
 */
const saysNothing: Readonly<Record<string, string>> = {
  model_id: "a provider that needs one asks for it",
  default_tone: "no tone is asked for",
  case_law: "rulings are not used",
  budget: "the default of each budget",
  "budget.tool_steps": "its default",
  "budget.requests_per_step": "its default",
  "budget.step_chars": "its default",
  "budget.turn_chars": "its default",
  "budget.provider_timeout_ms": "its default",
  "budget.output_bytes": "its default",
  strictness: "an answer of the wrong form is refused",
  guard_provider: "no guard is asked",
  guard_model_id: "no guard is asked",
  tool_calls_per_minute: "its default",
  remote_lawbot: "the server's own laws",
  "sections.claim_kinds": "a section without claims of its own, as long as each kind has one",
  "claim_kinds.cues": "no words point to this kind",
  "claim_kinds.slots": "a claim that asks for no evidence; an override may not take a slot away",
  "claim_kinds.slots.required": "the slot may stay empty; an override may not say so of one that is asked for",
  "claim_kinds.slots.cues": "no words are searched with",
  "claim_kinds.slots.citations": "no provision is proposed",
  "claim_kinds.slots.speaker_roles": "whoever speaks; an override may not take a role's slot from it",
  "claim_kinds.slots.other_side": "either side",
  "claim_kinds.slots.asks_view": "the slot asks for no view",
  "claim_kinds.standing_claim": "told of a kind that is required; another waits for the person",
  "claim_kinds.standing_for": "for every reader",
  "claim_kinds.asks": "told of a kind that is required",
  "claim_kinds.law_ids": "no law goes with this kind",
  "claim_kinds.required": "the memo may be without it",
  "roles.represents": "the other side's",
  "roles.nouns.article": "the noun stands without one",
  "roles.nouns.plural": "the noun is not used for several",
  "roles.nouns.called": "the noun",
  "roles.nouns.also": "no other word is read as this role",
  "roles.nouns.typed": "no other word is typed for this role",
  "readers.wrote_letter": "this reader did not write the letter",
  "readers.is_letter": "what this reader gets is no letter",
  "readers.addressee": "the party's own name",
  "readers.subject": "the subject of the frame",
  "frame.lines": "no line above the text",
  "frame.lines.claim_kind": "told by its party",
  "frame.lines.day_only": "the whole claim",
  "frame.lines.readers": "for every reader",
  "frame.subject_of_day": "the subject without a day",
  "frame.opening_of_day": "the opening without a day",
  "answers.templates.claim_with_reason": "the claim, with the reason behind it",
  "answers.templates.required": "the claim may be left out",
  "answers.templates.counters": "the claim does not go against the letter",
  "adverse_points.claim_kind": "the point is raised against no kind in particular",
  "demands.due_day_within": "told by its sentence of the day",
  signature_at_finalising: "nobody has to sign",
  four_eyes: "one person may do everything",
  "four_eyes.stages": "a second person only finalises; told where nothing is asked of one",
  "four_eyes.finalising": "whoever wrote the draft may finalise it",
  "four_eyes.people": "anybody else",
};

const holders = (message: Message, desc: DescMessage, path: string, wanted: readonly string[]): [Message, string][] => {
  const [name, ...rest] = wanted;
  if (rest.length === 0) return [[message, path]];
  const field = desc.fields.find((one) => one.name === name) as DescField & { message: DescMessage };
  const value = (message as unknown as Record<string, unknown>)[field.localName] as Message | Message[] | undefined;
  const at = path === "" ? field.name : `${path}.${field.name}`;
  if (value === undefined) return [];
  return Array.isArray(value)
    ? value.flatMap((one, n) => holders(one, field.message, `${at}[${n}]`, rest))
    : holders(value, field.message, at, rest);
};

const fieldsOf = (desc: DescMessage, above: readonly string[] = []): Absent[] =>
  desc.fields.flatMap((field) => {
    const names = [...above, field.name];
    const own: Absent = {
      field: names.join("."),
      places: (profile) =>
        holders(profile, WorkflowProfileSchema, "", names).flatMap(([holder, path]) => {
          const at = holder as unknown as Record<string, unknown>;
          const value = at[field.localName];
          const isThere = Array.isArray(value) ? value.length > 0 : Boolean(value);
          const nothing =
            field.fieldKind === "list" ? [] : field.message ? undefined : typeof value === "string" ? "" : 0;
          const drop = () => Object.assign(holder, { [field.localName]: typeof value === "boolean" ? false : nothing });
          return isThere ? [{ path: path === "" ? field.name : `${path}.${field.name}`, drop }] : [];
        }),
    };
    return [own, ...(field.message ? fieldsOf(field.message, names) : [])];
  });

/** What is said of the place of a field, of the whole that it is part of, or of its parts. */
const saidOf = (profile: WorkflowProfile, path: string): string[] =>
  [...checkProfile(profile), ...leftOut(profile)]
    .map((one) => one.path)
    .filter((told) => path === told || isIn(path, told) || isIn(told, path));

const isIn = (path: string, whole: string): boolean => path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`);

/** The kinds that come along, and one in which two people are asked for: none of these is. */
const shipped = shippedProfiles();
const fourEyes = create(FourEyesSchema, {
  stages: [OrchestratorState.DRAFT],
  finalising: true,
  people: [{ issuer: "https://login.example", subject: "mila" }],
});
shipped.push(...shipped.slice(0, 1).map((one) => create(WorkflowProfileSchema, { ...one, fourEyes })));

const fields = fieldsOf(WorkflowProfileSchema);

/** In how many of the profiles that come along a field stands, and in which of them nothing is told where it is first taken out. */
const absences = ({ places }: Absent): { readonly tried: number; readonly untold: readonly string[] } => {
  let tried = 0;
  const untold: string[] = [];
  for (const base of shipped)
    if (places(base).length > 0) {
      const profile = clone(WorkflowProfileSchema, base);
      const place = places(profile)[0];
      place?.drop();
      tried++;
      const before = saidOf(base, place?.path ?? "");
      if (saidOf(profile, place?.path ?? "").every((told) => before.includes(told)))
        untold.push(`${base.profileId}: ${place?.path}`);
    }
  return { tried, untold };
};

describe("a profile from which one field is taken", () => {
  it.each(fields.map((one) => [one.field, one] as const))(
    "tells that %s is absent, or a table says what is so then",
    (field, one) => {
      const { tried, untold } = absences(one);
      if (Object.hasOwn(saysNothing, field))
        expect(tried === 0 || untold.length > 0, "it is told: its row goes").toBe(true);
      else expect([tried > 0, untold]).toEqual([true, []]);
    },
  );
});
