import type { EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { CitationLedger } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { EvidenceNeeds, EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import type { Binding, EvidenceNeedMap } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import type { MessageSkeleton } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { TurnContext } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { type SlotKind, SlotKindSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { behindBars, onOneLine } from "./content-lines.ts";
import { candidateLines } from "./output-lines.ts";

/** The intent as lines. */
export const intentLines = (intent: IntentSeed): string[] => [
  "- goal:",
  ...behindBars(intent.goal),
  ...(["tone", "audience", "locale", "referenceDate"] as const)
    .filter((name) => intent[name] !== "")
    .map((name) => `- ${name}: ${onOneLine(intent[name])}`),
  ...intent.sections.map((title) => `- wanted heading: ${onOneLine(title)}`),
];

/** The outline as lines: section ids with headings, claim ids with texts. */
export const skeletonLines = (skeleton: MessageSkeleton): string[] =>
  skeleton.sections.flatMap((section) => [
    `- ${onOneLine(section.sectionId)}: ${onOneLine(section.title)}`,
    ...section.claims.map(
      (claim) =>
        `  - ${onOneLine(claim.claimId)} [${onOneLine(claim.claimKind)}${claim.required ? ", required" : ""}${lawDayWords(claim)}]: ${onOneLine(claim.text)}`,
    ),
  ]);

/** By which day the law of a claim is read, where it is another than the run's. */
const lawDayWords = ({ lawDate }: { readonly lawDate: string }): string =>
  lawDate === "" ? "" : `, law as of ${onOneLine(lawDate)}`;

/** The needs as lines: per claim its slots, with the ids of candidates and what is bound. */
export const needsLines = (needs: EvidenceNeeds): string[] =>
  needs.sections
    .flatMap((section) => section.claims)
    .flatMap((claim) => [
      `- ${onOneLine(claim.claimId)} [${onOneLine(claim.claimKind)}${lawDayWords(claim)}]: ${onOneLine(claim.claimText)}`,
      ...claim.required.flatMap((slot) => slotLines(slot, "required")),
      ...claim.optional.flatMap((slot) => slotLines(slot, "optional")),
    ]);

const slotLines = (slot: EvidenceSlot, need: string): string[] => {
  const words = [...slot.cues, ...slot.citations].map(onOneLine).join(", ");
  const ids = [...slot.candidates.map((one) => one.evidenceId), ...slot.searchResultIds].map(onOneLine);
  return [
    `  - ${onOneLine(slot.slotId)} ${kindName(slot.kind)} ${need}, source ${onOneLine(slot.source)}: ${onOneLine(slot.description)}`,
    ...(words === "" ? [] : [`    cues: ${words}`]),
    ...(ids.length === 0 ? [] : [`    candidates: ${ids.join(", ")}`]),
    ...(slot.bound.length === 0 ? [] : ["    bound"]),
  ];
};

const kindName = (kind: SlotKind): string => SlotKindSchema.value[kind]?.localName ?? "";

/** The bindings as lines. */
export const needMapLines = (map: EvidenceNeedMap): string[] => map.bindings.map(bindingLine);

const bindingLine = (binding: Binding): string => {
  const { evidence } = binding.evidence ?? { evidence: { case: undefined } };
  const shown =
    evidence.case === "document" || evidence.case === "law"
      ? evidence.value.evidenceId
      : evidence.case === "search"
        ? evidence.value.toolResultId
        : "own statement";
  return `- ${onOneLine(binding.bindingId)}: ${onOneLine(binding.slotId)} of ${onOneLine(binding.claimId)} rests on ${onOneLine(shown)}`;
};

/** The ledger as lines: each entry with its claim, address and exact words. */
export const ledgerLines = (ledger: CitationLedger): string[] =>
  ledger.entries.flatMap((entry) => {
    const address = entry.span?.address || entry.address;
    const head = `- ${onOneLine(entry.entryId)} ${kindName(entry.slotKind)} for ${onOneLine(entry.claimId)}, binding ${onOneLine(entry.bindingId)}`;
    return [
      address === "" ? head : `${head}; ${onOneLine(address)}`,
      ...(entry.span ? behindBars(entry.span.excerpt) : []),
    ];
  });

/** The draft as lines. */
export const draftLines = (draft: DraftText): string[] =>
  draft.sections.flatMap((section) => [
    `- ${onOneLine(section.sectionId)}: ${onOneLine(section.title)}`,
    ...section.sentences.map((one) => `  - ${onOneLine(one.sentenceId)}: ${onOneLine(one.text)}`),
  ]);

/** Everything found or pinned, each once, with the slots it is linked to. */
export const evidenceLines = (context: TurnContext): string[] => {
  const seen = new Set<string>();
  const once = (candidate: EvidenceCandidate | undefined, note: string): string[] => {
    if (!candidate || seen.has(candidate.evidenceId)) return [];
    seen.add(candidate.evidenceId);
    return [...candidateLines(candidate), ...(note === "" ? [] : [`  (${note})`])];
  };
  const entries = (context.evidenceSet?.entries ?? []).flatMap((entry) => {
    const notes = [entry.pinned ? "pinned" : "", entry.slotIds.map(onOneLine).join(", "), onOneLine(entry.note)];
    return once(entry.candidate, notes.filter((note) => note !== "").join("; "));
  });
  const claims = (context.needs?.sections ?? []).flatMap((section) => section.claims);
  const listed = claims.flatMap((claim) => [...claim.required, ...claim.optional]).flatMap((slot) => slot.candidates);
  return [...entries, ...listed.flatMap((one) => once(one, ""))];
};
