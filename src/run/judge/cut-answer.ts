import { create } from "@bufbuild/protobuf";
import type { Sha256 } from "#kit/digest.ts";
import {
  type JudgedAtom,
  JudgedAtomSchema,
  type JudgedSentence,
  JudgedSentenceSchema,
  NotJudged,
  SentenceVerdict,
} from "../../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import type { AtomAnswer, SentenceAnswer } from "../../../gen/pincite/model/v1/judge_turn_pb.ts";
import { textDigest } from "../words-digest.ts";
import type { SentenceUnderJudgement } from "./asked-sentences.ts";

/**
 * What a second reader said of a sentence, cut anew: every range lies in the sentence and in an excerpt that it cites, and no two parts
 * of the sentence overlap. Where one does not hold nothing that was said of the sentence is taken.
 */
export const cutAnswer = (
  sentence: SentenceUnderJudgement,
  answer: SentenceAnswer | undefined,
  sha256: Sha256,
): JudgedSentence => {
  if (!answer || answer.atoms.length === 0) return notJudged(sentence, NotJudged.LEFT_OUT, sha256);
  const cut = answer.atoms.map((atom) => cutAtom(sentence, atom));
  const atoms = cut.filter((one) => one !== undefined).toSorted((a, b) => a.startChar - b.startChar);
  const isApart = atoms.every(({ startChar }, at) => startChar >= (atoms[at - 1]?.endChar ?? 0));
  if (atoms.length < cut.length || !isApart) return notJudged(sentence, NotJudged.RANGE_INVALID, sha256);
  return create(JudgedSentenceSchema, { ...basisOf(sentence, sha256), atoms });
};

/** A sentence of which nothing is known, and why. */
export const notJudged = (sentence: SentenceUnderJudgement, why: NotJudged, sha256: Sha256): JudgedSentence =>
  create(JudgedSentenceSchema, { ...basisOf(sentence, sha256), notJudged: why });

/** What a judgement is about: the sentence's words, and the words that it is compared with. */
const basisOf = ({ asked, compareDigests }: SentenceUnderJudgement, sha256: Sha256) => ({
  sentenceId: asked.sentenceId,
  textSha256: textDigest(asked.text, sha256),
  compareDigests: [...compareDigests],
});

/** A part of a sentence whose ranges are there; undefined where one is not. */
const cutAtom = ({ asked, digests }: SentenceUnderJudgement, atom: AtomAnswer): JudgedAtom | undefined => {
  const { verdict, startChar, endChar, entryId, excerptStartChar, excerptEndChar } = atom;
  if (verdict === SentenceVerdict.UNSPECIFIED || !isWithin(startChar, endChar, asked.text)) return undefined;
  const part = { verdict, startChar, endChar };
  if (entryId === "")
    return excerptStartChar === 0 && excerptEndChar === 0 ? create(JudgedAtomSchema, part) : undefined;
  const excerpt = asked.excerpts.find((one) => one.entryId === entryId);
  const excerptSha256 = digests.get(entryId);
  if (!excerpt || excerptSha256 === undefined) return undefined;
  const isWhole = excerptStartChar === 0 && excerptEndChar === 0;
  if (!isWhole && !isWithin(excerptStartChar, excerptEndChar, excerpt.text)) return undefined;
  return create(JudgedAtomSchema, { ...part, excerptSha256, excerptStartChar, excerptEndChar });
};

/** Code points from `start` to `end`, at least one. */
const isWithin = (start: number, end: number, text: string): boolean => start < end && end <= [...text].length;
