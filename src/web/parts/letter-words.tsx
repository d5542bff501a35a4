import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { leadIn } from "../../show/letter-lead.ts";

interface Part {
  readonly partId: string;
  readonly span?: SpanRef | undefined;
}

/** A part of the letter in its own words, behind what stands right before it where that is no part of its own. */
export const LetterWords = ({ part, all }: { readonly part: Part; readonly all: readonly Part[] }) => {
  const lead = leadIn(part, all);
  return (
    <>
      {lead === "" ? null : <small data-lead="">… {lead} </small>}
      <q>{part.span?.excerpt}</q>
    </>
  );
};
