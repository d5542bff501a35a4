import { create } from "@bufbuild/protobuf";
import type { EvidenceRef } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftSentence } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { EvidenceSlot } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { IntentSeed } from "../../gen/pincite/memo/v1/intent_pb.ts";
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
import { contentOf } from "./build/parties.ts";
import { contentInput, itemFingerprint, itemInput } from "./fingerprint.ts";
import type { Sha256 } from "./kernel.ts";

/**
 * Items of each stage with their fingerprints. What stands in `inputs` is exactly what the item's confirmation rests
 * on: change one of them and the person is asked again, change anything else and the confirmation is carried over.
 */

/** What a person is shown beside an item. */
export interface Seen {
  readonly looks?: readonly Look[];
  readonly marks?: readonly Mark[];
}

const item = (
  sha256: Sha256,
  kind: ItemKind,
  itemId: string,
  required: boolean,
  inputs: FingerprintInput[],
  slotId = "",
  { looks = [], marks = [] }: Seen = {},
): ItemState =>
  create(ItemStateSchema, {
    looks: [...looks],
    marks: [...marks],
    itemId,
    kind,
    required,
    inputs,
    fingerprint: itemFingerprint(sha256, kind, inputs),
    slotId,
  });

/** The intent rests on everything it says. */
export const intentItem = (sha256: Sha256, intent: IntentSeed): ItemState =>
  item(sha256, ItemKind.INTENT, "intent", true, [
    contentInput(sha256, "goal", intent.goal),
    contentInput(sha256, "tone", intent.tone),
    contentInput(sha256, "sections", ...intent.sections),
    contentInput(sha256, "audience", intent.audience),
    contentInput(sha256, "locale", intent.locale),
    contentInput(sha256, "reference_date", intent.referenceDate),
    // Intents of rules 1 have none, and what was confirmed of them holds.
    ...(intent.parties.length > 0 ? [contentInput(sha256, "parties", ...intent.parties.flatMap(contentOf))] : []),
  ]);

/** A claim rests on the goal, its heading and its own words; not on tone or audience, which only colour the draft. */
export const claimItem = (sha256: Sha256, intent: IntentSeed, title: string, claim: SkeletonClaim): ItemState =>
  item(sha256, ItemKind.CLAIM, claim.claimId, true, [
    contentInput(sha256, "goal", intent.goal),
    contentInput(sha256, "section", title),
    contentInput(sha256, "text", claim.text),
    contentInput(sha256, "claim_kind", claim.claimKind),
    contentInput(sha256, "required", String(claim.required)),
  ]);

/** All claims of a skeleton as items, in order. */
export const claimItems = (sha256: Sha256, intent: IntentSeed, skeleton: MessageSkeleton): ItemState[] =>
  skeleton.sections.flatMap((section) =>
    section.claims.map((claim) => claimItem(sha256, intent, section.title, claim)),
  );

/** A slot rests on its claim and what it asks for; a slot for law also on the date the law is read. */
export const slotItem = (
  sha256: Sha256,
  claimFingerprint: string,
  slot: EvidenceSlot,
  required: boolean,
  referenceDate: string,
): ItemState => {
  const inputs = [
    itemInput("claim", claimFingerprint),
    contentInput(sha256, "description", slot.description),
    ...(slot.speakerRoles.length > 0 ? [contentInput(sha256, "speakers", ...slot.speakerRoles.map(String))] : []),
    contentInput(sha256, "kind", String(slot.kind), slot.source),
    contentInput(sha256, "required", String(required)),
  ];
  if (slot.source === "law") inputs.push(contentInput(sha256, "reference_date", referenceDate));
  return item(sha256, ItemKind.SLOT, slot.slotId, required, inputs, slot.slotId);
};

/** A binding rests on its slot and on the evidence's content, not on how or when it was found. */
export const bindingItem = (
  sha256: Sha256,
  slot: ItemState,
  binding: Binding,
  looks: readonly Look[] = [],
): ItemState =>
  item(
    sha256,
    ItemKind.BINDING,
    binding.bindingId,
    slot.required,
    [
      itemInput("slot", slot.fingerprint),
      contentInput(sha256, "evidence", ...evidenceParts(binding.evidence)),
      ...looksInput(sha256, looks),
    ],
    binding.slotId,
    { looks },
  );

/** A look that comes or changes asks its item again, also a confirmed one. */
const looksInput = (sha256: Sha256, looks: readonly Look[]): FingerprintInput[] =>
  looks.length === 0 ? [] : [contentInput(sha256, "looks", ...looks.map((look) => look.fingerprint))];

/** What an evidence reference is, for fingerprints and ids made of content. */
export const evidenceParts = (evidence: EvidenceRef | undefined): string[] => {
  const ref = evidence?.evidence;
  switch (ref?.case) {
    case "document":
      return ["document", ref.value.evidenceId, ref.value.sourceDigest, ref.value.location];
    case "law":
      return ["law", ref.value.evidenceId, ref.value.sourceDigest, ref.value.unitPath];
    case "search":
      return ["search", ref.value.output?.digest ?? "", ref.value.scope];
    case "statement":
      return ["statement", ref.value.text];
    default:
      return ["none"];
  }
};

/** A ledger entry rests on its binding and on the characters (or the address) it cites. */
export const entryItem = (
  sha256: Sha256,
  binding: ItemState,
  entry: LedgerEntry,
  looks: readonly Look[] = [],
): ItemState =>
  item(
    sha256,
    ItemKind.LEDGER_ENTRY,
    entry.entryId,
    binding.required,
    [
      itemInput("binding", binding.fingerprint),
      contentInput(sha256, "span", ...entryParts(entry)),
      ...(entry.adverseClaimIds.length > 0 ? [contentInput(sha256, "adverse", ...entry.adverseClaimIds)] : []),
      ...looksInput(sha256, looks),
    ],
    entry.slotId,
    { looks },
  );

/** What a ledger entry cites. */
export const entryParts = (entry: LedgerEntry): string[] =>
  entry.slotKind === SlotKind.QUOTE && entry.span
    ? [entry.span.sourceDigest, String(entry.span.startChar), String(entry.span.endChar), entry.span.excerptSha256]
    : ["address", entry.address];

/** A sentence rests on its words, its claim, what it cites, and on tone, audience and language. */
export const sentenceItem = (
  sha256: Sha256,
  sentence: DraftSentence,
  parts: {
    readonly title: string;
    readonly intent: IntentSeed;
    readonly claimFingerprint: string;
    readonly entries: readonly FingerprintInput[];
    readonly seen?: Seen;
  },
): ItemState =>
  item(
    sha256,
    ItemKind.SENTENCE,
    sentence.sentenceId,
    true,
    [
      contentInput(sha256, "tone", parts.intent.tone),
      contentInput(sha256, "audience", parts.intent.audience),
      contentInput(sha256, "locale", parts.intent.locale),
      contentInput(sha256, "section", parts.title),
      itemInput("claim", parts.claimFingerprint),
      ...parts.entries,
      contentInput(sha256, "text", sentence.text, String(sentence.kind)),
      ...looksInput(sha256, parts.seen?.looks ?? []),
    ],
    "",
    parts.seen,
  );
