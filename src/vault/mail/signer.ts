import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { signedBelow } from "../../letter/signed-below.ts";
import type { ExtractedDocument } from "../reader/port.ts";

/**
 * The people of a mail, and last whoever signed it where its header does not name them: a firm's desk has one address, and who
 * wrote stands below the closing words (`Sandra, balie`).
 */
export const withSigner = (
  participants: readonly string[],
  { text, segments }: Pick<ExtractedDocument, "text" | "segments">,
): readonly string[] => {
  const own = segments
    .filter(({ voice }) => voice === Voice.AUTHOR || voice === Voice.SIGNATURE)
    .map(({ start, end }) => text.slice(start, end))
    .join("\n");
  const signed = signedBelow(own);
  const [name = ""] = signed.split(",");
  const isKnown = participants.some((one) => one.toLowerCase().includes(name.toLowerCase()));
  return signed === "" || isKnown ? participants : [...participants, signed];
};
