import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { CitationLedger } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  type DraftSentence,
  type DraftText,
  type DraftTextProposal,
  DraftTextProposalSchema,
  SentenceKind,
  type SentenceProposalSchema,
} from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { MessageSkeleton } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
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
  /** A person's new texts by sentence id, or by `title`; a sentence without words is left out. */
  readonly words?: ReadonlyMap<string, string>;
  /** The quotes that may be cited: an id that is none of them is taken out, since no draft is taken with it. Absent: nothing is. */
  readonly ledger?: Pick<CitationLedger, "entries"> | undefined;
  /** The outline whose claims the draft makes, and no sentence another. */
  readonly skeleton?: Pick<MessageSkeleton, "sections"> | undefined;
}

/**
 * Applies the remedies of a draft's findings: cites the entry that says it, leaves out what cannot stay, has a claim that nobody
 * makes said in its own words, and puts a person's own words in where some were given. What nothing but a person can mend is left
 * and named, and so is a finding whose remedy changes nothing any more: what was refused once is not offered again.
 */
export const mendDraft = (
  draft: DraftText,
  findings: readonly MissingInput[],
  { words = new Map(), ledger, skeleton }: MendedWith = {},
): MendedDraft => {
  const named: Named = {
    entryIds: ledger && new Set(ledger.entries.map(({ entryId }) => entryId)),
    claimIds: skeleton && new Set(skeleton.sections.flatMap((one) => one.claims.map(({ claimId }) => claimId))),
  };
  const claims = new Map<string, string>();
  for (const { claimId, sentenceId } of sentencesOf(draft)) if (!claims.has(claimId)) claims.set(claimId, sentenceId);
  // What a claim lacks, its first sentence cites.
  const sentenceOf = ({ subjectId }: MissingInput): string => claims.get(subjectId) ?? subjectId;
  const own = new Map(
    sentencesOf(draft).map((one) => [one.sentenceId, { text: one.text, claim: claimText(skeleton, one.claimId) }]),
  );
  const inTurn = findings.filter(
    (one) => isApplied(one, words.has(sentenceOf(one))) && !cutsOwnWords(one, own.get(sentenceOf(one))),
  );
  const changed = new Set<string>();
  const mendedOf = (sentence: DraftSentence): Sentence[] => {
    const mine = inTurn.filter((one) => sentenceOf(one) === sentence.sentenceId);
    const after = mended(sentence, mine, named, words.get(sentence.sentenceId));
    if (!isSame(sentence, after)) changed.add(sentence.sentenceId);
    return after;
  };
  const said = new Map(
    inTurn.flatMap(({ subjectId, remedy }) => {
      const sentence = remedy?.kind === Remedy_Kind.SAY ? sayingOf(subjectId, { ledger, skeleton }) : undefined;
      return sentence && !claims.has(subjectId) ? [[subjectId, sentence] as const] : [];
    }),
  );
  const sections = sectionIdsOf(draft, skeleton).map((sectionId) => {
    const now = draft.sections.find((section) => section.sectionId === sectionId);
    const outlined = skeleton?.sections.find((section) => section.sectionId === sectionId)?.claims ?? [];
    const more = outlined.flatMap(({ claimId }) => said.get(claimId) ?? []);
    return { sectionId, sentences: [...(now?.sentences ?? []).flatMap(mendedOf), ...more] };
  });
  const applied = inTurn.filter((one) => changed.has(sentenceOf(one)) || said.has(one.subjectId));
  return {
    proposal: create(DraftTextProposalSchema, {
      title: words.get("title") ?? draft.title,
      sections: sections.filter(({ sentences }) => sentences.length > 0),
    }),
    applied,
    left: findings.filter((one) => !applied.includes(one)),
  };
};

const claimText = (skeleton: MendedWith["skeleton"], claimId: string): string =>
  (skeleton?.sections ?? []).flatMap(({ claims }) => claims).find((one) => one.claimId === claimId)?.text ?? "";

/**
 * Whether a finding would be mended by taking out words that a claim says itself: `Ik betaal € 184,56` would become a promise to pay
 * whatever is asked. Only whoever makes the claim says it otherwise.
 */
const cutsOwnWords = (
  { remedy, startChar, endChar }: MissingInput,
  sentence: { readonly text: string; readonly claim: string } | undefined,
): boolean => {
  const cut = [...(sentence?.text ?? "")].slice(startChar, endChar).join("").trim();
  return remedy?.kind === Remedy_Kind.DROP && cut !== "" && (sentence?.claim.includes(cut) ?? false);
};

/** The sections of a draft, with those of the outline that it says nothing of, in the outline's order. */
const sectionIdsOf = (draft: DraftText, skeleton: MendedWith["skeleton"]): string[] => {
  const ids = (sections: readonly { readonly sectionId: string }[]) => sections.map(({ sectionId }) => sectionId);
  const outlined = ids(skeleton?.sections ?? []);
  return [...outlined, ...ids(draft.sections).filter((id) => !outlined.includes(id))];
};

/** A sentence that makes a claim in its own words, with all that it rests on; undefined: the outline has no such claim. */
const sayingOf = (
  claimId: string,
  { ledger, skeleton }: Pick<MendedWith, "ledger" | "skeleton">,
): Sentence | undefined => {
  const claim = (skeleton?.sections ?? []).flatMap(({ claims }) => claims).find((one) => one.claimId === claimId);
  if (!claim) return undefined;
  const entryIds = (ledger?.entries ?? []).flatMap((one) => (one.claimId === claimId ? [one.entryId] : []));
  return { kind: SentenceKind.ARGUMENT, claimId, text: claim.text, entryIds };
};

/** What sentences may name beside their words; undefined: whatever they do. */
interface Named {
  readonly entryIds: ReadonlySet<string> | undefined;
  readonly claimIds: ReadonlySet<string> | undefined;
}

const isSame = (before: DraftSentence, after: readonly Sentence[]): boolean => {
  const [only, ...more] = after;
  return (
    only !== undefined &&
    more.length === 0 &&
    only.text === before.text &&
    only.kind === before.kind &&
    only.claimId === before.claimId &&
    only.entryIds?.join(" ") === before.entryIds.join(" ")
  );
};

const sentencesOf = (draft: DraftText): DraftSentence[] => draft.sections.flatMap(({ sentences }) => sentences);

const isApplied = ({ rule, remedy }: MissingInput, hasWords: boolean): boolean => {
  if (remedy?.kind === Remedy_Kind.CITE_ENTRY) return remedy.entryIds.length > 0;
  if (remedy?.kind === Remedy_Kind.SAY || isMislabelled(rule, remedy)) return true;
  return remedy?.kind === Remedy_Kind.DROP || (remedy?.kind === Remedy_Kind.REWORD && hasWords);
};

/** A sentence whose kind nothing can carry: as an argument its words are judged all the same, and it needs no source of a kind. */
const isMislabelled = (rule: DraftRule, remedy: MissingInput["remedy"]): boolean =>
  rule === DraftRule.KIND_NOT_CARRIED && remedy?.kind !== Remedy_Kind.CITE_ENTRY;

const mended = (
  sentence: DraftSentence,
  findings: readonly MissingInput[],
  { entryIds: known, claimIds }: Named,
  words: string | undefined,
): Sentence[] => {
  const { sentenceId } = sentence;
  const kind = findings.some(({ rule, remedy }) => isMislabelled(rule, remedy)) ? SentenceKind.ARGUMENT : sentence.kind;
  const drops = findings.filter(({ remedy }) => remedy?.kind === Remedy_Kind.DROP);
  const claimId = claimIds && !claimIds.has(sentence.claimId) ? "" : sentence.claimId;
  const text = words ?? without(sentence.text, drops);
  if (words?.trim() === "") return [];
  if (words === undefined && (drops.some(isAboutTheWhole) || !/[\p{L}\p{N}]/u.test(text))) return [];
  const kept = sentence.entryIds.filter((id) => known?.has(id) ?? true);
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
