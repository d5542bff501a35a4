import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { MarkCode } from "../../gen/pincite/run/v1/look_pb.ts";
import type { Book } from "./book.ts";
import type { SeenMark } from "./finding.ts";
import { hasKin } from "./language/kin.ts";
import { roleNoun } from "./language/roles.ts";
import { type Word, wordsIn } from "./language/words.ts";
import { isNo, type Sentence, tongueOfSentence } from "./sentence.ts";
import { claimWordsOf } from "./token-rule.ts";

const marksMax = 50;

/** What is worth seeing beside a sentence: words and verbs that its evidence has not, a negation in an argument. */
export const sentenceMarks = (sentence: Sentence, book: Book): SeenMark[] =>
  [...newWords(sentence, book), ...negations(sentence)]
    .toSorted((a, b) => a.start - b.start || a.code - b.code)
    .slice(0, marksMax);

const newWords = (sentence: Sentence, book: Book): SeenMark[] => {
  const tongue = tongueOfSentence(sentence);
  const grammar = sentence.grammars[0];
  const telling = sentence.cited.filter(({ said }) => said !== "");
  if (grammar === undefined || telling.length === 0 || telling.some((source) => source.tongue !== tongue)) return [];
  const known = new Set(sentence.cited.flatMap((source) => [...source.words, ...claimWordsOf(source, book)]));
  const isNew = ({ folded, text, start, end }: Word): boolean =>
    folded.length > 2 &&
    !grammar.functionWords.has(folded) &&
    !grammar.modals.has(folded) &&
    !grammar.negations.has(folded) &&
    roleNoun(text) === undefined &&
    !sentence.tokens.some((token) => token.start <= start && end <= token.end) &&
    !hasKin(folded, known);
  return wordsIn(sentence.scanned.rest)
    .filter(isNew)
    .map((word) => ({
      code: isVerb(word, sentence) ? MarkCode.NEW_VERB : MarkCode.NEW_WORD,
      start: word.start,
      end: word.end,
    }));
};

const isVerb = (word: Word, { acts }: Sentence): boolean => acts.some(({ verb }) => verb.start === word.start);

const negations = ({ draft, scanned, grammars }: Sentence): SeenMark[] => {
  if (draft.kind !== SentenceKind.ARGUMENT && draft.kind !== SentenceKind.APPLICATION) return [];
  return wordsIn(scanned.rest)
    .filter(({ folded }) => isNo(folded, grammars))
    .map(({ start, end }) => ({ code: MarkCode.NEGATION_IN_ARGUMENT, start, end }));
};
