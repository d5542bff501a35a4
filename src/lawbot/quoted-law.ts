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
  together: (chunkUid) => chunksOfArticle(law, chunkUid),
});

/** The chunks of the article that a chunk is of: the lid that says it may stand behind those that the chunk has. A chunk of several articles is read alone. */
const chunksOfArticle = (law: OpenLaw, chunkUid: string): ReadonlySet<string> => {
  const chunk = law.canonical.chunks.find((one) => one.chunkUid === chunkUid);
  const around = chunk && law.source.structure.unitAround({ start: chunk.startChar, end: chunk.endChar });
  const article = around && law.ancestors(around).find((unit) => law.isCitedWhole(unit));
  const others = law.canonical.chunks.filter(
    ({ startChar, endChar }) => article && startChar < article.endChar && article.startChar < endChar,
  );
  return new Set([chunkUid, ...others.map((one) => one.chunkUid)]);
};
