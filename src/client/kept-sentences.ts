import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { CitationLedger } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  type DraftSentence,
  type DraftText,
  type DraftTextProposal,
  DraftTextProposalSchema,
  type SentenceProposalSchema,
} from "../../gen/pincite/memo/v1/draft_text_pb.ts";

type Sentence = MessageInitShape<typeof SentenceProposalSchema>;

/** What a letter was written of. */
export interface Written {
  readonly draft?: DraftText | undefined;
  readonly ledger?: Pick<CitationLedger, "entries"> | undefined;
}

/**
 * The letter as it is now, with the sentences that it had for the claims that stay: whoever leaves one claim out changed nothing of the others, and a
 * guide that writes the letter anew does not know what she had written. Not those that cite what is not there any more, nor of a claim in `changed`.
 * Undefined: the letter says of each what it said.
 */
export const keptSentences = (
  before: Written,
  now: Written,
  changed: ReadonlySet<string>,
): DraftTextProposal | undefined => {
  if (before.draft === undefined || now.draft === undefined) return undefined;
  const entries = new Set((now.ledger?.entries ?? []).map(({ entryId }) => entryId));
  const [was, is] = [byClaim(before.draft), byClaim(now.draft)];
  const kept = new Map(
    [...is].flatMap(([claimId, sentences]) => {
      const former = was.get(claimId) ?? [];
      const stands = former.length > 0 && former.every(({ entryIds }) => entryIds.every((id) => entries.has(id)));
      const isOther = textsOf(former) !== textsOf(sentences);
      return stands && isOther && !changed.has(claimId) ? [[claimId, former] as const] : [];
    }),
  );
  if (kept.size === 0) return undefined;
  const said = new Set<string>();
  const sentenceOf = (sentence: DraftSentence): Sentence[] => {
    const former = kept.get(sentence.claimId);
    if (former === undefined) return [{ ...plain(sentence), sentenceId: sentence.sentenceId }];
    if (said.has(sentence.claimId)) return [];
    said.add(sentence.claimId);
    return former.map(plain);
  };
  const sections = now.draft.sections.map(({ sectionId, sentences }) => ({
    sectionId,
    sentences: sentences.flatMap(sentenceOf),
  }));
  return create(DraftTextProposalSchema, { title: now.draft.title, sections });
};

const plain = ({ text, kind, claimId, entryIds }: DraftSentence): Sentence => ({ text, kind, claimId, entryIds });

/** The sentences that make each claim, in the order of the letter. */
const byClaim = ({ sections }: DraftText): ReadonlyMap<string, readonly DraftSentence[]> =>
  Map.groupBy(
    sections.flatMap(({ sentences }) => sentences).filter(({ claimId }) => claimId !== ""),
    ({ claimId }) => claimId,
  );

const textsOf = (sentences: readonly DraftSentence[]): string => sentences.map(({ text }) => text).join("\n");
