import { type DraftSection, type DraftSentence, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { MemoFrame } from "../../gen/pincite/memo/v1/letter_pb.ts";
import type { MessageSkeleton } from "../../gen/pincite/memo/v1/skeleton_pb.ts";

/** A section of a draft as it is printed; without a title, what a memo says above its first heading, or at its end. */
export interface LetterPart {
  readonly title: string | undefined;
  /** What answers one part of the letter is a paragraph of its own, and so is each of many demands. */
  readonly paragraphs: readonly (readonly DraftSentence[])[];
}

/** Whether a frame makes a letter of a memo: somebody said from whom or to whom it goes. */
export const isLetterFrame = (frame: Pick<MemoFrame, "sender" | "addressee"> | undefined): boolean =>
  frame !== undefined && (frame.sender.length > 0 || frame.addressee.length > 0);

/** The part of the letter that each claim of an outline answers, by claim_id. */
export const answersIn = ({ sections }: Pick<MessageSkeleton, "sections">): ReadonlyMap<string, string> =>
  new Map(
    sections
      .flatMap(({ claims }) => claims)
      .flatMap(({ claimId, answers: [first] }) => (first ? [[claimId, first.assertionId]] : [])),
  );

/**
 * The sections in the order in which they are printed. The first sentence of a memo opens it, above every heading, and its last one
 * closes it in a paragraph of its own, where they only lead to what follows.
 */
export const letterOrder = (
  sections: readonly Pick<DraftSection, "title" | "sentences">[],
  answers: ReadonlyMap<string, string> = new Map(),
  demands: readonly string[] = [],
): LetterPart[] => {
  const filled = sections.flatMap(({ sentences }, at) => (sentences.length > 0 ? [at] : []));
  const [first = -1, last = -1] = [filled[0], filled.at(-1)];
  const opening = leading(sections[first]?.sentences[0], sections[first]);
  const closing = leading(sections[last]?.sentences.at(-1), sections[last], opening);
  const behind = sections.map(({ title, sentences }) => ({
    title,
    paragraphs: paragraphsOf(
      sentences.filter((one) => one !== opening && one !== closing),
      answers,
      demands,
    ),
  }));
  return [...alone(opening), ...behind, ...alone(closing)];
};

/** A sentence that leads, where its section holds more than what leads. */
const leading = (
  sentence: DraftSentence | undefined,
  section: Pick<DraftSection, "sentences"> | undefined,
  another?: DraftSentence,
): DraftSentence | undefined => {
  const others = section?.sentences.filter((one) => one !== sentence && one !== another) ?? [];
  return sentence?.kind === SentenceKind.CONNECTIVE && others.length > 0 ? sentence : undefined;
};

const alone = (sentence: DraftSentence | undefined): LetterPart[] =>
  sentence ? [{ title: undefined, paragraphs: [[sentence]] }] : [];

/** So many demands of one section are read more easily below one another. */
const demandsMin = 3;

const paragraphsOf = (
  sentences: readonly DraftSentence[],
  answers: ReadonlyMap<string, string>,
  demands: readonly string[],
): DraftSentence[][] => {
  const putting = sentences.filter(({ text }) => demands.some((demand) => text.includes(demand)));
  const alone = new Set(putting.length >= demandsMin ? putting : []);
  const paragraphs: DraftSentence[][] = [];
  let last: string | undefined;
  for (const sentence of sentences) {
    const part = answers.get(sentence.claimId) ?? "";
    if (part === last && !alone.has(sentence)) paragraphs.at(-1)?.push(sentence);
    else paragraphs.push([sentence]);
    last = part;
  }
  return paragraphs;
};
