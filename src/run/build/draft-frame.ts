import { dayInTheNetherlands } from "#kit/day.ts";
import { letterCustom } from "#kit/letter-custom.ts";
import { textIn } from "#kit/localised.ts";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { DraftText, DraftTextProposal } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { type Reader, ReaderKind } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { daysIn } from "../../grounding/letter-signs.ts";
import { readerNamed } from "../../grounding/parties.ts";
import { placeOfAddress } from "../../letter/address-blocks.ts";
import { letterForms } from "../../letter/forms.ts";
import { greetingOf } from "../../letter/greeting.ts";
import type { DecisionInput } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { type FrameLines, framed, linesOf, refuseNoDays } from "./frame.ts";
import { namedInLetter } from "./frame-names.ts";
import { intentOf } from "./skeleton.ts";

/** The frame of a draft, and which of its fields a person said. */
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
  const { locale } = intentOf(input);
  const custom = letterCustom(locale);
  const { words: greeting, isByName } = greetingOf(
    said.includes("salutation") ? [] : (lines.get("addressee") ?? []),
    locale,
  );
  if (greeting !== "" && lines.get("salutation")?.[0] === custom.salutation) {
    lines.set("salutation", [greeting]);
    if (isByName && !said.includes("closing") && lines.get("closing")?.[0] === custom.closing)
      lines.set("closing", [custom.closingToNamed]);
  }
  // What the letter is said to say is said of its own words alone: a field that was drawn otherwise has no source.
  const read = linesOf(intentOf(input).frame);
  const sources = (intentOf(input).frame?.sources ?? []).filter(
    ({ field }) =>
      !said.includes(field) && lines.has(field) && lines.get(field)?.join("\n") === read.get(field)?.join("\n"),
  );
  // What a person wrote, here or with the intent: custom and the program's own titles name nobody.
  const isWritten = (field: string) =>
    said.includes(field) || (read.has(field) && sources.every((one) => one.field !== field));
  const written = new Map([...lines].filter(([field]) => isWritten(field)));
  const isLetter = lines.has("sender") || lines.has("addressee");
  const frame = isLetter ? framed(lines, sources, namedInLetter(input, written)) : undefined;
  return { ...(frame ? { frame } : {}), saidFrameFields: said };
};

const refuseForbidden = ({ actor }: DecisionInput, { frame, dropFrameFields }: FrameChange): void => {
  if ((frame || dropFrameFields.length > 0) && actor.kind === Principal_Kind.MODEL)
    throw invalidProposal("frame", "letter.only-a-user-may-say-what-stands-around-the");
  for (const field of ["sources", "named"] as const)
    if (frame && frame[field].length > 0)
      throw invalidProposal(`frame.${field}`, "letter.the-kernel-sets-this-leave-it-out");
  refuseNoDays(frame);
};

/** The frame by what is known and customary, before a person said anything of it here. */
const drawn = (input: DecisionInput, title: string): Drawing => {
  const intent = intentOf(input);
  const reader = readerNamed(intent.audience, input.material.profile);
  const known = knownOf(intent, reader);
  const [author = ""] = namesOf(intent, PartyRole.AUTHOR);
  const isLetter = known.has("sender") || known.has("addressee") || (reader?.isLetter === true && author !== "");
  if (!isLetter) return [];
  const sender = known.get("sender") ?? said(author);
  return [
    ...around(input, title),
    ...(reader?.isLetter ? [addressed(intent, reader)] : []),
    ...ownLines(input, intent),
    ["place", letterCustom(intent.locale).namesPlace ? said(placeOfAddress(sender)) : []],
    ["sender", sender],
    ["signature", sender.slice(0, 1)],
    ...own(intent, known, reader?.isLetter === true && !reader.wroteLetter),
  ];
};

/** What the intent says of the frame. A file of one's own that is no letter goes to nobody: what the answered letter says is left out. */
const knownOf = ({ frame }: IntentSeed, reader: Reader | undefined): FrameLines => {
  const known = linesOf(frame);
  if (reader?.kind !== ReaderKind.OWN_FILE || reader.isLetter) return known;
  const read = fromLetter(frame);
  return new Map([...known].filter(([field]) => !read.has(field)));
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
const ofItsWriter = ["addressee", "salutation", "their_reference", "own_reference"];

/**
 * What the intent says, without what is the other side's: their term, and their subject, for which the title stands; and where the
 * memo goes to another than the writer of the answered letter, what that letter says of its writer.
 */
const own = ({ frame }: IntentSeed, known: FrameLines, toAnother: boolean): Drawing => {
  const theirs = fromLetter(frame);
  const left = new Set(toAnother ? ["term", "subject", ...ofItsWriter] : ["term", "subject"]);
  return [...known].filter(([field]) => !(left.has(field) && theirs.has(field)));
};

/** The fields that the answered letter says. */
const fromLetter = (frame: IntentSeed["frame"]): ReadonlySet<string> =>
  new Set((frame?.sources ?? []).map(({ field }) => field));

/** To whom the letter goes: the party that the reader is, else whom the profile names. */
const addressed = (intent: IntentSeed, { kind, addressee }: Reader): Drawing[number] => {
  const role = rolesOfReaders[kind];
  const [name] = role === undefined ? [] : namesOf(intent, role);
  return ["addressee", said(name ?? textIn(addressee, intent.locale))];
};

const rolesOfReaders: Readonly<Partial<Record<ReaderKind, PartyRole>>> = {
  [ReaderKind.OPPONENT]: PartyRole.OPPONENT,
  [ReaderKind.AGENCY]: PartyRole.UWV,
  [ReaderKind.COURT]: PartyRole.COURT,
};

/** The lines above the text that this kind of memo has for this reader. */
const ownLines = ({ material: { profile, skeleton } }: DecisionInput, intent: IntentSeed): Drawing => {
  const claims = (skeleton?.sections ?? []).flatMap((section) => section.claims);
  return (profile.frame?.lines ?? [])
    .filter(({ readers }) => readers.length === 0 || readers.includes(intent.audience))
    .map(({ field, party, claimKind, dayOnly }) => {
      if (party !== PartyRole.UNSPECIFIED) return [field, organisationsOf(intent, party).slice(0, 1)];
      const texts = claims.flatMap((one) => (one.claimKind === claimKind ? [one.text] : []));
      if (!dayOnly) return [field, texts.slice(0, 1)];
      // Two days would be a guess.
      const days = new Set(texts.flatMap(daysIn));
      return [field, days.size === 1 ? [...days] : []];
    });
};

const namesOf = ({ parties }: IntentSeed, role: PartyRole): string[] =>
  parties.flatMap((party) => (party.role === role ? party.names.slice(0, 1) : []));

/** The same, an organisation before whoever signs for it: a line above the text says for whom somebody works, not who wrote. */
const organisationsOf = ({ parties }: IntentSeed, role: PartyRole): string[] =>
  parties.flatMap(({ role: own, names }) =>
    own === role ? (names.find((name) => letterForms.organisation.test(name)) ?? names.slice(0, 1)) : [],
  );

const said = (words: string): string[] => (words.trim() === "" ? [] : [words]);
