import { dayInTheNetherlands } from "#kit/day.ts";
import { letterCustom } from "#kit/letter-custom.ts";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { DraftText, DraftTextProposal } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { daysIn } from "../../grounding/letter-signs.ts";
import type { DecisionInput } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { type FrameLines, framed, linesOf, refuseNoDays } from "./frame.ts";
import { intentOf } from "./skeleton.ts";

/** What stands around a draft, and which of it a person said there. */
type DraftFrame = Pick<DraftText, "frame" | "saidFrameFields">;
type FrameChange = Pick<DraftTextProposal, "frame" | "dropFrameFields">;
type Drawing = readonly (readonly [field: string, lines: readonly string[]])[];

/**
 * The frame of a draft: drawn from the intent, the parties and custom, with what a person said in DRAFT over it. Without sender
 * and addressee there is none: the memo is no letter then. Errors: PROPOSAL_INVALID.
 */
export const draftFrame = (input: DecisionInput, change: FrameChange | undefined, title: string): DraftFrame => {
  if (change) refuseForbidden(input, change);
  const former = input.material.proposals.draft;
  const filled = linesOf(change?.frame);
  const dropped = change?.dropFrameFields ?? [];
  const said = [...new Set([...(former?.saidFrameFields ?? []), ...filled.keys(), ...dropped])].toSorted();
  const before = linesOf(former?.frame);
  const lines = new Map(drawn(input, title).filter(([field, words]) => words.length > 0 && !said.includes(field)));
  for (const field of said) {
    const words = filled.get(field) ?? (dropped.includes(field) ? undefined : before.get(field));
    if (words) lines.set(field, words);
  }
  // What the letter is said to say is said of its own words alone: a field that was drawn otherwise has no source.
  const read = linesOf(intentOf(input).frame);
  const sources = (intentOf(input).frame?.sources ?? []).filter(
    ({ field }) =>
      !said.includes(field) && lines.has(field) && lines.get(field)?.join("\n") === read.get(field)?.join("\n"),
  );
  const isLetter = lines.has("sender") || lines.has("addressee");
  const frame = isLetter ? framed(lines, sources) : undefined;
  return { ...(frame ? { frame } : {}), saidFrameFields: said };
};

const refuseForbidden = ({ actor }: DecisionInput, { frame, dropFrameFields }: FrameChange): void => {
  if ((frame || dropFrameFields.length > 0) && actor.kind === Principal_Kind.MODEL)
    throw invalidProposal("frame", "Only a user may say what stands around the letter: leave the frame out.");
  if (frame && frame.sources.length > 0) throw invalidProposal("frame.sources", "The kernel sets this: leave it out.");
  refuseNoDays(frame);
};

/** What is known and customary, before anybody said anything of it here. */
const drawn = (input: DecisionInput, title: string): Drawing => {
  const intent = intentOf(input);
  const known = linesOf(intent.frame);
  const uwv = intent.audience === "uwv" ? uwvLines(input, intent) : [];
  const [author = ""] = namesOf(intent, PartyRole.AUTHOR);
  const isLetter = known.has("sender") || known.has("addressee") || (uwv.length > 0 && author !== "");
  if (!isLetter) return [];
  const sender = known.get("sender") ?? said(author);
  return [
    ...around(input, title),
    ...uwv,
    ["sender", sender],
    ["signature", sender.slice(0, 1)],
    ...own(intent, known, uwv.length > 0),
  ];
};

/** What a letter has around it whoever writes it. */
const around = (input: DecisionInput, title: string): Drawing => {
  const { salutation, closing } = letterCustom(intentOf(input).locale);
  return [
    ["date", said(dayInTheNetherlands(Date.parse(input.nowIso)))],
    ["subject", said(title)],
    ["salutation", said(salutation)],
    ["closing", said(closing)],
  ];
};

/** What a letter says of whoever wrote it, and what therefore stands above an answer to that writer alone. */
const ofItsWriter = ["addressee", "salutation", "their_reference"];

/**
 * What the intent says, without what is the other side's: their term, and their subject, for which the title stands; and where the
 * memo goes to UWV, what the answered letter says of its writer.
 */
const own = ({ frame }: IntentSeed, known: FrameLines, toUwv: boolean): Drawing => {
  const theirs = fromLetter(frame);
  const left = new Set(toUwv ? ["term", ...ofItsWriter] : ["term"]);
  return [...known].filter(([field]) => field !== "subject" && !(left.has(field) && theirs.has(field)));
};

/** The fields that the answered letter says. */
const fromLetter = (frame: IntentSeed["frame"]): ReadonlySet<string> =>
  new Set((frame?.sources ?? []).map(({ field }) => field));

/** What a memo for UWV tells above its text: who employs, since when somebody is ill, what is asked. */
const uwvLines = (input: DecisionInput, intent: IntentSeed): Drawing => {
  const claims = (input.material.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const textOf = (kind: string): string[] => claims.flatMap((one) => (one.claimKind === kind ? [one.text] : []));
  const days = new Set(textOf("illness-start").flatMap(daysIn));
  return [
    ["addressee", said(namesOf(intent, PartyRole.UWV)[0] ?? "UWV")],
    ["employer", namesOf(intent, PartyRole.OPPONENT).slice(0, 1)],
    // Two days would be a guess.
    ["first_day_ill", days.size === 1 ? [...days] : []],
    ["question", textOf("question").slice(0, 1)],
  ];
};

const namesOf = ({ parties }: IntentSeed, role: PartyRole): string[] =>
  parties.flatMap((party) => (party.role === role ? party.names.slice(0, 1) : []));

const said = (words: string): string[] => (words.trim() === "" ? [] : [words]);
