import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { CitationLedgerSchema, type LedgerEntry } from "../../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, type SentenceProposalSchema } from "../../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { MessageSkeletonSchema } from "../../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { DraftRule } from "../../../../gen/pincite/run/v1/look_pb.ts";
import { NameRegister } from "../../../citation/name-register.ts";
import { draftCheck } from "../../../grounding/draft-check.ts";
import { answeredLetters } from "../../../run/seen.ts";

/** Without a register of laws: what a sentence cites that rests on the law is left to the kernel. One that rests on papers alone cites none. */
const check = draftCheck({ register: new NameRegister([], ""), laws: [] });
const ofTheLaw: ReadonlySet<DraftRule> = new Set([DraftRule.CITATION_UNBOUND, DraftRule.CITATION_UNREAD]);

/** Places of the sentences that the check of a draft would refuse: a refused draft leads nowhere. */
export const refusedSentences = (
  context: TurnContext,
  sentences: readonly MessageInitShape<typeof SentenceProposalSchema>[],
): ReadonlySet<number> => {
  if (sentences.length === 0) return new Set();
  const { intent, ledger } = context;
  const numbered = sentences.map(({ text = "", kind, entryIds = [] }, at) => ({
    sentenceId: idAt(at),
    text,
    entryIds: [...entryIds],
    ...(kind === undefined ? {} : { kind }),
  }));
  const { refused } = check({
    skeleton: create(MessageSkeletonSchema, {}),
    ledger: ledger ?? create(CitationLedgerSchema),
    draft: create(DraftTextSchema, {
      locale: intent?.locale ?? "",
      sections: [{ sectionId: "section:1", sentences: numbered }],
    }),
    parties: intent?.parties ?? [],
    audience: intent?.audience ?? "",
    ...(context.profile ? { profile: context.profile } : {}),
    letters: answeredLetters(context.letterReading, context.evidenceSet),
  });
  const laws = new Set((ledger?.entries ?? []).filter(isOfLaw).map(({ entryId }) => entryId));
  const citingLaw = new Set(
    numbered.filter(({ entryIds }) => entryIds.some((id) => laws.has(id))).map(({ sentenceId }) => sentenceId),
  );
  const ids = new Set(
    refused
      .filter(({ rule, subjectId }) => !ofTheLaw.has(rule) || !citingLaw.has(subjectId))
      .map(({ subjectId }) => subjectId),
  );
  return new Set([...sentences.keys()].filter((at) => ids.has(idAt(at))));
};

const isOfLaw = ({ evidence }: LedgerEntry): boolean => evidence?.evidence.case === "law";

const idAt = (at: number): string => `sentence:${at + 1}`;
