import { create } from "@bufbuild/protobuf";
import type { Sha256 } from "#kit/digest.ts";
import {
  type DraftJudgement,
  type JudgedAtom,
  type JudgedSentence,
  JudgedSentenceSchema,
  SentenceVerdict,
} from "../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import type { DraftSentence } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import type { Sight } from "./looks/look.ts";
import { textDigest } from "./words-digest.ts";

/** The look that each verdict is; what is said is none. */
const codes: Readonly<Record<SentenceVerdict, LookCode | undefined>> = {
  [SentenceVerdict.UNSPECIFIED]: undefined,
  [SentenceVerdict.SAID]: undefined,
  [SentenceVerdict.NOT_SAID]: LookCode.SECOND_READER_NOT_SAID,
  [SentenceVerdict.OTHERWISE]: LookCode.SECOND_READER_SAID_OTHERWISE,
  [SentenceVerdict.OTHER_SPEAKER]: LookCode.SECOND_READER_OTHER_SPEAKER,
};

/** The parts of a sentence that a second reader does not call said. */
export const doubtsIn = ({ atoms }: Pick<JudgedSentence, "atoms">): JudgedAtom[] =>
  atoms.filter(({ verdict }) => codes[verdict] !== undefined);

/** A look that a second reader raises, with its two places. */
type DoubtSight = Sight & Required<Pick<Sight, "place" | "spanDigest" | "against">>;

/** All that second readers doubted and that is on record. */
const doubtedIn = ({ earlier, sentences }: Pick<DraftJudgement, "earlier" | "sentences">): JudgedSentence[] =>
  [...earlier, ...sentences].filter((one) => doubtsIn(one).length > 0);

/**
 * What second readers doubted of a sentence, as looks on it. A doubt is about words and what they are compared with: it stays on the
 * sentence under whatever id and kind it stands, and goes when either changes.
 */
export const doubtedSights = (
  judgement: DraftJudgement | undefined,
  sha256: Sha256,
): ((sentence: Pick<DraftSentence, "text">, compared: readonly string[]) => Sight[]) => {
  if (!judgement) return () => [];
  const byBasis = Map.groupBy(doubtedIn(judgement), basisOf);
  return ({ text }, compared) =>
    (byBasis.get(basisOf({ textSha256: textDigest(text, sha256), compareDigests: [...compared] })) ?? [])
      .flatMap(doubtsIn)
      .flatMap(sightOf);
};

const basisOf = ({ textSha256, compareDigests }: Pick<JudgedSentence, "textSha256" | "compareDigests">): string =>
  [textSha256, ...compareDigests].join(" ");

/** A doubt as a look; nothing for what is said. */
export const sightOf = (atom: JudgedAtom): DoubtSight[] => {
  const { verdict, startChar, endChar, excerptSha256, excerptStartChar, excerptEndChar } = atom;
  const code = codes[verdict];
  if (code === undefined) return [];
  const against = { startChar: excerptStartChar, endChar: excerptEndChar };
  return [{ code, place: { startChar, endChar }, spanDigest: excerptSha256, against }];
};

/** At most so many doubted sentences of earlier readings are kept. */
const earlierMax = 1_000;

/**
 * What a new judgement keeps of the one before: a second reader that finds said what an earlier one doubted lifts nothing. Doubts that
 * the new one has as well are not kept twice; where they are too many, those that are about no sentence of the draft go first, the
 * oldest first.
 */
export const earlierDoubts = (
  before: DraftJudgement | undefined,
  sentences: readonly JudgedSentence[],
): JudgedSentence[] => {
  if (!before) return [];
  const now = new Map(sentences.map((one) => [basisOf(one), new Set(doubtsIn(one).map(atomKey))]));
  const kept = [...before.earlier, ...before.sentences].flatMap((one) => {
    const again = now.get(basisOf(one));
    const atoms = doubtsIn(one).filter((atom) => !again?.has(atomKey(atom)));
    const { sentenceId, textSha256, compareDigests } = one;
    return atoms.length === 0 ? [] : [create(JudgedSentenceSchema, { sentenceId, textSha256, compareDigests, atoms })];
  });
  const spare = Math.max(0, kept.length - earlierMax);
  const goes = new Set(
    [...kept.filter((one) => !now.has(basisOf(one))), ...kept.filter((one) => now.has(basisOf(one)))].slice(0, spare),
  );
  return kept.filter((one) => !goes.has(one));
};

const atomKey = (atom: JudgedAtom): string =>
  [atom.verdict, atom.startChar, atom.endChar, atom.excerptSha256, atom.excerptStartChar, atom.excerptEndChar].join(
    " ",
  );
