import { create } from "@bufbuild/protobuf";
import type { Sha256 } from "#kit/digest.ts";
import type { EvidenceRef, SearchEvidence } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftSentence } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { EvidenceSlot } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { IntentSeed } from "../../gen/pincite/memo/v1/intent_pb.ts";
import type { ClaimAnswer, MemoFrame } from "../../gen/pincite/memo/v1/letter_pb.ts";
import type { Binding } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import type { MessageSkeleton, SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { Look, Mark } from "../../gen/pincite/run/v1/look_pb.ts";
import {
  type FingerprintInput,
  ItemKind,
  type ItemState,
  ItemStateSchema,
  SlotKind,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { Place } from "../../gen/pincite/span/v1/span_pb.ts";
import { demandDigest } from "./build/demands.ts";
import { frameParts } from "./build/frame.ts";
import { contentOf } from "./build/parties.ts";
import { contentInput, itemFingerprint, itemInput } from "./fingerprint.ts";
import { keptWith } from "./kept.ts";

/**
 * Items of each stage with their fingerprints. The field `inputs` holds exactly what the item's confirmation rests
 * on: change one of them and the person is asked again, change anything else and the confirmation is carried over.
 * An item is built once and kept with the message it is of: one that did not change keeps its fingerprint.
 */

/** What a person is shown beside an item. */
export interface Seen {
  readonly looks?: readonly Look[];
  readonly marks?: readonly Mark[];
  /** Digests of the words that must stand beside it when it is confirmed, ascending. */
  readonly compared?: readonly string[];
}

const item = (
  sha256: Sha256,
  kind: ItemKind,
  itemId: string,
  required: boolean,
  inputs: FingerprintInput[],
  slotId = "",
): ItemState =>
  create(ItemStateSchema, {
    itemId,
    kind,
    required,
    inputs,
    fingerprint: itemFingerprint(sha256, kind, inputs),
    slotId,
  });

/** The intent rests on everything it says. */
export const intentItem = keptWith(
  (intent: IntentSeed, sha256: Sha256): ItemState =>
    item(sha256, ItemKind.INTENT, "intent", true, [
      contentInput(sha256, "goal", intent.goal),
      contentInput(sha256, "tone", intent.tone),
      contentInput(sha256, "sections", ...intent.sections),
      contentInput(sha256, "audience", intent.audience),
      contentInput(sha256, "locale", intent.locale),
      contentInput(sha256, "reference_date", intent.referenceDate),
      // Intents of rules 1 have none, and what was confirmed of them holds.
      ...(intent.parties.length > 0 ? [contentInput(sha256, "parties", ...intent.parties.flatMap(contentOf))] : []),
      // A reading holds content only, so its digest says what it says.
      ...(intent.letterReading ? [contentInput(sha256, "letter_reading", intent.letterReading.digest)] : []),
      ...(intent.frame ? [contentInput(sha256, "frame", ...frameParts(intent.frame))] : []),
      ...(intent.demands.length > 0
        ? [contentInput(sha256, "demands", ...intent.demands.map((one) => demandDigest(one, sha256)))]
        : []),
      ...(intent.unsaid.length > 0 ? [contentInput(sha256, "unsaid", ...intent.unsaid)] : []),
    ]),
);

/** One part of what the intent says, for items that rest on that part alone. */
const intentPart = (sha256: Sha256, intent: IntentSeed, name: string): FingerprintInput => {
  const part = intentItem(intent, sha256).inputs.find((input) => input.name === name);
  if (!part) throw new Error(`an intent has no ${name}`);
  return part;
};

/** A claim rests on the goal, its heading and its own words; not on tone or audience, which only colour the draft. */
const claimItem = keptWith(
  (claim: SkeletonClaim, sha256: Sha256, goal: FingerprintInput, title: string): ItemState =>
    item(sha256, ItemKind.CLAIM, claim.claimId, true, [
      goal,
      contentInput(sha256, "section", title),
      contentInput(sha256, "text", claim.text),
      contentInput(sha256, "claim_kind", claim.claimKind),
      contentInput(sha256, "required", String(claim.required)),
      ...(claim.answers.length > 0 ? [contentInput(sha256, "answers", ...claim.answers.flatMap(answerParts))] : []),
      ...(claim.lawDate === "" ? [] : [contentInput(sha256, "law_date", claim.lawDate)]),
    ]),
);

/** An assertion is its words: its id says nothing of it. */
const answerParts = ({ answer, why, excerptSha256 }: ClaimAnswer): string[] => [excerptSha256, String(answer), why];

/** All claims of a skeleton as items, in order. */
export const claimItems = (sha256: Sha256, intent: IntentSeed, skeleton: MessageSkeleton): ItemState[] => {
  const goal = intentPart(sha256, intent, "goal");
  return skeleton.sections.flatMap((section) =>
    section.claims.map((claim) => claimItem(claim, sha256, goal, section.title)),
  );
};

/** A slot rests on its claim and what it asks for; a slot for law also on the day by which the law is read, the claim's own or the run's. */
export const slotItem = keptWith(
  (
    slot: EvidenceSlot,
    sha256: Sha256,
    claimFingerprint: string,
    required: boolean,
    intent: IntentSeed,
    lawDate: string,
  ): ItemState => {
    const inputs = [
      itemInput("claim", claimFingerprint),
      contentInput(sha256, "description", slot.description),
      ...(slot.speakerRoles.length > 0 ? [contentInput(sha256, "speakers", ...slot.speakerRoles.map(String))] : []),
      contentInput(sha256, "kind", String(slot.kind), slot.source),
      contentInput(sha256, "required", String(required)),
    ];
    if (slot.source === "law")
      inputs.push(
        lawDate === "" ? intentPart(sha256, intent, "reference_date") : contentInput(sha256, "law_date", lawDate),
      );
    return item(sha256, ItemKind.SLOT, slot.slotId, required, inputs, slot.slotId);
  },
);

/** A binding rests on its slot and on the evidence's content, not on how or when it was found. */
export const bindingItem = keptWith(
  (binding: Binding, sha256: Sha256, slot: ItemState): ItemState =>
    item(
      sha256,
      ItemKind.BINDING,
      binding.bindingId,
      slot.required,
      [
        itemInput("slot", slot.fingerprint),
        contentInput(sha256, "evidence", ...evidenceParts(binding.evidence)),
        ...(binding.lawDate === "" ? [] : [contentInput(sha256, "law_date", binding.lawDate)]),
      ],
      binding.slotId,
    ),
);

/** The item with what is seen beside it. A look that comes or changes, or other words to compare, ask it again, also a confirmed one. */
export const withSeen = (
  made: ItemState,
  sha256: Sha256,
  { looks = [], marks = [], compared = [] }: Seen,
): ItemState => {
  const base = compared.length > 0 ? withCompared(made, sha256, compared.join(" ")) : made;
  if (looks.length === 0)
    return marks.length === 0 ? base : create(ItemStateSchema, { ...base, looks: [], marks: [...marks] });
  const inputs = [...base.inputs, contentInput(sha256, "looks", ...looks.map((look) => look.fingerprint))];
  const fingerprint = itemFingerprint(sha256, base.kind, inputs);
  return create(ItemStateSchema, { ...base, inputs, fingerprint, looks: [...looks], marks: [...marks] });
};

/** The digests as one string: what is kept with an item is compared by ===. */
const withCompared = keptWith((made: ItemState, sha256: Sha256, joined: string): ItemState => {
  const compareDigests = joined.split(" ");
  const inputs = [...made.inputs, contentInput(sha256, "compared", ...compareDigests)];
  return create(ItemStateSchema, {
    ...made,
    inputs,
    fingerprint: itemFingerprint(sha256, made.kind, inputs),
    compareDigests,
  });
});

/** What an evidence reference is, for fingerprints and ids made of content. */
export const evidenceParts = (evidence: EvidenceRef | undefined): string[] => {
  const ref = evidence?.evidence;
  switch (ref?.case) {
    case "document":
      return [
        "document",
        ref.value.evidenceId,
        ref.value.sourceDigest,
        ref.value.location,
        ...offsets(ref.value.place),
      ];
    case "law":
      return ["law", ref.value.evidenceId, ref.value.sourceDigest, ref.value.unitPath];
    case "search":
      return ["search", ref.value.output?.digest ?? "", ref.value.scope, ...dismissed(ref.value)];
    case "statement":
      return ["statement", ref.value.text];
    default:
      return ["none"];
  }
};

/** Bindings of rules 1 have none, and what was confirmed of them holds. */
const offsets = (place: Place | undefined): string[] => (place ? [String(place.startChar), String(place.endChar)] : []);

const dismissed = ({ dismissals }: SearchEvidence): string[] =>
  dismissals.flatMap(({ evidenceId, reasonDigest }) => [evidenceId, reasonDigest]);

/** A ledger entry rests on its binding and on the characters (or the address) it cites. */
export const entryItem = keptWith(
  (entry: LedgerEntry, sha256: Sha256, binding: ItemState): ItemState =>
    item(
      sha256,
      ItemKind.LEDGER_ENTRY,
      entry.entryId,
      binding.required,
      [
        itemInput("binding", binding.fingerprint),
        contentInput(sha256, "span", ...entryParts(entry)),
        ...(entry.adverseClaimIds.length > 0 ? [contentInput(sha256, "adverse", ...entry.adverseClaimIds)] : []),
      ],
      entry.slotId,
    ),
);

/** What a ledger entry cites. */
export const entryParts = (entry: LedgerEntry): string[] =>
  entry.slotKind === SlotKind.QUOTE && entry.span
    ? [entry.span.sourceDigest, String(entry.span.startChar), String(entry.span.endChar), entry.span.excerptSha256]
    : ["address", entry.address];

/** A sentence rests on its words, its claim, what it cites, and on tone, audience and language. */
export const sentenceItem = keptWith(
  (
    sentence: DraftSentence,
    sha256: Sha256,
    intent: IntentSeed,
    title: string,
    claimFingerprint: string,
    ...entryFingerprints: readonly string[]
  ): ItemState =>
    item(sha256, ItemKind.SENTENCE, sentence.sentenceId, true, [
      ...["tone", "audience", "locale"].map((name) => intentPart(sha256, intent, name)),
      contentInput(sha256, "section", title),
      itemInput("claim", claimFingerprint),
      ...entryFingerprints.map((fingerprint) => itemInput("entry", fingerprint)),
      contentInput(sha256, "text", sentence.text, String(sentence.kind)),
    ]),
);

/** The id of the item that the frame of a draft is. */
export const frameId = "frame";

/** The frame rests on its words. */
export const frameItem = keptWith(
  (frame: MemoFrame, sha256: Sha256): ItemState =>
    item(sha256, ItemKind.FRAME, frameId, true, [contentInput(sha256, "frame", ...frameParts(frame))]),
);
