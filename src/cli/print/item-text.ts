import type { EvidenceRef } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKindSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { SlotKindSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind, type SpanFlag, SpanFlagSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { scopeInDutch } from "../../export/scope-nl.ts";
import { wordsOf } from "../../export/words.ts";
import { type Speech, speechOf } from "../../words/speech.ts";
import { enumWord } from "../text/enum-word.ts";
import { oneLine } from "../text/plain.ts";
import { mendWords } from "./mend-words.ts";
import { setWords } from "./persons-values.ts";

/** What an item says, in words: the run's context has ids and decisions, the artifacts have the text. */
export const itemText = (view: RunView, itemId: string, speech = speechOf(view.context?.locale)): string =>
  intentText(view, itemId) ??
  claimText(view, itemId, speech) ??
  slotText(view, itemId, speech) ??
  bindingText(view, itemId, speech) ??
  entryText(view, itemId, speech) ??
  sentenceText(view, itemId, speech) ??
  speech.phrase("(its text is not among the current artifacts)");

const intentText = ({ intent }: RunView, itemId: string): string | undefined =>
  itemId === "intent" ? intent?.goal : undefined;

const claimText = ({ skeleton, profile }: RunView, itemId: string, { locale }: Speech): string | undefined => {
  const claim = skeleton?.sections.flatMap(({ claims }) => claims).find(({ claimId }) => claimId === itemId);
  if (!claim) return undefined;
  // In English the name says it, and it is what an outline is written with.
  const labels = locale === "en" ? [] : (profile?.claimKinds.find(({ name }) => name === claim.claimKind)?.label ?? []);
  const kind = labels.find((label) => label.locale === locale)?.text ?? claim.claimKind;
  return `${claim.text}${kind === "" ? "" : ` [${kind}]`}`;
};

const slotText = (view: RunView, itemId: string, speech: Speech): string | undefined => {
  const claims = view.needs?.sections.flatMap((section) => section.claims) ?? [];
  const placed = claims.flatMap(({ claimId, required, optional }) =>
    [...required, ...optional].map((slot) => ({ claimId, slot })),
  );
  const found = placed.find(({ slot }) => slot.slotId === itemId);
  if (found === undefined) return undefined;
  const { claimId, slot } = found;
  const kind = speech.sentence(enumWord(SlotKindSchema, slot.kind));
  const many = slot.candidates.length;
  const counted = many === 0 ? "no candidate" : many === 1 ? "one candidate" : "{1} candidates";
  const about = speech.phrase("for {1} “{2}”", claimId, oneLine(textOfClaim(view, claimId), 120));
  return `${kind}: ${slot.description} (${speech.phrase(counted, many)}) ${about}`;
};

const textOfClaim = ({ skeleton }: RunView, claimId: string): string =>
  skeleton?.sections.flatMap(({ claims }) => claims).find((claim) => claim.claimId === claimId)?.text ?? "";

const bindingText = (view: RunView, itemId: string, speech: Speech): string | undefined => {
  const binding = view.needMap?.bindings.find(({ bindingId }) => bindingId === itemId);
  if (!binding) return undefined;
  const { slotId, claimId, reason, locator } = binding;
  const words = locator?.exactQuote ? ` “${oneLine(locator.exactQuote, 160)}”` : "";
  const about = speech.phrase("for {1} “{2}”", claimId, oneLine(textOfClaim(view, claimId), 120));
  return `${slotId} ← ${evidenceText(binding.evidence, speech)}${words}${reason === "" ? "" : ` (${reason})`} ${about}`;
};

const entryText = ({ ledger }: RunView, itemId: string, speech: Speech): string | undefined => {
  const entry = ledger?.entries.find(({ entryId }) => entryId === itemId);
  return entry && ledgerEntryText(entry, speech);
};

/** A ledger entry: the words in quotes, where they stand, what to know before confirming them. */
const ledgerEntryText = (entry: LedgerEntry, speech: Speech): string => {
  const { span } = entry;
  if (span === undefined)
    return `${entry.slotId}: ${evidenceText(entry.evidence, speech)}${entry.evidence?.evidence.case === "document" || entry.address === "" ? "" : `, ${entry.address}`}`;
  const characters = speech.phrase("characters {1}–{2}", span.startChar, span.endChar);
  const place = `${span.address || evidenceText(entry.evidence, speech)}, ${characters}`;
  const match = span.matchKind === MatchKind.NORMALISED ? [speech.phrase("typography differs")] : [];
  const { voice, speaker, segmentDateText: dateText } = span;
  const others = wordsOf(speech.locale).otherVoice({
    voice,
    speaker: oneLine(speaker, 80),
    dateText: oneLine(dateText, 80),
  });
  const adverse = entry.adverseClaimIds.length === 0 ? [] : [mendWords(speech.locale).adverse(entry.adverseClaimIds)];
  const known = [...match, ...flagWords(span.flags, speech), ...(others === undefined ? [] : [others]), ...adverse];
  return `“${oneLine(span.excerpt, 300)}” — ${place}${lookText(known, speech)}`;
};

const flagWords = (flags: readonly SpanFlag[], speech: Speech): string[] =>
  flags.map((flag) => speech.sentence(enumWord(SpanFlagSchema, flag).toLowerCase().replaceAll("_", " ")));

/** What to know before confirming, so that it is not overlooked. */
const lookText = (known: readonly string[], { phrase }: Speech): string =>
  known.length === 0 ? "" : ` [${phrase("look: {1}", known.join("; "))}]`;

const sentenceText = ({ draft }: RunView, itemId: string, speech: Speech): string | undefined => {
  const sentence = draft?.sections
    .flatMap(({ sentences }) => sentences)
    .find(({ sentenceId }) => sentenceId === itemId);
  if (sentence === undefined) return undefined;
  const many = sentence.entryIds.length;
  const rests = many === 0 ? "" : ` ← ${speech.phrase(many === 1 ? "one ledger entry" : "{1} ledger entries", many)}`;
  const kind = speech.sentence(enumWord(SentenceKindSchema, sentence.kind));
  return `${kind}: ${sentence.text}${rests}${lookText(flagWords(sentence.flags, speech), speech)}`;
};

/** What was searched, as the source says it, in the language of the reader. */
export const scopeText = (scope: string, { locale }: Speech): string => (locale === "nl" ? scopeInDutch(scope) : scope);

/** A ruling has one text for ever and no version. */
const versionText = (date: string, { phrase }: Speech): string =>
  date === "" ? "" : ` (${phrase("version of {1}", date)})`;

const dismissedText = (count: number, { phrase }: Speech): string =>
  count === 0 ? "" : ` (${phrase(count === 1 ? "its one hit dismissed" : "each of its {1} hits dismissed", count)})`;

/** What a slot rests on, in a few words. */
const evidenceText = (ref: EvidenceRef | undefined, speech: Speech): string => {
  const evidence = ref?.evidence;
  switch (evidence?.case) {
    case "document":
      return [
        oneLine(evidence.value.title, 80) || evidence.value.evidenceId,
        evidence.value.location,
        setWords(evidence.value.personsValues, speech),
      ]
        .filter(Boolean)
        .join(", ");
    case "law":
      return `${evidence.value.address || evidence.value.evidenceId}${versionText(evidence.value.versionDate, speech)}`;
    case "search":
      return `${speech.phrase("recorded search {1}: {2}", evidence.value.toolResultId, scopeText(evidence.value.scope, speech))}${dismissedText(evidence.value.dismissals.length, speech)}`;
    case "statement":
      return speech.phrase("own statement: {1}", oneLine(evidence.value.text, 80));
    default:
      return speech.phrase("nothing");
  }
};
