import { create } from "@bufbuild/protobuf";
import type { DraftText } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { LetterReading } from "../../gen/pincite/memo/v1/letter_pb.ts";
import type { MessageSkeleton } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import { type MissingInput, MissingInput_Kind, MissingInputSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { goneWords, placeOfWords } from "./required-words.ts";
import type { MemoProfile } from "./role-of-noun.ts";
import type { Range } from "./tokens/token.ts";

/** A draft, and what the person wants of it. */
export interface WantedOf {
  readonly draft: DraftText;
  readonly skeleton: MessageSkeleton;
  readonly profile: MemoProfile;
  /** Words that must not be said. */
  readonly unsaid: readonly string[];
  /** The letter that is answered, taken apart; undefined: there is none, or nobody took it apart. */
  readonly reading: LetterReading | undefined;
  /** Ids of the sentences that only bring quotations. */
  readonly bringing?: ReadonlySet<string>;
}

/**
 * What a draft owes the person, whoever wrote it: the words of each required claim, none of those that must not be said, and an
 * answer to each part of the letter, unless the person let words go or left a part open. One finding for each stretch of words.
 */
export const wantsFindings = (input: WantedOf): MissingInput[] => [
  ...unsaidWords(input),
  ...lostWords(input),
  ...unansweredParts(input),
];

const unsaidWords = ({ draft: { title, sections }, unsaid }: WantedOf): MissingInput[] => {
  if (unsaid.length === 0) return [];
  const texts = [
    { subjectId: "title", text: title },
    ...sections.flatMap((section) => [
      { subjectId: section.sectionId, text: section.title },
      ...section.sentences.map(({ sentenceId, text }) => ({ subjectId: sentenceId, text })),
    ]),
  ];
  return texts.flatMap(({ subjectId, text }) =>
    unsaid.flatMap((line) => {
      const place = placeOfWords(text, line);
      return place ? [finding(subjectId, DraftRule.UNSAID_WORDS, Remedy_Kind.REWORD, place, text)] : [];
    }),
  );
};

const lostWords = ({ draft, skeleton, profile, bringing }: WantedOf): MissingInput[] => {
  const sentences = draft.sections.flatMap((section) => section.sentences);
  const claims = skeleton.sections.flatMap((section) => section.claims).filter(({ required }) => required);
  return claims.flatMap((claim) => {
    const { claimId, text } = claim;
    const letGo = new Set(draft.letGo.flatMap((one) => (one.claimId === claimId ? one.words : [])));
    return goneWords(claim, sentences, profile, bringing)
      .filter(({ start, end }) => !letGo.has(text.slice(start, end)))
      .map((place) => finding(claimId, DraftRule.REQUIRED_WORDS_GONE, Remedy_Kind.LET_GO, place, text));
  });
};

const unansweredParts = ({ draft, skeleton, reading }: WantedOf): MissingInput[] => {
  const claims = skeleton.sections.flatMap((section) => section.claims);
  const answers = [...claims.flatMap((claim) => claim.answers), ...skeleton.left, ...draft.left];
  const settled = new Set(answers.map(({ assertionId, excerptSha256 }) => `${assertionId} ${excerptSha256}`));
  return [...(reading?.assertions ?? []), ...(reading?.questions ?? [])]
    .filter(({ partId, span }) => !settled.has(`${partId} ${span?.excerptSha256 ?? ""}`))
    .map(({ partId }) => finding(partId, DraftRule.LETTER_UNANSWERED, Remedy_Kind.LEAVE_OPEN));
};

const finding = (
  subjectId: string,
  rule: DraftRule,
  remedy: Remedy_Kind,
  { start, end }: Range = { start: 0, end: 0 },
  text = "",
): MissingInput => {
  // UTF-16 units as code points of the text.
  const startChar = [...text.slice(0, start)].length;
  const endChar = startChar + [...text.slice(start, end)].length;
  return create(MissingInputSchema, {
    kind: MissingInput_Kind.DRAFT_CHECK,
    subjectId,
    rule,
    startChar,
    endChar,
    remedy: { kind: remedy },
  });
};
