import { insertedBy, type MarkKind } from "./marks.ts";
import { at, childrenOf, tooMuch, wordsOf, type XmlElement } from "./office-package.ts";

/** Insertions that may be open at once: each is marked in every paragraph that it goes through. */
const openMax = 100;

/**
 * Tracked changes of an OpenDocument text (part 3, 5.5). Inserted words stand in the text between two marks; deleted ones stand apart
 * from it and are not read.
 */
export class OdfChanges {
  /** Insertions that began and did not end, in order. */
  readonly open = new Set<string>();
  readonly hasDeletions: boolean;
  readonly #inserted = new Map<string, MarkKind>();

  constructor(tracked: XmlElement | undefined) {
    const regions = childrenOf(tracked, "changed-region");
    this.hasDeletions = regions.some((region) => at(region, "deletion") !== undefined);
    for (const region of regions) {
      const info = at(region, "insertion", "change-info");
      if (at(region, "insertion") === undefined) continue;
      const day = wordsOf(at(info, "date")).slice(0, 10);
      this.#inserted.set(region.attributes.id ?? "", insertedBy(wordsOf(at(info, "creator")), day));
    }
  }

  /** Whether it is an insertion that begins. */
  begin(id: string): boolean {
    if (!this.#inserted.has(id)) return false;
    this.open.add(id);
    if (this.open.size > openMax) throw tooMuch();
    return true;
  }

  end(id: string): void {
    this.open.delete(id);
  }

  markOf(id: string): MarkKind {
    return this.#inserted.get(id) ?? insertedBy("", "");
  }
}
