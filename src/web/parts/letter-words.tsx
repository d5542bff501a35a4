import type { LetterPart } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { leadIn } from "../../show/letter-lead.ts";

/** A part of the letter in its own words, behind what stands right before it where that is no part of its own. */
export const LetterWords = ({ part, all }: { readonly part: LetterPart; readonly all: readonly LetterPart[] }) => {
  const lead = leadIn(part, all);
  return (
    <>
      {lead === "" ? null : <small data-lead="">… {lead} </small>}
      <q>{part.span?.excerpt}</q>
    </>
  );
};
