import { create } from "@bufbuild/protobuf";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  type DraftSection,
  DraftSectionSchema,
  type DraftSentence,
  DraftSentenceSchema,
  type DraftText,
  type DraftTextProposal,
  DraftTextSchema,
} from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { ItemState, MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { sentenceFlags } from "../../grounding/left-out.ts";
import { stageRecord } from "../fold.ts";
import { claimItems, type Seen, sentenceItem, withSeen } from "../items.ts";
import { auditMeta, type DecisionInput } from "../kernel.ts";
import { unnamedUnder } from "../looks/in-stage.ts";
import { looksOf } from "../looks/look.ts";
import { confirmedItems } from "../missing-inputs.ts";
import { invalidProposal } from "../refusals.ts";
import { adverseFindings, dismissalsOf } from "./adverse.ts";
import { type Candidate, itemsMax, refuseManyLooks } from "./candidate.ts";
import { intentOf } from "./skeleton.ts";

/** The draft a proposal comes to. What it cites must be in the confirmed ledger; whether it says so rightly is the draft check's business. */
export const draftCandidate = (
  input: DecisionInput,
  proposal: DraftTextProposal,
): Candidate<typeof DraftTextSchema> => {
  const sections = new Map((input.material.skeleton?.sections ?? []).map((s) => [s.sectionId, s]));
  const claims = new Set([...sections.values()].flatMap((s) => s.claims.map((claim) => claim.claimId)));
  const entries = new Set((input.material.ledger?.entries ?? []).map((entry) => entry.entryId));
  let count = 0;
  const made = proposal.sections.map((section, at) => {
    const known = sections.get(section.sectionId);
    if (!known)
      throw invalidProposal(`sections[${at}].section_id`, `The skeleton has no section ${section.sectionId}.`);
    const sentences = section.sentences.map((sentence, n) => {
      const path = `sections[${at}].sentences[${n}]`;
      if (sentence.claimId && !claims.has(sentence.claimId))
        throw invalidProposal(`${path}.claim_id`, `The skeleton has no claim ${sentence.claimId}.`);
      const stray = sentence.entryIds.find((id) => !entries.has(id));
      if (stray) throw invalidProposal(`${path}.entry_ids`, `The confirmed ledger has no entry ${stray}.`);
      return create(DraftSentenceSchema, {
        sentenceId: `sentence:${++count}`,
        text: sentence.text.trim(),
        kind: sentence.kind,
        claimId: sentence.claimId,
        entryIds: [...new Set(sentence.entryIds)],
      });
    });
    return create(DraftSectionSchema, { sectionId: known.sectionId, title: known.title, sentences });
  });
  if (count === 0) throw invalidProposal("sections", "The draft has no sentence: write at least one.");
  const { dismissals, words } = dismissalsOf(input, proposal);
  const title = proposal.title.trim() || (input.material.title ?? "");
  return { ...draftOf(input, title, made, dismissals), words };
};

/** The former draft under today's ledger, put forward again on the way on. Sections that are gone are left out, headings follow the skeleton. */
export const draftAgain = (input: DecisionInput, former: DraftText): Candidate<typeof DraftTextSchema> => {
  const titles = new Map((input.material.skeleton?.sections ?? []).map((s) => [s.sectionId, s.title]));
  const sections = former.sections
    .filter((section) => titles.has(section.sectionId))
    .map((section) =>
      create(DraftSectionSchema, { ...section, title: titles.get(section.sectionId) ?? section.title }),
    );
  return draftOf(input, former.title, sections, former.adverseDismissals);
};

const draftOf = (
  input: DecisionInput,
  title: string,
  sections: DraftText["sections"],
  adverseDismissals: DraftText["adverseDismissals"],
): Candidate<typeof DraftTextSchema> => {
  const ledger = stageRecord(input.snapshot, OrchestratorState.SPAN_RESOLUTION)?.accepted;
  const skeleton = stageRecord(input.snapshot, OrchestratorState.SKELETON)?.accepted;
  return draftStored(
    input,
    create(DraftTextSchema, {
      meta: auditMeta(input, "draft_text", [ledger, skeleton]),
      ...(ledger ? { ledger } : {}),
      title,
      sections: sections.map((section) => flagged(section, input.material.ledger?.entries ?? [])),
      locale: intentOf(input).locale,
      adverseDismissals,
    }),
  );
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
    throw invalidProposal("sections", `${items.length} sentences are too many; at most ${itemsMax} fit one memo.`);
  const citations = message.sections.flatMap((s) => s.sentences.flatMap((sentence) => sentence.entryIds)).length;
  if (citations > citationsMax)
    throw invalidProposal("sections", `${citations} citations are too many; at most ${citationsMax} fit one memo.`);
  const skeleton = stageRecord(input.snapshot, OrchestratorState.SKELETON)?.accepted;
  return {
    state: OrchestratorState.DRAFT,
    schema: DraftTextSchema,
    message,
    items,
    parents: [message.ledger, skeleton],
    keep: (keeps) => keepSentences(message, keeps),
    check: (draft) => checkDraft(input, draft),
  };
};

const keepSentences = (message: DraftText, keeps: (id: string) => boolean): DraftText =>
  create(DraftTextSchema, {
    ...message,
    sections: message.sections.map((section) =>
      create(DraftSectionSchema, { ...section, sentences: section.sentences.filter((s) => keeps(s.sentenceId)) }),
    ),
  });

/** What a person is shown beside each sentence: what the draft's own check saw there, and what nobody could name before. */
const sentencesSeen = (input: DecisionInput, message: DraftText): ((sentence: DraftSentence) => Seen) => {
  const { skeleton, ledger, needs } = input.material;
  const sights =
    skeleton && ledger
      ? input.seeDraft?.({ skeleton, ledger, draft: message, ...(needs ? { needs } : {}) })
      : undefined;
  const unnamed = unnamedUnder(input);
  return (sentence) => {
    const { looks = [], marks = [] } = sights?.get(sentence.sentenceId) ?? {};
    const looked = { itemId: sentence.sentenceId, content: [sentence.text, String(sentence.kind)] };
    return { looks: [...unnamed(sentence), ...looksOf(input.sha256, looked, looks)], marks: marks.slice(0, marksMax) };
  };
};

/** At most so many marks stand beside one sentence. */
const marksMax = 50;

const checkDraft = (input: DecisionInput, draft: DraftText): MissingInput[] => {
  const { skeleton, ledger, needs } = input.material;
  if (!skeleton || !ledger) throw new Error("DRAFT without skeleton or ledger");
  return [
    ...input.checkDraft({ skeleton, ledger, draft, ...(needs ? { needs } : {}) }),
    ...adverseFindings(ledger, draft),
  ];
};

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
  return message.sections.flatMap((section) => section.sentences.map((sentence) => one(section.title, sentence)));
};
