import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type DraftSentence,
  type DraftText,
  type DraftTextProposal,
  DraftTextProposalSchema,
  type SentenceProposalSchema,
} from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import type { MissingInput } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** A draft after the remedies of its findings were applied. */
export interface MendedDraft {
  /** The whole draft anew: sentences keep their ids, and what was not touched keeps its confirmation. */
  readonly proposal: DraftTextProposal;
  /** Findings whose remedy was applied, in the order they were told. */
  readonly applied: readonly MissingInput[];
  /** Findings that ask for words, for evidence or for a reason of a person, in the order they were told. */
  readonly left: readonly MissingInput[];
}

type Sentence = MessageInitShape<typeof SentenceProposalSchema>;

/** What a draft is mended with. */
export interface MendedWith {
  /** A person's new texts by sentence id. */
  readonly words?: ReadonlyMap<string, string>;
  /** The entries that may be cited; an id that is none of them is taken out where a finding says so. */
  readonly entryIds: readonly string[];
}

/**
 * Applies the remedies of a draft's findings: cites the entry that says it, leaves out what cannot stay, and puts a
 * person's own words in where some were given. What nothing but a person can mend is left and named.
 */
export const mendDraft = (
  draft: DraftText,
  findings: readonly MissingInput[],
  { words = new Map(), entryIds }: MendedWith,
): MendedDraft => {
  const ledger = new Set(entryIds);
  const claims = new Map<string, string>();
  for (const { claimId, sentenceId } of sentencesOf(draft)) if (!claims.has(claimId)) claims.set(claimId, sentenceId);
  // What a claim lacks, its first sentence cites.
  const sentenceOf = ({ subjectId }: MissingInput): string => claims.get(subjectId) ?? subjectId;
  const applied = new Set(findings.filter((one) => isApplied(one, words.has(sentenceOf(one)))));
  const sections = draft.sections.map(({ sectionId, sentences }) => ({
    sectionId,
    sentences: sentences.flatMap((sentence): Sentence[] => {
      const mine = [...applied].filter((one) => sentenceOf(one) === sentence.sentenceId);
      return mended(sentence, mine, ledger, words.get(sentence.sentenceId));
    }),
  }));
  return {
    proposal: create(DraftTextProposalSchema, { title: words.get("title") ?? draft.title, sections }),
    applied: findings.filter((one) => applied.has(one)),
    left: findings.filter((one) => !applied.has(one)),
  };
};

const sentencesOf = (draft: DraftText): DraftSentence[] => draft.sections.flatMap(({ sentences }) => sentences);

const isApplied = ({ remedy }: MissingInput, hasWords: boolean): boolean => {
  if (remedy?.kind === Remedy_Kind.CITE_ENTRY) return remedy.entryIds.length > 0;
  return remedy?.kind === Remedy_Kind.DROP || (remedy?.kind === Remedy_Kind.REWORD && hasWords);
};

const mended = (
  sentence: DraftSentence,
  findings: readonly MissingInput[],
  ledger: ReadonlySet<string>,
  words: string | undefined,
): Sentence[] => {
  const { sentenceId, kind } = sentence;
  const drops = findings.filter(({ remedy }) => remedy?.kind === Remedy_Kind.DROP);
  const isOf = (rule: DraftRule) => drops.some((one) => one.rule === rule);
  const claimId = isOf(DraftRule.CLAIM_UNKNOWN) ? "" : sentence.claimId;
  const text = words ?? without(sentence.text, drops);
  if (words === undefined && (drops.some(isAboutTheWhole) || !/[\p{L}\p{N}]/u.test(text))) return [];
  const kept = sentence.entryIds.filter((id) => ledger.has(id) || !isOf(DraftRule.ENTRY_UNKNOWN));
  const entryIds = citedWith(kept, findings);
  return [{ sentenceId, kind, claimId, text, entryIds }];
};

/** A finding without a place, about the words rather than about what the sentence names beside them. */
const isAboutTheWhole = ({ rule, startChar, endChar }: MissingInput): boolean =>
  startChar === endChar && rule !== DraftRule.ENTRY_UNKNOWN && rule !== DraftRule.CLAIM_UNKNOWN;

/** What is cited, and for each finding the best entry that mends it, unless one that does is there already. */
const citedWith = (entryIds: readonly string[], findings: readonly MissingInput[]): string[] => {
  const cited = [...entryIds];
  for (const { remedy } of findings) {
    const able = remedy?.kind === Remedy_Kind.CITE_ENTRY ? remedy.entryIds : [];
    if (able[0] !== undefined && !able.some((id) => cited.includes(id))) cited.push(able[0]);
  }
  return cited;
};

/**
 * The text without the characters concerned, in code points, and without the holes they leave: nor the prepositions and
 * articles right before them, which belong to them.
 */
const without = (text: string, drops: readonly MissingInput[]): string => {
  const points = [...text];
  const cuts = drops
    .filter(({ startChar, endChar }) => startChar < endChar)
    .toSorted((a, b) => b.startChar - a.startChar);
  if (cuts.length === 0) return text;
  let rest = points.length;
  let kept = "";
  for (const { startChar, endChar } of cuts) {
    kept = points.slice(Math.min(endChar, rest), rest).join("") + kept;
    rest = [...points.slice(0, Math.min(startChar, rest)).join("").replace(introducing, "")].length;
  }
  return `${points.slice(0, rest).join("")} ${kept}`
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/ (?=[.,;:!?)])/gu, "")
    .replaceAll(/(?<=\() /gu, "")
    .trim();
};

/** Prepositions and articles at the end of a text, Dutch and English. */
const introducing =
  /(?<!\p{L})(?:(?:op|van|vanaf|sinds|tot|per|met|in|bij|om|na|voor|de|het|een|on|of|from|since|until|by|at|after|before|with|the|an?)\s+)+$/iu;
