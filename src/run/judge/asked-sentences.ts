import { create } from "@bufbuild/protobuf";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftSentence } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import {
  type AskedExcerpt,
  AskedExcerptSchema,
  type AskedSentence,
  AskedSentenceSchema,
} from "../../../gen/pincite/model/v1/judge_turn_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { comparedBy, examine } from "../build/draft.ts";
import type { DecisionInput } from "../kernel.ts";
import { wordsDigest } from "../words-digest.ts";

/** A sentence that is worded anew, as a second reader is asked about it. */
export interface SentenceUnderJudgement {
  /** The sentence as it is shown; without excerpts: it rests on no words, as on a search alone, and nobody is asked. */
  readonly asked: AskedSentence;
  /** Digests of the words it is compared with, ascending. */
  readonly compareDigests: readonly string[];
  /** By entry_id, the digest of the excerpt that stands for it. */
  readonly digests: ReadonlyMap<string, string>;
  /** Documents of the Vault that it cites, by evidence id. */
  readonly documents: readonly string[];
}

/** The sentences of the draft under review that are worded anew, in its order, each with what it cites and nothing else. */
export const sentencesUnderJudgement = (input: DecisionInput): SentenceUnderJudgement[] => {
  const { draft } = input.material.proposals;
  if (!draft) return [];
  const { reworded } = examine(input, draft);
  return draft.sections
    .flatMap(({ sentences }) => sentences)
    .filter(({ sentenceId }) => reworded.has(sentenceId))
    .map((sentence) => underJudgement(input, sentence));
};

const underJudgement = (input: DecisionInput, sentence: DraftSentence): SentenceUnderJudgement => {
  const cited = citedBy(sentence, input.material.ledger?.entries ?? []);
  return {
    asked: askedSentence(sentence, cited),
    compareDigests: comparedBy(input, sentence),
    digests: new Map(
      cited.flatMap((entry) => wordsDigest(entry, input.sha256).map((digest) => [entry.entryId, digest] as const)),
    ),
    documents: cited.flatMap(documentOf),
  };
};

const citedBy = ({ entryIds }: Pick<DraftSentence, "entryIds">, entries: readonly LedgerEntry[]): LedgerEntry[] =>
  [...new Set(entryIds)].flatMap((id) => entries.filter(({ entryId }) => entryId === id));

/** A sentence with the words of these entries that it cites, as a second reader is shown it. */
export const askedSentence = (
  sentence: Pick<DraftSentence, "sentenceId" | "text" | "entryIds">,
  entries: readonly LedgerEntry[],
): AskedSentence => {
  const { sentenceId, text } = sentence;
  return create(AskedSentenceSchema, { sentenceId, text, excerpts: citedBy(sentence, entries).flatMap(excerptOf) });
};

const documentOf = ({ evidence }: LedgerEntry): string[] =>
  evidence?.evidence.case === "document" ? [evidence.evidence.value.evidenceId] : [];

/** The words of an entry with whose and when they are; nothing where it has none. */
const excerptOf = ({ entryId, span, evidence }: LedgerEntry): AskedExcerpt[] => {
  const ref = evidence?.evidence;
  if (ref?.case === "statement") return [create(AskedExcerptSchema, { entryId, text: ref.value.text })];
  if (!span || span.excerpt === "") return [];
  const paper = ref?.case === "document" ? ref.value : undefined;
  const author = span.voice === Voice.AUTHOR ? (paper?.participants[0] ?? "") : "";
  return [
    create(AskedExcerptSchema, {
      entryId,
      text: span.excerpt,
      speaker: span.speaker || author,
      day: span.segmentDateText || (paper?.occurredAtIso ?? span.versionDate),
      title: paper?.title || span.address,
    }),
  ];
};
