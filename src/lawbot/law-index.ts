import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { CorpusIndex, type SharedIndex } from "./corpus-index.ts";
import type { OpenLaws } from "./open-law.ts";
import { indexEntries } from "./sections.ts";
import type { Versions } from "./versions.ts";

/** Rises when entries of the same text would look different; an index of another number is built anew. */
const indexVersion = 1;

/** The search index over every section of every version. */
export type LawIndex = CorpusIndex<LawVersion>;

/** Opens it in `file`, taking or rebuilding it where it is not current. */
export const openLawIndex = (
  file: string,
  versions: Versions,
  laws: OpenLaws,
  snapshots?: SharedIndex,
): Promise<LawIndex> =>
  CorpusIndex.open(
    file,
    {
      watermark: () => `${indexVersion} ${versions.isEmpty ? "empty" : versions.revision}`,
      all: () => versions.all(),
      entries: async (version) => indexEntries(await laws.get(version)),
    },
    snapshots,
  );
