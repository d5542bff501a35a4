import type { FullTextIndex } from "../search/full-text-index.ts";
import { CorpusIndex, openDerived } from "./corpus-index.ts";
import type { OpenLaws } from "./open-law.ts";
import { indexEntries } from "./sections.ts";
import type { Versions } from "./versions.ts";

/** Rises when entries of the same text would look different; an index of another number is built anew. */
const indexVersion = 1;

/** The search index over every section of every version. */
export class LawIndex extends CorpusIndex {
  readonly #versions: Versions;
  readonly #laws: OpenLaws;

  private constructor(fullText: FullTextIndex, versions: Versions, laws: OpenLaws) {
    super(fullText, () => watermarkOf(versions));
    this.#versions = versions;
    this.#laws = laws;
  }

  /** Opens the index in `file`, rebuilding it from the store where it is not current. */
  static async open(file: string, versions: Versions, laws: OpenLaws): Promise<LawIndex> {
    const { fullText, isCurrent } = await openDerived(file, watermarkOf(versions));
    const index = new LawIndex(fullText, versions, laws);
    if (isCurrent) return index;
    for (const version of versions.all()) index.put(indexEntries(await laws.get(version)));
    index.mark();
    return index;
  }

  /** Writes the entries of one law anew, since its name stands in their titles. */
  async renew(lawId: string): Promise<void> {
    this.#laws.forget(lawId);
    for (const version of this.#versions.all())
      if (version.lawId === lawId) this.put(indexEntries(await this.#laws.get(version)));
    this.mark();
  }
}

const watermarkOf = (versions: Versions): string => `${indexVersion} ${versions.isEmpty ? "empty" : versions.revision}`;
