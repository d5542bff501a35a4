import type { TransitionalLaw } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine } from "../text/plain.ts";

/** Characters of a rule that are shown. */
const shownMax = 600;

/** What loaded laws say about earlier cases, a line for each rule, its words as they stand. */
export const transitionalLines = (rules: readonly TransitionalLaw[], { phrase }: Speech): string[] =>
  rules.map(({ rule, address, until }) => {
    const words = oneLine(rule?.words ?? "", shownMax);
    return until === ""
      ? phrase("law.transitional", { address, words })
      : phrase("law.transitional-until", { address, words, until });
  });
