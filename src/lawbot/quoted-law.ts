import type { OpenLaw } from "./open-law.ts";
import type { QuotedText } from "./quoted-text.ts";
import { passageAt } from "./unit-passages.ts";

/** An opened statute for quotes: each passage begins where it can be quoted and has the law's name in its address. */
export const quotedLaw = (law: OpenLaw): QuotedText => ({
  source: law.source,
  versionDate: law.version.validFrom,
  address: (unit) => law.address(unit),
  passage(chunkUid, start, end) {
    const unit = law.source.structure.unitAround({ start, end });
    return [passageAt(law, chunkUid, start, end, unit ? law.address(unit) : "") ?? []].flat();
  },
});
