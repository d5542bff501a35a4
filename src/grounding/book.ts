import type { CitationLedger, LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftText } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { EvidenceNeeds } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { LetterPart, MemoFrame } from "../../gen/pincite/memo/v1/letter_pb.ts";
import type { Party } from "../../gen/pincite/memo/v1/party_pb.ts";
import type { MessageSkeleton, SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { ClaimAct } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { CitationReader } from "./citations.ts";
import { exhibitNumbers } from "./exhibits.ts";
import { wordsIn } from "./language/words.ts";
import { Cast } from "./parties.ts";
import type { MemoProfile } from "./role-of-noun.ts";
import { type Source, sourceOf } from "./source.ts";

/** A letter that the memo answers, as far as its name goes. */
export interface AnsweredLetter {
  /** ISO 8601 day or instant; empty: unknown. */
  readonly day: string;
  /** Its reference as it writes it; empty: none. */
  readonly reference: string;
}

export interface DraftUnderCheck {
  readonly skeleton: MessageSkeleton;
  readonly ledger: CitationLedger;
  readonly draft: DraftText;
  /** With it, each required slot of a required claim must be cited, not only some entry of the claim. */
  readonly needs?: EvidenceNeeds;
  /** Who may be named anywhere, and by whom speakers are known. */
  readonly parties?: readonly Party[];
  /** Who will read it, as the intent says: whom `u` means. */
  readonly audience?: string;
  /** What such a memo calls people, for whom it may be and what its kinds of claims do. */
  readonly profile?: MemoProfile;
  /** Letters that the memo answers: they may be named by day and reference without being cited. */
  readonly letters?: readonly AnsweredLetter[];
  /** What the answered letter asks and states: a sentence that answers one of these in words may quote it, and nothing else of the letter. */
  readonly questions?: readonly LetterPart[];
  /** What stands around the text, where the memo is a letter. */
  readonly frame?: MemoFrame | undefined;
  readonly citations: CitationReader;
  /** Whether only what is refused is asked for: no looks, marks or comparisons are made. */
  readonly refusalsOnly?: boolean;
  /** Bindings with a look that nobody has named: the words of their claims are not known yet. */
  readonly doubtedBindings?: ReadonlySet<string>;
}

/** What the rules look things up in. */
export interface Book {
  readonly input: DraftUnderCheck;
  readonly locale: string;
  readonly entries: ReadonlyMap<string, LedgerEntry>;
  readonly claims: ReadonlyMap<string, SkeletonClaim>;
  readonly citations: CitationReader;
  readonly cast: Cast;
  readonly letters: readonly AnsweredLetter[];
  /** Words that stand in small letters somewhere in memo or evidence. */
  readonly known: ReadonlySet<string>;
  /** Every word of the confirmed record: what a definite article may take for known. */
  readonly record: ReadonlySet<string>;
  /** The number that the export gives to each paper the draft cites. */
  readonly exhibits: ReadonlyMap<string, number>;
  sourceOf(entry: LedgerEntry): Source;
}

const smallWords = /(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]+/gu;

/** The book of one draft: each entry is read once, when a sentence first cites it. */
export const bookOf = (input: DraftUnderCheck): Book => {
  const { skeleton, ledger, draft, parties = [], audience = "", profile, letters = [] } = input;
  const claims = skeleton.sections.flatMap((section) => section.claims);
  const known = new Set<string>();
  for (const text of [
    ...ledger.entries.flatMap(({ span, evidence }) => [
      span?.excerpt ?? "",
      evidence?.evidence.case === "statement" ? evidence.evidence.value.text : "",
    ]),
    ...claims.map(({ text }) => text),
    ...draft.sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)),
  ])
    for (const [word] of text.matchAll(smallWords)) known.add(word);
  const record = new Set(
    [...recordTexts(ledger.entries), ...claims.map(({ text }) => text)].flatMap((text) =>
      wordsIn(text).map(({ folded }) => folded),
    ),
  );
  const sources = new Map<LedgerEntry, Source>();
  const entries = new Map(ledger.entries.map((entry) => [entry.entryId, entry]));
  return {
    input,
    letters,
    known,
    record,
    locale: draft.locale,
    cast: new Cast(parties, audience, profile),
    entries,
    exhibits: exhibitNumbers(draft, entries),
    claims: new Map(claims.map((claim) => [claim.claimId, claim])),
    citations: input.citations,
    sourceOf: (entry) => {
      const found = sources.get(entry) ?? sourceOf(entry, known);
      sources.set(entry, found);
      return found;
    },
  };
};

/** The words of the letter that a claim answers in words of its own: as the kernel cut them out, so that they may be quoted before the answer. */
export const questionsOf = (claim: SkeletonClaim | undefined, { questions = [] }: DraftUnderCheck): LetterPart[] =>
  (claim?.answers ?? [])
    .filter(({ answer }) => answer === AssertionAnswer.REPLIED)
    .flatMap(({ assertionId }) => questions.find(({ partId }) => partId === assertionId) ?? []);

const recordTexts = (entries: readonly LedgerEntry[]): string[] =>
  entries.flatMap(({ span, evidence }) => {
    const source = evidence?.evidence;
    const own =
      source?.case === "statement" ? source.value.text : source?.case === "document" ? source.value.title : "";
    return [span?.excerpt ?? "", own];
  });

/** Kinds of claims that ask and assert nothing: their words are the author's to set, in their own sentence. */
const asking: ReadonlySet<ClaimAct> = new Set([
  ClaimAct.ASKS,
  ClaimAct.RESERVES,
  ClaimAct.PUTS_QUESTION,
  ClaimAct.CONCLUDES,
]);

export const isAsking = (
  claim: SkeletonClaim | undefined,
  { input: { profile } }: { readonly input: Pick<DraftUnderCheck, "profile"> },
): boolean => profile?.claimKinds.some(({ name, act }) => name === claim?.claimKind && asking.has(act)) ?? false;
