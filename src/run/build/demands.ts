import { create } from "@bufbuild/protobuf";
import { isDay } from "#kit/day.ts";
import type { Sha256 } from "#kit/digest.ts";
import { textIn } from "#kit/localised.ts";
import { writtenDay } from "#kit/months.ts";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type Demand,
  DemandSchema,
  type IntentSeed,
  type IntentSeedProposal,
} from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { ClaimAct, type WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { isSentence } from "../../grounding/letter-mood.ts";
import { asks, daysIn } from "../../grounding/letter-signs.ts";
import { sentencePlaces } from "../../span/sentences.ts";
import { contentFingerprint } from "../fingerprint.ts";
import type { DecisionInput } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { asSentence } from "./answer-claims.ts";
import { oneLine } from "./letter-words.ts";

/** At most so many demands, and so many lines that must not be said, stand in one intent. */
const wishesMax = 20;

/** What a person wants and what must not be said: those there are, without what is dropped, and those put forward behind them. */
export const wishesOf = (
  input: DecisionInput,
  proposal: IntentSeedProposal,
  former: IntentSeed | undefined,
): Pick<IntentSeed, "demands" | "unsaid"> => {
  refuseDrops(input, proposal, former);
  const dropped = new Set(proposal.dropDemands.map(oneLine));
  const kept = (former?.demands ?? []).filter(({ text }) => !dropped.has(text));
  const demands = new Map(kept.map((one) => [partsOf(one).join("\n"), one]));
  for (const [at, one] of proposal.demands.entries()) {
    const demand = cleaned(one, `demands[${at}]`, input.material.profile);
    demands.set(partsOf(demand).join("\n"), demand);
  }
  const said = new Set(proposal.dropUnsaid.map(oneLine));
  const unsaid = [
    ...new Set([...(former?.unsaid ?? []).filter((line) => !said.has(line)), ...proposal.unsaid.map(oneLine)]),
  ];
  for (const [path, { length }] of [
    ["demands", [...demands]],
    ["unsaid", unsaid],
  ] as const)
    if (length > wishesMax) throw invalidProposal(path, "wants.so-many-are-too-many-for-one-memo", { wishesMax });
  return { demands: [...demands.values()], unsaid };
};

const refuseDrops = (
  { actor }: DecisionInput,
  { dropDemands, dropUnsaid }: IntentSeedProposal,
  former: IntentSeed | undefined,
): void => {
  const isModels = actor.kind === Principal_Kind.MODEL;
  if (isModels && dropDemands.length + dropUnsaid.length > 0)
    throw invalidProposal("drop_demands", "wants.only-a-user-may-take-back-what-is-wanted");
  const demands = new Set((former?.demands ?? []).map(({ text }) => text));
  if (dropDemands.some((text) => !demands.has(oneLine(text))))
    throw invalidProposal("drop_demands", "wants.the-intent-has-no-such-words-take-them-as-they-stand");
  if (dropUnsaid.some((line) => !former?.unsaid.includes(oneLine(line))))
    throw invalidProposal("drop_unsaid", "wants.the-intent-has-no-such-words-take-them-as-they-stand");
};

const cleaned = ({ text, sum, dueDate, claimKind }: Demand, path: string, { claimKinds }: WorkflowProfile): Demand => {
  if (dueDate !== "" && !isDay(dueDate))
    throw invalidProposal(`${path}.due_date`, "error.is-no-day-of-the-calendar-write-it-as-2025-12", { day: dueDate });
  if (claimKind !== "" && !claimKinds.some(({ name }) => name === claimKind))
    throw invalidProposal(`${path}.claim_kind`, "error.the-profile-has-no-claim-kind-it-has", {
      kind: claimKind,
      kinds: claimKinds.map(({ name }) => name).join(", "),
    });
  return create(DemandSchema, { text: oneLine(text), sum: oneLine(sum), dueDate, claimKind });
};

/** What a demand says, for fingerprints. */
export const partsOf = ({ text, sum, dueDate, claimKind }: Demand): string[] => [text, sum, dueDate, claimKind];

/** By what the claim of a demand knows it, 64 hex. */
export const demandDigest = (demand: Demand, sha256: Sha256): string => contentFingerprint(sha256, partsOf(demand));

/** The kind of a demand's claim: its own, else the first whose claims ask. Empty: the profile asks nothing. */
export const demandKind = ({ claimKind }: Demand, { claimKinds }: WorkflowProfile): string =>
  claimKind || (claimKinds.find(({ act }) => act === ClaimAct.ASKS)?.name ?? "");

/**
 * The claim that puts a demand: its words as they are, where they ask for nothing by themselves and are no sentence
 * (`Ik wil worden gehoord`) behind the words by which its kind announces a topic, and behind them what they do not name of its sum and its last day.
 */
export const demandClaim = (demand: Demand, locale: string, profile: WorkflowProfile): string => {
  const tongue = locale === "nl" ? "nl" : "en";
  const { text, sum, dueDate } = demand;
  const { demands: words, claimKinds } = profile;
  const kind = claimKinds.find(({ name }) => name === demandKind(demand, profile));
  const announced = asks(text, tongue) || isSentence(text) ? "" : textIn(kind?.announcement ?? [], tongue);
  const topic = text.replace(/[.\s]+$/u, "");
  const said = announced.includes("{topic}") ? announced.replace("{topic}", () => topic) : asSentence(text);
  const isNamed = sum === "" || text.includes(sum);
  const isDated = dueDate === "" || daysIn(text).includes(dueDate);
  const day = isDated ? "" : writtenDay(dueDate, tongue);
  const whole = day === "" ? undefined : dayWithin(said, day, textIn(words?.dueDayWithin ?? [], tongue));
  const behind = [
    isNamed ? "" : (textIn(words?.sum ?? [], tongue) || "{sum}.").replace("{sum}", () => sum),
    day === "" || whole ? "" : (textIn(words?.dueDay ?? [], tongue) || "{day}.").replace("{day}", () => day),
  ];
  return [whole ?? said, ...behind.filter((one) => one !== "")].join(" ");
};

/** A demand of one sentence with its last day inside; undefined where it has more of them, or nobody said how. */
const dayWithin = (demand: string, day: string, form: string): string | undefined => {
  const mark = /[.!?]+$/u.exec(demand)?.[0] ?? "";
  if (form === "" || sentencePlaces(demand).length !== 1) return undefined;
  const words = demand.slice(0, demand.length - mark.length);
  return `${form.replace(/\{(demand|day)\}/gu, (_, name) => (name === "day" ? day : words))}${mark}`;
};
