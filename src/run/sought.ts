import { withoutNegations } from "#kit/denial.ts";
import type { EvidenceSlot } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { Party } from "../../gen/pincite/memo/v1/party_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { AssertionAnswer, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import { firstAct, saysAuthorActs, tellsAddresseeSaid } from "../grounding/letter-signs.ts";
import { isAsked, isOfOtherSide } from "../grounding/speaker.ts";
import type { PlacedSlot } from "./build/needs.ts";
import type { DecisionInput } from "./kernel.ts";
import { daysIn } from "./looks/source.ts";
import { asksForView } from "./looks/template.ts";

export { type PlacedSlot, placedSlots } from "./build/needs.ts";

/** What sentences are sought by for one slot, as the Vault takes it. */
export interface SoughtSentence {
  readonly text: string;
  readonly days: string[];
  readonly speakers: string[];
  readonly answeredDocUid: string;
  readonly ofAnsweredLetter: boolean;
  readonly authors: string[];
  readonly ofAuthor: boolean;
  readonly ofRequest: boolean;
  /** Whether the text is what a person searches for. */
  readonly asSearch: boolean;
  /** The one document whose sentences are wanted; empty: all. */
  readonly docUid: string;
}

/** As the contract of the Vault has them. */
const [textMax, daysMax, speakersMax] = [1_000, 20, 50];

/**
 * The question of a search for a slot: the words of its claim, or those given in their place; the days they name; whoever must speak, or is
 * named there; the letter that is answered, and whether the slot asks what that says.
 */
export const soughtFor = (
  { slot, claim }: PlacedSlot,
  { material, snapshot }: Pick<DecisionInput, "material" | "snapshot">,
  { words = "", evidenceId = "" }: { readonly words?: string; readonly evidenceId?: string } = {},
): SoughtSentence => {
  // An act that was not done is shown by a search; every other slot of such a claim asks for what should have been done.
  const isOfAbsence = [...claim.required, ...claim.optional].some(({ kind }) => kind === SlotKind.ABSENCE);
  const claimed = isOfAbsence ? withoutNegations(claim.claimText).replace(/\s+/gu, " ").trim() : claim.claimText;
  const text = (words || claimed || claim.claimText).slice(0, textMax);
  const parties = material.intent?.parties ?? [];
  const authors = parties.filter(({ role }) => role === PartyRole.AUTHOR);
  const { by, isAsking } = firstAct(text);
  const isTheirs = tellsAddresseeSaid(text);
  const asked = parties.filter(
    (party) => isAsked(party, slot.speakerRoles) || isNamed(party, text) || (isTheirs && isOfOtherSide(party)),
  );
  const answeredDocUid = snapshot.answeredEvidenceId.replace(/^vault:/u, "");
  const days = daysIn(text).flatMap(({ value }) => (/^\d{4}-\d\d-\d\d$/u.test(value) ? [value] : []));
  return {
    text,
    docUid: evidenceId.replace(/^vault:/u, ""),
    days: [...new Set(days)].slice(0, daysMax),
    // The writer of "I mailed her" is the one to be quoted, whatever the slot asks for.
    speakers: namesOf(by === "author" ? authors : asked),
    answeredDocUid,
    authors: namesOf(authors),
    ofAuthor: saysAuthorActs(text),
    ofRequest: isAsking,
    asSearch: words !== "",
    ofAnsweredLetter: words === "" && answeredDocUid !== "" && asksForView(slot, material.profile),
  };
};

/** Whether sentences of papers may serve a slot: words, or the place where they stand. */
export const takesSentences = ({ kind, source }: EvidenceSlot): boolean =>
  (kind === SlotKind.QUOTE || kind === SlotKind.LOCATION) && source !== "law";

/** The words of the answered letter that a slot asks for, where its claim answers a part of it; undefined: it answers none. */
export const statedSpan = (
  { slot, claim }: PlacedSlot,
  { material }: Pick<DecisionInput, "material">,
): SpanRef | undefined => {
  if (!asksForView(slot, material.profile)) return undefined;
  const claims = (material.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const answers = claims.find(({ claimId }) => claimId === claim.claimId)?.answers ?? [];
  const parts = material.letterReading?.assertions ?? [];
  return parts.find(({ partId }) => answers.some(({ assertionId }) => assertionId === partId))?.span;
};

const namesOf = (parties: readonly Party[]): string[] =>
  parties.flatMap(({ names, addresses }) => [...names, ...addresses]).slice(0, speakersMax);

/** Whether a text calls somebody by the first or the last word of one of her names. */
const isNamed = ({ names }: Party, text: string): boolean => {
  const words = new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
  return names.some((name) => {
    const own = name.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
    return [own[0], own.at(-1)].some((word) => word !== undefined && words.has(word));
  });
};

const agreed: ReadonlySet<AssertionAnswer> = new Set([AssertionAnswer.RIGHT, AssertionAnswer.DONE]);

/** The words of the answered letter that the outline denies, concedes in part or answers in other words: none of them shows what a claim says. */
export const deniedSpans = ({ material }: Pick<DecisionInput, "material">): SpanRef[] => {
  const claims = (material.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const denied = new Set(
    claims.flatMap(({ answers }) =>
      answers.flatMap(({ assertionId, answer, why }) =>
        answer === AssertionAnswer.WRONG || answer === AssertionAnswer.REPLIED || (agreed.has(answer) && why !== "")
          ? [assertionId]
          : [],
      ),
    ),
  );
  return (material.letterReading?.assertions ?? []).flatMap(({ partId, span }) =>
    span && denied.has(partId) ? [span] : [],
  );
};
