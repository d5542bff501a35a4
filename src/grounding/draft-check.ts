import { create } from "@bufbuild/protobuf";
import type { CitationLedger, LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { type DraftSentence, type DraftText, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { EvidenceNeeds } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { MessageSkeleton, SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import {
  type MissingInput,
  MissingInput_Kind,
  MissingInputSchema,
  SlotKind,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { isNamed, type NamedCitation, namedCitations } from "./named-citations.ts";
import { scan, stands } from "./quotations.ts";

export interface DraftUnderCheck {
  readonly skeleton: MessageSkeleton;
  readonly ledger: CitationLedger;
  readonly draft: DraftText;
  /** With it, each required slot of a required claim must be cited, not only some entry of the claim. */
  readonly needs?: EvidenceNeeds;
}

/** What the rules for one sentence look things up in. */
interface Book {
  readonly entries: ReadonlyMap<string, LedgerEntry>;
  readonly claims: ReadonlyMap<string, SkeletonClaim>;
  /** Provisions and rulings that stand anywhere in the ledger. */
  readonly citations: readonly NamedCitation[];
}

type Rule = (sentence: DraftSentence, cited: readonly LedgerEntry[], book: Book) => string[];

/**
 * Whether a draft says only what its ledger carries (design §9): one finding of KIND_DRAFT_CHECK for each breach, subject
 * the sentence or the claim, in the order of the draft and then of the skeleton. Empty: it passes. Descriptions hold no
 * text of the evidence. It judges form, not truth: whether a quote supports its claim is for the person who confirms.
 */
export const checkDraft = ({ skeleton, ledger, draft, needs }: DraftUnderCheck): MissingInput[] => {
  const claims = skeleton.sections.flatMap((section) => section.claims);
  const book: Book = {
    entries: new Map(ledger.entries.map((entry) => [entry.entryId, entry])),
    claims: new Map(claims.map((claim) => [claim.claimId, claim])),
    citations: ledger.entries.flatMap(textsOf).flatMap(namedCitations),
  };
  const sentences = draft.sections.flatMap((section) => section.sentences);
  const required = claims.filter((claim) => claim.required);
  return [
    ...sentences.flatMap((sentence) => sentenceFindings(sentence, book)),
    ...required.flatMap((claim) => coverageFindings(claim, sentences, ledger, needs)),
  ];
};

const finding = (subjectId: string, rule: DraftRule, description: string): MissingInput =>
  create(MissingInputSchema, { kind: MissingInput_Kind.DRAFT_CHECK, subjectId, rule, description });

const sentenceFindings = (sentence: DraftSentence, book: Book): MissingInput[] => {
  const cited = sentence.entryIds.flatMap((id) => book.entries.get(id) ?? []);
  return rules.flatMap(([code, rule]) =>
    rule(sentence, cited, book).map((text) => finding(sentence.sentenceId, code, text)),
  );
};

const entriesAreInTheLedger: Rule = (sentence, _cited, book) =>
  sentence.entryIds
    .filter((id) => !book.entries.has(id))
    .map((id) => `it cites ${shown(id)}, which is not in the citation ledger; cite an entry of the ledger`);

const entriesCanBeCited: Rule = (_sentence, cited) =>
  cited.flatMap((entry) => {
    if (entry.bindingId === "")
      return [`${shown(entry.entryId)} rests on no confirmed binding; rewind and bind its slot`];
    const empty = entry.slotKind === SlotKind.QUOTE && !entry.span?.excerpt;
    return empty ? [`${shown(entry.entryId)} has no resolved words; rewind to span resolution`] : [];
  });

const claimFits: Rule = (sentence, cited, book) => {
  if (sentence.claimId === "") return [];
  if (!book.claims.has(sentence.claimId))
    return [`it makes ${shown(sentence.claimId)}, which is no claim of the outline`];
  return cited
    .filter((entry) => entry.claimId !== sentence.claimId && !entry.adverseClaimIds.includes(sentence.claimId))
    .map(
      (entry) =>
        `${shown(entry.entryId)} was confirmed for ${shown(entry.claimId)}; it cannot carry ${sentence.claimId}`,
    );
};

const isLaw = (entry: LedgerEntry): boolean => entry.evidence?.evidence.case === "law";
const isStatement = (entry: LedgerEntry): boolean => entry.evidence?.evidence.case === "statement";
const isSearch = (entry: LedgerEntry): boolean => entry.evidence?.evidence.case === "search";

const kindIsCarried: Rule = ({ kind }, cited) => {
  if (kind === SentenceKind.UNSPECIFIED) return ["it has no kind; say what the sentence does"];
  if (kind === SentenceKind.FACT && cited.every(isStatement))
    return ["it states a fact and cites no source; cite a ledger entry, or make it the author's own statement"];
  if (kind === SentenceKind.LAW && !cited.some(isLaw))
    return ["it states the law and cites no law; cite the entry of a statute"];
  if (kind === SentenceKind.OWN_STATEMENT && !cited.some(isStatement))
    return ["it is the author's own statement and cites none; cite the entry of the confirmed statement"];
  return [];
};

const quotationsStandInTheSource: Rule = ({ text }, cited) => {
  const spans = cited.flatMap((entry) => entry.span ?? []);
  return scan(text, cited).quotations.flatMap((words, at) =>
    stands(words, spans) ? [] : [`quotation ${at + 1} is not, character for character, part of an entry it cites`],
  );
};

const quotationMarksHavePartners: Rule = ({ text }, cited) =>
  scan(text, cited).stray ? ["a quotation mark has no partner; put words of a source between “ and ”"] : [];

const citationsAreInTheLedger: Rule = ({ text }, cited, book) => {
  const strange = namedCitations(scan(text, cited).rest).filter((one) => !isNamed(one, book.citations));
  return [...new Set(strange.map((one) => one.shown))].map(
    (citation) => `it names ${citation}, which no entry of the ledger does; bind it first or leave it out`,
  );
};

/** Saying that one searched or found is saying that a tool ran: only a recorded result carries it [S60]. */
const searchesAreRecorded: Rule = ({ text, kind }, cited) => {
  if (kind === SentenceKind.OWN_STATEMENT && cited.some(isStatement)) return [];
  const { rest } = scan(text, cited);
  if (foundNothing.test(rest) && theRecord.test(rest) && !cited.some(isSearch))
    return ["it says that the record does not hold something; cite the recorded search, or leave that out"];
  const recorded = cited.some((entry) => isSearch(entry) || entry.toolResultId !== "");
  return searched.test(rest) && !recorded
    ? ["it says that somebody searched; cite a recorded result, make it the author's own statement, or leave that out"]
    : [];
};

const rules: readonly (readonly [DraftRule, Rule])[] = [
  [DraftRule.ENTRY_UNKNOWN, entriesAreInTheLedger],
  [DraftRule.ENTRY_UNBOUND, entriesCanBeCited],
  [DraftRule.CLAIM_UNKNOWN, claimFits],
  [DraftRule.KIND_NOT_CARRIED, kindIsCarried],
  [DraftRule.QUOTATION_NOT_IN_SOURCE, quotationsStandInTheSource],
  [DraftRule.QUOTATION_MARK_STRAY, quotationMarksHavePartners],
  [DraftRule.CITATION_UNBOUND, citationsAreInTheLedger],
  [DraftRule.SEARCH_UNRECORDED, searchesAreRecorded],
];

/** A connective sentence makes no claim, whatever it is labelled with. */
const makes = (sentence: DraftSentence, claim: SkeletonClaim): boolean =>
  sentence.claimId === claim.claimId &&
  sentence.kind !== SentenceKind.CONNECTIVE &&
  sentence.kind !== SentenceKind.UNSPECIFIED;

const coverageFindings = (
  claim: SkeletonClaim,
  sentences: readonly DraftSentence[],
  ledger: CitationLedger,
  needs: EvidenceNeeds | undefined,
): MissingInput[] => {
  const makers = sentences.filter((sentence) => makes(sentence, claim));
  if (makers.length === 0)
    return [finding(claim.claimId, DraftRule.CLAIM_NOT_MADE, "the claim is required and no sentence makes it")];
  const ids = new Set(makers.flatMap((sentence) => sentence.entryIds));
  const entries = ledger.entries.filter((entry) => entry.claimId === claim.claimId);
  const cited = entries.filter((entry) => ids.has(entry.entryId));
  if (entries.length > 0 && cited.length === 0)
    return [
      finding(
        claim.claimId,
        DraftRule.CLAIM_NOT_CITED,
        "the claim is made without any of its ledger entries; cite what was confirmed for it",
      ),
    ];
  return requiredSlots(claim, needs)
    .filter((slotId) => !cited.some((entry) => entry.slotId === slotId))
    .map((slotId) =>
      finding(
        claim.claimId,
        DraftRule.CLAIM_NOT_CITED,
        `the claim needs ${slotId} and no sentence that makes it cites an entry of that`,
      ),
    );
};

const requiredSlots = (claim: SkeletonClaim, needs: EvidenceNeeds | undefined): string[] =>
  (needs?.sections ?? [])
    .flatMap((section) => section.claims)
    .filter((each) => each.claimId === claim.claimId)
    .flatMap((each) => each.required.map((slot) => slot.slotId));

/** Ids come from a model: not at any length. */
const shown = (id: string): string => JSON.stringify(id.slice(0, 80));

const textsOf = ({ address, span, evidence }: LedgerEntry): string[] => {
  const source = evidence?.evidence;
  const own = source?.case === "law" ? [source.value.address, source.value.evidenceId] : [];
  const said = source?.case === "statement" ? [source.value.text] : [];
  return [address, span?.address ?? "", span?.excerpt ?? "", ...own, ...said];
};

const searched =
  /(?<!\p{L})(?:ik|wij|we|i)(?!\p{L})[^.!?;]{0,80}?(?<!\p{L})(?:gezocht|doorzocht|nagezocht|searched|looked (?:for|through))(?!\p{L})|(?<!\p{L})(?:zoekopdracht|zoekactie|zoekslag|doorzoeking|search results?)(?!\p{L})/iu;
/** An employer may have found no suitable work, and a letter may say so: only the record itself is the tools' to speak of. */
const theRecord =
  /(?<!\p{L})(?:dossier|correspondentie|mailbox|e-?mails?|berichten|bericht|stukken|documenten|file|correspondence|messages?|documents?|records?|ik|i)(?!\p{L})/iu;
const foundNothing =
  /(?<!\p{L})(?:geen|niets|niet|nergens|no|nothing|not|none|nowhere)(?!\p{L})[^.!?;]{0,80}?(?<!\p{L})(?:gevonden|aangetroffen|te vinden|found)(?!\p{L})|(?<!\p{L})(?:gevonden|aangetroffen|found)\s+(?:geen|niets|no|nothing|none)(?!\p{L})/iu;
