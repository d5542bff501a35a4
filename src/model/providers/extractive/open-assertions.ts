import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ClaimAnswerProposalSchema } from "../../../../gen/pincite/memo/v1/letter_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { AssertionAnswer } from "../../../../gen/pincite/run/v1/run_context_pb.ts";

/**
 * Assertions of the letter that the outline does not answer yet, each as not known: what they are is for the person to say.
 * An outline that a person has confirmed for this very intent is not asked again: what it leaves out was rejected.
 */
export const openAssertions = (context: TurnContext): MessageInitShape<typeof ClaimAnswerProposalSchema>[] => {
  const current = (role: string) => context.run?.current.find((one) => one.role === role)?.ref?.digest;
  const served = context.skeleton?.intent?.digest;
  if (current("skeleton") !== undefined && served === current("intent_seed")) return [];
  const claims = (context.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const answers = [...claims.flatMap((claim) => claim.answers), ...(context.skeleton?.left ?? [])];
  const answered = new Set(answers.map(({ assertionId }) => assertionId));
  return (context.letterReading?.assertions ?? [])
    .filter(({ partId }) => !answered.has(partId))
    .map(({ partId }) => ({ assertionId: partId, answer: AssertionAnswer.UNKNOWN }));
};
