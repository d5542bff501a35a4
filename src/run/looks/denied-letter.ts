import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { AssertionAnswer } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Material } from "../kernel.ts";
import type { Sight } from "./look.ts";
import type { Bound } from "./source.ts";
import { asksForView } from "./template.ts";

/** A claim that calls an assertion of the answered letter wrong rests on that very assertion. `words`: what is quoted for it. */
export const deniedSights = (
  { binding, candidate, slot }: Bound,
  words: string,
  { answeredText, letterReading, skeleton, profile }: Material,
): Sight[] => {
  if (candidate?.evidenceId !== `vault:${answeredText?.docUid}` || asksForView(slot, profile)) return [];
  const claim = (skeleton?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .find(({ claimId }) => claimId === binding.claimId);
  const isDenied = (claim?.answers ?? []).some(
    ({ assertionId, answer }) =>
      answer === AssertionAnswer.WRONG &&
      letterReading?.assertions.some(
        ({ partId, span }) => partId === assertionId && span !== undefined && span.excerpt.includes(words.trim()),
      ),
  );
  return isDenied ? [{ code: LookCode.OTHER_SIDE_SPEAKS }] : [];
};
