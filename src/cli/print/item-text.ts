import { addressIn } from "#kit/address-notes.ts";
import { textIn } from "#kit/localised.ts";
import type { EvidenceCandidate, EvidenceRef } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKindSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { SlotKindSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind, SpanFlag, SpanFlagSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { dateInWords } from "../../export/days.ts";
import { isMessage, placeIn } from "../../export/place-words.ts";
import { otherVoice } from "../../export/said-by.ts";
import { scopeIn } from "../../export/scope.ts";
import { locales } from "../../messages/locale.ts";
import { type PlainId, type Speech, speechOf } from "../../messages/speech.ts";
import { enumWord } from "../text/enum-word.ts";
import { kindSaid } from "../text/kind-word.ts";
import { oneLine } from "../text/plain.ts";
import { frameLines } from "./frame-lines.ts";
import { adverseWords } from "./mend-words.ts";
import { setWords } from "./persons-values.ts";
import { saidLine } from "./pointed-line.ts";

/** What an item says, in words: the run's context has ids and decisions, the artifacts have the text. */
export const itemText = (view: RunView, itemId: string, speech: Speech): string =>
  intentText(view, itemId) ??
  claimText(view, itemId, speech) ??
  slotText(view, itemId, speech) ??
  bindingText(view, itemId, speech) ??
  entryText(view, itemId, speech) ??
  sentenceText(view, itemId, speech) ??
  frameText(view, itemId, speech) ??
  speech.phrase("item.its-text-is-not-among-the-current-artifacts");

/** What an item is by itself, for a list where what it serves and who speaks in it stand beside it. */
export const aboutItem = (view: RunView, itemId: string, speech: Speech): string => {
  const binding = view.needMap?.bindings.find(({ bindingId }) => bindingId === itemId);
  if (binding) return boundText(binding, speech);
  const entry = view.ledger?.entries.find(({ entryId }) => entryId === itemId);
  return entry ? quotedText(entry, speech) : itemText(view, itemId, speech);
};

/** The words pointed at with the title they stand under; without words what it rests on. */
const boundText = ({ evidence, locator }: Binding, speech: Speech): string =>
  locator?.exactQuote ? wordsIn(locator.exactQuote, "", evidence, speech) : evidenceText(evidence, speech);

const quotedText = (entry: LedgerEntry, speech: Speech): string => {
  const { span, evidence } = entry;
  return span
    ? `${wordsIn(span.excerpt, span.address, evidence, speech)}${lookText(knownOf(entry, speech), speech)}`
    : evidenceText(evidence, speech);
};

const wordsIn = (words: string, address: string, ref: EvidenceRef | undefined, speech: Speech): string => {
  const rests = evidenceText(ref, speech);
  const where =
    ref?.evidence.case === "document"
      ? `“${rests}”${address === "" ? "" : `, ${placeIn(address, speech.locale)}`}`
      : addressIn(address, speech.locale) || rests;
  return speech.phrase("item.in", { words: oneLine(words, 400), where });
};

/** What a slot asks for, with its kind. */
export const slotAsked = (view: RunView, slotId: string, speech: Speech): string => {
  const slot = placedSlots(view).find((one) => one.slot.slotId === slotId)?.slot;
  return slot ? `${sought(view, slot, speech)} (${kindText(slot, speech)})` : "";
};

/** What a slot seeks, in the reader's language where it is recorded in words of its kind of memo. */
const sought = (
  { profile }: Pick<RunView, "profile">,
  { description, templateName }: Pick<EvidenceSlot, "description" | "templateName">,
  { locale, phrase }: Speech,
): string => {
  const slots = (profile?.claimKinds ?? []).flatMap((kind) => kind.slots);
  const template = slots.find(
    (one) => one.name === templateName && one.description.some(({ text }) => text === description),
  );
  const said = textIn(template?.description ?? [], locale);
  if (said !== "") return said;
  return locales.some((one) => speechOf(one).phrase("item.any-passage") === description)
    ? phrase("item.any-passage")
    : description;
};

const kindText = ({ kind }: EvidenceSlot, speech: Speech): string => kindSaid(SlotKindSchema, kind, speech);

/** A candidate by its title and day, or by its address as lawyers write it. */
export const evidenceTitle = (
  { title, address, occurredAtIso, versionDate }: EvidenceCandidate,
  speech: Speech,
): string => {
  const day = dateInWords(occurredAtIso || versionDate, speech.locale);
  return address || speech.phrase(day === "" ? "item.gap" : "item.of", { title: oneLine(title, 70), day });
};

const placedSlots = ({ needs }: RunView) =>
  (needs?.sections ?? [])
    .flatMap((section) => section.claims)
    .flatMap(({ claimId, required, optional }) => [...required, ...optional].map((slot) => ({ claimId, slot })));

const intentText = ({ intent }: RunView, itemId: string): string | undefined =>
  itemId === "intent" ? intent?.goal : undefined;

const claimText = ({ skeleton, profile }: RunView, itemId: string, speech: Speech): string | undefined => {
  const claim = skeleton?.sections.flatMap(({ claims }) => claims).find(({ claimId }) => claimId === itemId);
  if (!claim) return undefined;
  const kind = textIn(profile?.claimKinds.find(({ name }) => name === claim.claimKind)?.label ?? [], speech.locale);
  return `${claim.text}${kind === "" ? "" : ` [${kind}]`}${lawDayText(claim.lawDate, speech)}`;
};

/** The day by which the law of a claim is read, where it is another than the run's. */
const lawDayText = (lawDate: string, { phrase, locale }: Speech): string => {
  const day = dateInWords(lawDate, locale);
  return lawDate === "" ? "" : ` (${phrase("item.law-of", { day })})`;
};

const slotText = (view: RunView, itemId: string, speech: Speech): string | undefined => {
  const found = placedSlots(view).find(({ slot }) => slot.slotId === itemId);
  if (found === undefined) return undefined;
  const { claimId, slot } = found;
  const kind = kindText(slot, speech);
  const many = slot.candidates.length;
  const about = aboutClaim(view, claimId, speech);
  return `${kind}: ${sought(view, slot, speech)} (${speech.phrase("item.candidate-count", { count: many })}) ${about}`;
};

const aboutClaim = (view: RunView, claimId: string, { phrase, itemName }: Speech): string =>
  phrase("item.for", { claimId: itemName(claimId), textOfClaim: oneLine(textOfClaim(view, claimId), 120) });

const textOfClaim = ({ skeleton }: RunView, claimId: string): string =>
  skeleton?.sections.flatMap(({ claims }) => claims).find((claim) => claim.claimId === claimId)?.text ?? "";

const bindingText = (view: RunView, itemId: string, speech: Speech): string | undefined => {
  const binding = view.needMap?.bindings.find(({ bindingId }) => bindingId === itemId);
  if (!binding) return undefined;
  const { slotId, claimId, reason, locator } = binding;
  const words = locator?.exactQuote ? ` “${oneLine(locator.exactQuote, 160)}”` : "";
  const spoken = saidLine(view, itemId, speech);
  const said = `${words}${spoken === "" ? "" : ` — ${spoken}`}`;
  const rests = `${evidenceText(binding.evidence, speech)}${said}${reason === "" ? "" : ` (${reason})`}`;
  return `${speech.itemName(slotId)} ← ${rests} ${aboutClaim(view, claimId, speech)}`;
};

const entryText = (view: RunView, itemId: string, speech: Speech): string | undefined => {
  const entry = view.ledger?.entries.find(({ entryId }) => entryId === itemId);
  if (!entry) return undefined;
  const spoken = saidLine(view, itemId, speech);
  return `${ledgerEntryText(entry, speech)}${spoken === "" ? "" : ` — ${spoken}`}`;
};

/** A ledger entry: the words in quotes, where they stand, what to know before confirming them. */
const ledgerEntryText = (entry: LedgerEntry, speech: Speech): string => {
  const { span } = entry;
  if (span === undefined)
    return `${speech.itemName(entry.slotId)}: ${evidenceText(entry.evidence, speech)}${entry.evidence?.evidence.case === "document" || entry.address === "" ? "" : `, ${entry.address}`}`;
  const characters = speech.phrase("item.characters", { startChar: span.startChar, endChar: span.endChar });
  const address =
    entry.evidence?.evidence.case === "law"
      ? addressIn(span.address, speech.locale)
      : placeIn(span.address, speech.locale);
  const place = `${address || evidenceText(entry.evidence, speech)}, ${characters}`;
  return `“${oneLine(span.excerpt, 300)}” — ${place}${lookText(knownOf(entry, speech), speech)}`;
};

const matchWords: Readonly<Partial<Record<MatchKind, PlainId>>> = {
  [MatchKind.NORMALISED]: "item.typography-differs",
  [MatchKind.MACHINE_READ]: "item.machine-read",
};

/** What to know of a quote before it is confirmed. */
const knownOf = (entry: LedgerEntry, speech: Speech): string[] => {
  const { span } = entry;
  if (span === undefined) return [];
  const met = matchWords[span.matchKind];
  const match = met === undefined ? [] : [speech.phrase(met)];
  const { voice, speaker, segmentDateText: dateText } = span;
  const others = otherVoice({ voice, speaker: oneLine(speaker, 80), dateText: oneLine(dateText, 80) }, speech);
  const adverse =
    entry.adverseClaimIds.length === 0 ? [] : [adverseWords(entry.adverseClaimIds.map(speech.itemName), speech)];
  const set = span.flags.filter((flag) => flag === SpanFlag.SPEAKER_SET);
  if (isMessage(span)) return [...match, ...flagWords(set, speech), ...adverse];
  return [...match, ...flagWords(span.flags, speech), ...(others === undefined ? [] : [others]), ...adverse];
};

const flagWords = (flags: readonly SpanFlag[], speech: Speech): string[] =>
  flags.map((flag) =>
    flag === SpanFlag.SPEAKER_SET
      ? speech.phrase("correct.speaker-set")
      : speech.sentence(enumWord(SpanFlagSchema, flag).toLowerCase().replaceAll("_", " ")),
  );

/** What to know before confirming, so that it is not overlooked. */
const lookText = (known: readonly string[], { phrase }: Speech): string =>
  known.length === 0 ? "" : ` [${phrase("item.look", { known: known.join("; ") })}]`;

const sentenceText = ({ draft }: RunView, itemId: string, speech: Speech): string | undefined => {
  const sentence = draft?.sections
    .flatMap(({ sentences }) => sentences)
    .find(({ sentenceId }) => sentenceId === itemId);
  if (sentence === undefined) return undefined;
  const many = sentence.entryIds.length;
  const rests =
    many === 0 ? "" : ` ← ${speech.phrase(many === 1 ? "item.one-ledger-entry" : "item.ledger-entries", { many })}`;
  const kind = kindSaid(SentenceKindSchema, sentence.kind, speech);
  return `${kind}: ${sentence.text}${rests}${lookText(flagWords(sentence.flags, speech), speech)}`;
};

const frameText = ({ draft, profile }: RunView, itemId: string, speech: Speech): string | undefined =>
  itemId === "frame" && draft?.frame ? frameLines(draft.frame, speech, profile).join("; ") : undefined;

/** A ruling has one text for ever and no version. */
const versionText = (date: string, { phrase, locale }: Speech): string =>
  date === "" ? "" : ` (${phrase("item.version-of", { date: dateInWords(date, locale) })})`;

const dismissedText = (count: number, { phrase }: Speech): string =>
  count === 0
    ? ""
    : ` (${phrase(count === 1 ? "item.its-one-hit-dismissed" : "item.each-of-its-hits-dismissed", { count })})`;

/** What a slot rests on, in a few words. */
const evidenceText = (ref: EvidenceRef | undefined, speech: Speech): string => {
  const evidence = ref?.evidence;
  switch (evidence?.case) {
    case "document":
      return [
        oneLine(evidence.value.title, 80) || evidence.value.evidenceId,
        placeIn(evidence.value.location, speech.locale),
        setWords(evidence.value.personsValues, speech),
      ]
        .filter(Boolean)
        .join(", ");
    case "law":
      return `${addressIn(evidence.value.address, speech.locale) || evidence.value.evidenceId}${versionText(evidence.value.versionDate, speech)}`;
    case "search":
      return `${speech.phrase("item.recorded-search", { toolResultId: evidence.value.toolResultId, scopeText: scopeIn(evidence.value.scope, speech) })}${dismissedText(evidence.value.dismissals.length, speech)}`;
    case "statement":
      return speech.phrase("item.stated-by-the-author", { evidenceText: oneLine(evidence.value.text, 300) });
    default:
      return speech.phrase("item.nothing");
  }
};
