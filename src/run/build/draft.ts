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
import { claimItems, sentenceItem } from "../items.ts";
import { auditMeta, type DecisionInput } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { type Candidate, itemsMax } from "./candidate.ts";
import { ledgerStored } from "./ledger.ts";
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
  return draftOf(input, proposal.title.trim() || input.snapshot.title, made);
};

/** The former draft under today's ledger, put forward again on the way on. Sections that are gone are left out, headings follow the skeleton. */
export const draftAgain = (input: DecisionInput, former: DraftText): Candidate<typeof DraftTextSchema> => {
  const titles = new Map((input.material.skeleton?.sections ?? []).map((s) => [s.sectionId, s.title]));
  const sections = former.sections
    .filter((section) => titles.has(section.sectionId))
    .map((section) =>
      create(DraftSectionSchema, { ...section, title: titles.get(section.sectionId) ?? section.title }),
    );
  return draftOf(input, former.title, sections);
};

const draftOf = (
  input: DecisionInput,
  title: string,
  sections: DraftText["sections"],
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

const checkDraft = (input: DecisionInput, draft: DraftText): MissingInput[] => {
  const { skeleton, ledger, needs } = input.material;
  if (!skeleton || !ledger) throw new Error("DRAFT without skeleton or ledger");
  return input.checkDraft({ skeleton, ledger, draft, ...(needs ? { needs } : {}) });
};

const sentenceItems = (input: DecisionInput, message: DraftText): ItemState[] => {
  const intent = intentOf(input);
  const skeleton = input.material.skeleton;
  const claims = new Map(
    skeleton ? claimItems(input.sha256, intent, skeleton).map((item) => [item.itemId, item.fingerprint]) : [],
  );
  const ledger = input.material.ledger;
  const entries = new Map(
    ledger ? ledgerStored(input, ledger).items.map((item) => [item.itemId, item.fingerprint]) : [],
  );
  const one = (title: string, sentence: DraftSentence): ItemState =>
    sentenceItem(
      sentence,
      input.sha256,
      intent,
      title,
      claims.get(sentence.claimId) ?? "",
      ...sentence.entryIds.map((id) => entries.get(id) ?? ""),
    );
  return message.sections.flatMap((section) => section.sentences.map((sentence) => one(section.title, sentence)));
};
