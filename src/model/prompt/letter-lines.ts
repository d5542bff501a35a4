import { type LetterReading, ReferenceSide } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { MessageSkeleton } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { AssertionAnswerSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { behindBars, onOneLine } from "./content-lines.ts";

/** The letter taken apart as lines: each part with its id and its words, an assertion also with what the outline answers. */
export const letterLines = (reading: LetterReading, skeleton: MessageSkeleton | undefined): string[] => {
  const answers = answersOf(skeleton);
  return [
    ...(reading.day ? [`- day of the letter: ${onOneLine(reading.day.day)}`] : []),
    ...reading.references.map(
      ({ side, value }) =>
        `- reference of its ${side === ReferenceSide.WRITER ? "writer" : "reader"}: ${onOneLine(value)}`,
    ),
    ...[...reading.assertions, ...reading.questions].flatMap(({ partId, span }) => [
      `- ${onOneLine(partId)}${answers.get(partId) ?? ""}`,
      ...behindBars(span?.excerpt ?? ""),
    ]),
    ...reading.terms.flatMap(({ partId, dueDate, span }) => [
      `- ${onOneLine(partId)}${dueDate === "" ? "" : `; until ${onOneLine(dueDate)}`}`,
      ...behindBars(span?.excerpt ?? ""),
    ]),
  ];
};

const answersOf = (skeleton: MessageSkeleton | undefined): ReadonlyMap<string, string> =>
  new Map(
    (skeleton?.sections ?? []).flatMap(({ claims }) =>
      claims.flatMap((claim) =>
        claim.answers.map(({ assertionId, answer, why }): [string, string] => {
          const name = AssertionAnswerSchema.value[answer]?.localName ?? "";
          return [
            assertionId,
            `; answered ${name} in ${onOneLine(claim.claimId)}${why === "" ? "" : `: ${onOneLine(why)}`}`,
          ];
        }),
      ),
    ),
  );
