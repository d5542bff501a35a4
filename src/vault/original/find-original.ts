import { QuotedOriginal_Evidence as Evidence } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { analyseUnstemmed } from "../../search/words/analysis.ts";
import { isLongEnoughToFold } from "../../span/match.ts";
import { threadKind } from "../strand/index-entry.ts";
import type { Strand } from "../strand/strand.ts";
import { type Holder, holdersAmong, type Looks, type Quotation } from "./holder.ts";
import { mayBeSamePerson } from "./same-person.ts";

/** Messages that share the words' beginning, above which none of them is looked at: a phrase so common proves nothing. */
const sharingMax = 50;
/** Words of a quotation that are searched for; the rest is compared. */
const searchedWords = 10;

/** Which evidence may be used. Searching by the words costs a search for each quotation. */
export type EvidenceUsed = "references" | "references-and-words";

/** A message that holds the words, and why it is taken for their origin. */
export interface Origin {
  readonly holder: Holder;
  readonly evidence: Evidence;
}

/**
 * The message that a quotation comes from: first among those that its own message names (In-Reply-To, References), then by
 * the words themselves among all of the strand. Undefined where several could be it.
 *
 * @param named the messages it names, where they were looked up before
 */
export const originalOf = async (
  strand: Strand,
  record: DocRecord,
  quotation: Quotation,
  used: EvidenceUsed,
  looks: Looks,
  named = namedBy(strand, record, quotation.docUid),
): Promise<Origin | undefined> => {
  const holding = await holdersAmong(strand, named, quotation, looks);
  if (holding.length > 0) {
    const holder = oneOf(strand, record, quotation, holding);
    return holder && { holder, evidence: Evidence.REFERENCES };
  }
  if (looks.left <= 0 || used === "references" || !isLongEnoughToFold(quotation.words)) return undefined;
  const sharing = await sharers(strand, quotation);
  const older = sharing.filter((docUid) => isNotYounger(strand, record, docUid));
  const holders = await holdersAmong(strand, older, quotation, looks);
  const able = holders.filter((holder) => mayBeSamePerson(quotation.segment.speaker, senderOf(holder)) !== false);
  const [holder, ...others] = onePerMessage(strand, able);
  return holder && others.length === 0 ? { holder, evidence: Evidence.SAME_WORDS } : undefined;
};

const idsNamed = (record: DocRecord): Set<string> => new Set([...record.inReplyTo, ...record.references]);

/** Messages that the record names, oldest first; ids decide, so what hangs together by subject alone is not among them. */
export const namedBy = (strand: Strand, record: DocRecord, docUid: string): string[] => {
  const ids = idsNamed(record);
  if (ids.size === 0) return [];
  return strand.catalogue.bearing(ids).filter((named) => named !== docUid);
};

/** Of several messages that hold the words: the one by the person named above them, else the one that is answered. */
const oneOf = (
  strand: Strand,
  record: DocRecord,
  { segment }: Quotation,
  holders: readonly Holder[],
): Holder | undefined => {
  const distinct = onePerMessage(strand, holders);
  if (distinct.length === 1) return distinct[0];
  const theirs = distinct.filter((holder) => mayBeSamePerson(segment.speaker, senderOf(holder)) === true);
  if (theirs.length === 1) return theirs[0];
  const answered = distinct.filter(({ docUid }) => record.inReplyTo.includes(messageIdOf(strand, docUid)));
  return segment.depth === 1 && answered.length === 1 ? answered[0] : undefined;
};

/** Messages that hold the first words of the quotation somewhere. */
const sharers = async (strand: Strand, { docUid, words }: Quotation): Promise<string[]> => {
  await strand.ensureIndexed();
  const phrase = analyseUnstemmed(words)
    .filter(({ isExtra }) => !isExtra)
    .slice(0, searchedWords)
    .map(({ raw }) => raw)
    .join(" ");
  const query = { text: `+"${phrase}"`, kinds: [threadKind], limit: sharingMax, offset: 0 };
  const { hits, total } = strand.index.search(query);
  return total > sharingMax ? [] : hits.map(({ id }) => id).filter((id) => id !== docUid);
};

/** Whether the message is as old as the one that quotes it, or older; one without a date cannot be told to be. */
const isNotYounger = (strand: Strand, quoting: DocRecord, docUid: string): boolean => {
  const [own, its] = [quoting.detail?.summary?.authoredAtIso ?? "", strand.catalogue.instant(docUid)];
  return own !== "" && its !== "" && its <= own;
};

/** Copies of one message, as sender and receiver keep them, count as one: the one with the smallest id stands for it. */
const onePerMessage = (strand: Strand, holders: readonly Holder[]): Holder[] => {
  const byMessage = new Map<string, Holder>();
  for (const holder of holders) {
    const key = messageIdOf(strand, holder.docUid) || holder.docUid;
    const known = byMessage.get(key);
    if (known === undefined || holder.docUid < known.docUid) byMessage.set(key, holder);
  }
  return [...byMessage.values()];
};

const messageIdOf = (strand: Strand, docUid: string): string => strand.record(docUid).detail?.messageId ?? "";

/** From, as written: the first segment of a message is its header block, spoken by its author. */
export const senderOf = ({ source }: Holder): string => source.structure.segments[0]?.speaker ?? "";
