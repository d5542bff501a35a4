import type { EvidenceRef } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKindSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { SlotKindSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind, type SpanFlag, SpanFlagSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { wordsOf } from "../../export/words.ts";
import { enumWord } from "../text/enum-word.ts";
import { oneLine } from "../text/plain.ts";

/** What an item says, in words: the run's context has ids and decisions, the artifacts have the text. */
export const itemText = (view: RunView, itemId: string): string =>
  intentText(view, itemId) ??
  claimText(view, itemId) ??
  slotText(view, itemId) ??
  bindingText(view, itemId) ??
  entryText(view, itemId) ??
  sentenceText(view, itemId) ??
  "(its text is not among the current artifacts)";

const intentText = ({ intent }: RunView, itemId: string): string | undefined =>
  itemId === "intent" ? intent?.goal : undefined;

const claimText = ({ skeleton }: RunView, itemId: string): string | undefined => {
  const claim = skeleton?.sections.flatMap(({ claims }) => claims).find(({ claimId }) => claimId === itemId);
  return claim && `${claim.text}${claim.claimKind === "" ? "" : ` [${claim.claimKind}]`}`;
};

const slotText = ({ needs }: RunView, itemId: string): string | undefined => {
  const slots = needs?.sections
    .flatMap(({ claims }) => claims)
    .flatMap(({ required, optional }) => [...required, ...optional]);
  const slot = slots?.find(({ slotId }) => slotId === itemId);
  if (slot === undefined) return undefined;
  const found = `${slot.candidates.length} candidate${slot.candidates.length === 1 ? "" : "s"}`;
  return `${enumWord(SlotKindSchema, slot.kind)}: ${slot.description} (${found})`;
};

const bindingText = ({ needMap }: RunView, itemId: string): string | undefined => {
  const binding = needMap?.bindings.find(({ bindingId }) => bindingId === itemId);
  return (
    binding &&
    `${binding.slotId} ← ${evidenceText(binding.evidence)}${binding.reason === "" ? "" : ` (${binding.reason})`}`
  );
};

const entryText = ({ ledger }: RunView, itemId: string): string | undefined => {
  const entry = ledger?.entries.find(({ entryId }) => entryId === itemId);
  return entry && ledgerEntryText(entry);
};

/** A ledger entry: the words in quotes, where they stand, what to know before confirming them. */
const ledgerEntryText = (entry: LedgerEntry): string => {
  const { span } = entry;
  if (span === undefined)
    return `${entry.slotId}: ${evidenceText(entry.evidence)}${entry.evidence?.evidence.case === "document" || entry.address === "" ? "" : `, ${entry.address}`}`;
  const place = `${span.address || evidenceText(entry.evidence)}, characters ${span.startChar}–${span.endChar}`;
  const match = span.matchKind === MatchKind.NORMALISED ? ["typography differs"] : [];
  const { voice, speaker, segmentDateText: dateText } = span;
  const others = wordsOf("en").otherVoice({ voice, speaker: oneLine(speaker, 80), dateText: oneLine(dateText, 80) });
  const known = [...match, ...flagWords(span.flags), ...(others === undefined ? [] : [others])];
  return `“${oneLine(span.excerpt, 300)}” — ${place}${lookText(known)}`;
};

const flagWords = (flags: readonly SpanFlag[]): string[] =>
  flags.map((flag) => enumWord(SpanFlagSchema, flag).toLowerCase().replaceAll("_", " "));

/** What to know before confirming, so that it is not overlooked. */
const lookText = (known: readonly string[]): string => (known.length === 0 ? "" : ` [look: ${known.join("; ")}]`);

const sentenceText = ({ draft }: RunView, itemId: string): string | undefined => {
  const sentence = draft?.sections
    .flatMap(({ sentences }) => sentences)
    .find(({ sentenceId }) => sentenceId === itemId);
  if (sentence === undefined) return undefined;
  const rests =
    sentence.entryIds.length === 0
      ? ""
      : ` ← ${sentence.entryIds.length} ledger entr${sentence.entryIds.length === 1 ? "y" : "ies"}`;
  return `${enumWord(SentenceKindSchema, sentence.kind)}: ${sentence.text}${rests}${lookText(flagWords(sentence.flags))}`;
};

/** A ruling has one text for ever and no version. */
const versionText = (date: string): string => (date === "" ? "" : ` (version of ${date})`);

const dismissedText = (count: number): string =>
  count === 0 ? "" : ` (${count === 1 ? "its one hit" : `each of its ${count} hits`} dismissed)`;

/** What a slot rests on, in a few words. */
const evidenceText = (ref: EvidenceRef | undefined): string => {
  const evidence = ref?.evidence;
  switch (evidence?.case) {
    case "document":
      return [oneLine(evidence.value.title, 80) || evidence.value.evidenceId, evidence.value.location]
        .filter(Boolean)
        .join(", ");
    case "law":
      return `${evidence.value.address || evidence.value.evidenceId}${versionText(evidence.value.versionDate)}`;
    case "search":
      return `recorded search ${evidence.value.toolResultId}: ${evidence.value.scope}${dismissedText(evidence.value.dismissals.length)}`;
    case "statement":
      return `own statement: ${oneLine(evidence.value.text, 80)}`;
    default:
      return "nothing";
  }
};
