import { create, toBinary } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import type { IdCounters } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { CitationLedger, LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  type DraftSection,
  DraftSectionSchema,
  type DraftSentence,
  DraftSentenceSchema,
  type DraftText,
  type DraftTextProposal,
  DraftTextSchema,
} from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { EvidenceNeeds } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import type { LetterReading } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { MessageSkeleton } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { Look } from "../../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { ItemState, MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { DraftExamination } from "../../grounding/draft-check.ts";
import { sentenceFlags } from "../../grounding/left-out.ts";
import { wantsFindings } from "../../grounding/wants.ts";
import { doubtedSights } from "../doubts.ts";
import { stageRecord } from "../fold.ts";
import { claimItems, frameId, frameItem, type Seen, sentenceItem, withSeen } from "../items.ts";
import { keptWith } from "../kept.ts";
import { auditMeta, type DecisionInput, type DraftCheck } from "../kernel.ts";
import { bindingsInDoubt, unnamedUnder } from "../looks/in-stage.ts";
import { looksOf, type Sight } from "../looks/look.ts";
import { confirmedItems } from "../missing-inputs.ts";
import { invalidProposal } from "../refusals.ts";
import { steadyInput } from "../steady-input.ts";
import { wordsDigest } from "../words-digest.ts";
import { dismissalsOf } from "./adverse.ts";
import { type Candidate, itemsMax, refuseManyLooks } from "./candidate.ts";
import { draftFrame } from "./draft-frame.ts";
import { leftInDraft, letGoOf } from "./let-go.ts";
import { keepsUnrejected, mergedList } from "./merge.ts";
import { answeredLetters } from "./named-letters.ts";
import { withRefusedWords } from "./refused-words.ts";
import { SentenceMinting } from "./sentence-minting.ts";
import { intentOf } from "./skeleton.ts";

/**
 * The draft a proposal comes to. Its citations must be in the confirmed ledger; the agreement of its sentences with them is the draft
 * check's business. Ids are the kernel's: one that is named stays with its sentence, an equal sentence of the same section
 * counts as the existing one, every other is minted anew.
 */
export const draftCandidate = (
  input: DecisionInput,
  proposal: DraftTextProposal,
  merge = false,
): Candidate<typeof DraftTextSchema> => {
  const sections = new Map((input.material.skeleton?.sections ?? []).map((s) => [s.sectionId, s]));
  const minting = new SentenceMinting(input, [...sections.values()], proposal);
  const made = proposal.sections.map((section, at) => {
    const known = sections.get(section.sectionId);
    if (!known)
      throw invalidProposal(`sections[${at}].section_id`, "error.the-skeleton-has-no-section", {
        sectionId: section.sectionId,
      });
    const sentences = section.sentences.map((sentence, n) =>
      minting.sentence(sentence, section.sectionId, `sections[${at}].sentences[${n}]`),
    );
    return create(DraftSectionSchema, { sectionId: known.sectionId, title: known.title, sentences });
  });
  const isAsItStands = proposal.sections.length === 0;
  if (isAsItStands && !input.material.proposals.draft)
    throw invalidProposal("sections", "error.there-is-no-draft-yet-write-its-sections");
  const all = merge || isAsItStands ? mergedDraft(input, made, [...sections.keys()]) : made;
  if (all.every(({ sentences }) => sentences.length === 0))
    throw invalidProposal("sections", "error.the-draft-has-no-sentence-write-at-least-one");
  const { dismissals, words } = dismissalsOf(input, proposal);
  const letGo = letGoOf(input, proposal);
  const left = leftInDraft(input, proposal);
  const former = merge || isAsItStands ? input.material.proposals.draft?.title : undefined;
  const title = proposal.title.trim() || former || (input.material.title ?? "");
  const frame = draftFrame(input, proposal, title);
  return {
    ...draftOf(input, { title, sections: all, adverseDismissals: dismissals, letGo, left, ...frame }, minting.counters),
    words,
  };
};

/** The draft under review with a part of it put forward anew; rejected sentences go. */
const mergedDraft = (input: DecisionInput, made: readonly DraftSection[], order: readonly string[]): DraftSection[] => {
  const keeps = keepsUnrejected(input, OrchestratorState.DRAFT);
  const idOf = ({ sentenceId }: DraftSentence): string => sentenceId;
  const named = new Set(made.flatMap(({ sentences }) => sentences.map(idOf)));
  return order.flatMap((sectionId) => {
    const former = input.material.proposals.draft?.sections.find((one) => one.sectionId === sectionId);
    const now = made.find((one) => one.sectionId === sectionId);
    const section = now ?? former;
    if (!section) return [];
    const here = new Set((now?.sentences ?? []).map(idOf));
    const staying = (former?.sentences ?? []).filter(
      (one) => here.has(idOf(one)) || (!named.has(idOf(one)) && keeps(idOf(one))),
    );
    return [create(DraftSectionSchema, { ...section, sentences: mergedList(staying, now?.sentences ?? [], idOf) })];
  });
};

/** The former draft under today's ledger, put forward again on the way on. Sections that are gone are left out, headings follow the skeleton. */
export const draftAgain = (input: DecisionInput, former: DraftText): Candidate<typeof DraftTextSchema> => {
  const titles = new Map((input.material.skeleton?.sections ?? []).map((s) => [s.sectionId, s.title]));
  const sections = former.sections
    .filter((section) => titles.has(section.sectionId))
    .map((section) =>
      create(DraftSectionSchema, { ...section, title: titles.get(section.sectionId) ?? section.title }),
    );
  const { title, adverseDismissals, letGo, left } = former;
  const frame = draftFrame(input, undefined, title);
  return draftOf(input, { title, sections, adverseDismissals, letGo, left, ...frame }, input.snapshot.counters);
};

/** What a draft says. */
type Said = Pick<
  DraftText,
  "title" | "sections" | "adverseDismissals" | "frame" | "saidFrameFields" | "letGo" | "left"
>;

const draftOf = (
  input: DecisionInput,
  { title, sections, adverseDismissals, frame, saidFrameFields, letGo, left }: Said,
  counters: IdCounters | undefined,
): Candidate<typeof DraftTextSchema> => {
  const ledger = stageRecord(input.snapshot, OrchestratorState.SPAN_RESOLUTION)?.accepted;
  const skeleton = stageRecord(input.snapshot, OrchestratorState.SKELETON)?.accepted;
  const message = create(DraftTextSchema, {
    meta: auditMeta(input, "draft_text", [ledger, skeleton]),
    ...(ledger ? { ledger } : {}),
    title,
    sections: sections.map((section) => flagged(section, input.material.ledger?.entries ?? [])),
    locale: intentOf(input).locale,
    adverseDismissals,
    ...(frame ? { frame } : {}),
    saidFrameFields,
    letGo,
    left,
  });
  return { ...draftStored(input, withDerivations(input, message)), ...(counters ? { counters } : {}) };
};

/** Each sentence with what it derives from its entries, as the check reads it. */
const withDerivations = (input: DecisionInput, message: DraftText): DraftText => {
  const { derivations } = examine(input, message);
  for (const section of message.sections)
    for (const sentence of section.sentences) sentence.derivations = derivations.get(sentence.sentenceId) ?? [];
  return message;
};

const flagged = (section: DraftSection, entries: readonly LedgerEntry[]): DraftSection =>
  create(DraftSectionSchema, {
    ...section,
    sentences: section.sentences.map((sentence) => {
      const cited = entries.filter(({ entryId }) => sentence.entryIds.includes(entryId));
      return create(DraftSentenceSchema, { ...sentence, flags: sentenceFlags(sentence.text, cited) });
    }),
  });

/** The most citations of one memo: each is a fingerprint in the event that puts the draft forward (256 KiB at most). */
export const citationsMax = 600;

/** The candidate of a draft that is stored already. */
export const draftStored = (input: DecisionInput, message: DraftText): Candidate<typeof DraftTextSchema> => {
  const items = sentenceItems(input, message);
  refuseManyLooks("sections", items);
  if (items.length > itemsMax)
    throw invalidProposal("sections", "error.sentences-are-too-many-at-most-fit-one-memo", {
      itemsCount: items.length,
      itemsMax,
    });
  const citations = message.sections.flatMap((s) => s.sentences.flatMap((sentence) => sentence.entryIds)).length;
  if (citations > citationsMax)
    throw invalidProposal("sections", "error.citations-are-too-many-at-most-fit-one-memo", { citations, citationsMax });
  const skeleton = stageRecord(input.snapshot, OrchestratorState.SKELETON)?.accepted;
  return {
    state: OrchestratorState.DRAFT,
    schema: DraftTextSchema,
    message,
    items,
    parents: [message.ledger, skeleton],
    keep: (keeps) => keepSentences(message, keeps),
    check: (draft) => [...examine(input, draft).refused, ...wantedOf(input, draft)],
  };
};

const keepSentences = ({ frame, ...message }: DraftText, keeps: (id: string) => boolean): DraftText =>
  create(DraftTextSchema, {
    ...message,
    ...(frame && keeps(frameId) ? { frame } : {}),
    sections: message.sections.map((section) =>
      create(DraftSectionSchema, { ...section, sentences: section.sentences.filter((s) => keeps(s.sentenceId)) }),
    ),
  });

/** What a person is shown beside each sentence: what the draft's own check and second readers saw there, and what nobody could name before. */
const sentencesSeen = (input: DecisionInput, message: DraftText): ((sentence: DraftSentence) => Seen) => {
  const { looks, marks, reworded } = examine(input, message);
  const unnamed = unnamedUnder(underLedger(input));
  const isNamed = namedOnQuotes(input);
  const doubted = doubtedSights(input.material.judgement, input.sha256);
  return (sentence) => {
    const { sentenceId, text, kind } = sentence;
    const compared = reworded.has(sentenceId) ? comparedBy(input, sentence) : [];
    const sights = looks
      .filter((look) => look.subjectId === sentenceId && !isNamed(sentence, look))
      .map(({ code, startChar, endChar, spanDigest, spanStartChar, spanEndChar, relatedIds }): Sight => {
        const against = spanEndChar > 0 ? { against: { startChar: spanStartChar, endChar: spanEndChar } } : {};
        return { code, place: { startChar, endChar }, spanDigest, ...against, relatedIds };
      });
    const looked = { itemId: sentenceId, content: [text, String(kind)] };
    return {
      looks: [...unnamed(sentence), ...looksOf(input.sha256, looked, [...sights, ...doubted(sentence, compared)])],
      marks: (marks.get(sentenceId) ?? []).slice(0, marksMax),
      compared,
    };
  };
};

/** The words that a sentence rests on, by digest: quotes, statements, and what searches came to. */
export const comparedBy = ({ material, sha256 }: DecisionInput, { entryIds }: DraftSentence): string[] => {
  const cited = (material.ledger?.entries ?? []).filter(({ entryId }) => entryIds.includes(entryId));
  return [...new Set(cited.flatMap((entry) => wordsDigest(entry, sha256)))].toSorted();
};

/**
 * A look that was named on a confirmed quote about its claim is not asked again of the claim's own words in a sentence that rests on
 * that quote; of any other words it is.
 */
const namedOnQuotes = (input: DecisionInput): ((sentence: DraftSentence, look: Look) => boolean) => {
  const claims = new Map(
    (input.material.skeleton?.sections ?? []).flatMap((section) =>
      section.claims.map((claim) => [claim.claimId, claim.text.replace(/[.]$/u, "")] as const),
    ),
  );
  const named = new Map(
    confirmedItems(input.snapshot, OrchestratorState.SPAN_RESOLUTION).map(({ itemId, looks }) => [
      itemId,
      new Set(looks.map(({ code }) => code)),
    ]),
  );
  return ({ claimId, text, entryIds }, { code, startChar, endChar }) => {
    const claim = claims.get(claimId) ?? "";
    const at = claim === "" ? -1 : text.indexOf(claim);
    if (at < 0 || !entryIds.some((id) => named.get(id)?.has(code))) return false;
    const from = [...text.slice(0, at)].length;
    return from <= startChar && endChar <= from + [...claim].length && endChar > startChar;
  };
};

/** At most so many marks stand beside one sentence. */
const marksMax = 50;

/** What the draft check finds in a draft under what is confirmed in this run. */
export const examine = (input: DecisionInput, draft: DraftText): DraftExamination => {
  const { skeleton, ledger, needs, evidenceSet, profile, letterReading } = input.material;
  if (!skeleton || !ledger) throw new Error("DRAFT without skeleton or ledger");
  // As one string: what is kept with the draft is compared by ===.
  const doubted = bindingsInDoubt(underLedger(input)).join("\n");
  // As text for the same reason: the set of evidence is made anew for each decision.
  const letters = JSON.stringify(answeredLetters(letterReading, evidenceSet));
  const intent = intentOf(input);
  return examined(
    firstOf(draft, ledger, input.sha256),
    input.checkDraft,
    skeleton,
    ledger,
    needs,
    intent,
    profile,
    letterReading,
    letters,
    doubted,
  );
};

/** What the person wants of the draft and does not have. */
const wantedOf = (input: DecisionInput, draft: DraftText): MissingInput[] => {
  const { skeleton, profile, ledger, letterReading: reading } = input.material;
  if (!skeleton) return [];
  const { reworded } = examine(input, draft);
  const bringing = new Set(
    draft.sections.flatMap(({ sentences }) =>
      sentences.flatMap(({ sentenceId, entryIds, text }) =>
        entryIds.length > 0 && text.includes("“") && !reworded.has(sentenceId) ? [sentenceId] : [],
      ),
    ),
  );
  const findings = wantsFindings({ draft, skeleton, profile, unsaid: intentOf(input).unsaid, reading, bringing });
  const { locale } = draft;
  const check = (said: DraftText) => examine(input, create(DraftTextSchema, { ...said, locale })).refused;
  return withRefusedWords(findings, skeleton, ledger?.entries ?? [], check);
};

/** Every decision about the draft has the looks of the same ledger. */
const underLedger = (input: DecisionInput): DecisionInput =>
  input.material.ledger ? steady(input.material.ledger, input) : input;
const steady = steadyInput([OrchestratorState.EVIDENCE_BINDING, OrchestratorState.SPAN_RESOLUTION]);

/**
 * The first of the drafts under a ledger that say the same to the check: a person lets words go, leaves questions open or names a
 * draft again, and its sentences stand. The check reads nothing else of a draft.
 */
const firstOf = keptWith((draft: DraftText, ledger: CitationLedger, sha256: Sha256): DraftText => {
  const { title, sections, locale, adverseDismissals, frame } = draft;
  const read = create(DraftTextSchema, {
    title,
    locale,
    adverseDismissals,
    sections: sections.map((section) =>
      create(DraftSectionSchema, {
        ...section,
        sentences: section.sentences.map((one) => create(DraftSentenceSchema, { ...one, flags: [], derivations: [] })),
      }),
    ),
    ...(frame ? { frame } : {}),
  });
  const first = firstRead(ledger, digestOf(toBinary(DraftTextSchema, read), sha256));
  first.draft ??= draft;
  return first.draft;
});

const firstRead = keptWith((_ledger: CitationLedger, _digest: string): { draft?: DraftText } => ({}));

/** Reads a draft once for everything that asks: its findings, its looks and marks, and what it derives. */
const examined = keptWith(
  (
    draft: DraftText,
    check: DraftCheck,
    skeleton: MessageSkeleton,
    ledger: CitationLedger,
    needs: EvidenceNeeds | undefined,
    { parties, audience }: IntentSeed,
    profile: WorkflowProfile,
    reading: LetterReading | undefined,
    lettersText: string,
    doubted: string,
  ): DraftExamination => {
    const letters = JSON.parse(lettersText) as ReturnType<typeof answeredLetters>;
    const doubtedBindings = new Set(doubted === "" ? [] : doubted.split("\n"));
    const known = { skeleton, ledger, draft, parties, audience, profile, letters, doubtedBindings, frame: draft.frame };
    const questions = [...(reading?.assertions ?? []), ...(reading?.questions ?? [])];
    return check({ ...known, questions, ...(needs ? { needs } : {}) });
  },
);

const sentenceItems = (input: DecisionInput, message: DraftText): ItemState[] => {
  const intent = intentOf(input);
  const skeleton = input.material.skeleton;
  const claims = new Map(
    skeleton ? claimItems(input.sha256, intent, skeleton).map((item) => [item.itemId, item.fingerprint]) : [],
  );
  // As they were confirmed: that is what sentences rest on.
  const quotes = confirmedItems(input.snapshot, OrchestratorState.SPAN_RESOLUTION);
  const entries = new Map(quotes.map((item) => [item.itemId, item.fingerprint]));
  const seen = sentencesSeen(input, message);
  const one = (title: string, sentence: DraftSentence): ItemState =>
    withSeen(
      sentenceItem(
        sentence,
        input.sha256,
        intent,
        title,
        claims.get(sentence.claimId) ?? "",
        ...sentence.entryIds.map((id) => entries.get(id) ?? ""),
      ),
      input.sha256,
      seen(sentence),
    );
  const sentences = message.sections.flatMap((section) =>
    section.sentences.map((sentence) => one(section.title, sentence)),
  );
  return message.frame ? [...sentences, frameItem(message.frame, input.sha256)] : sentences;
};
