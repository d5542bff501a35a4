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
  /** By their ids; who inserted is read where words are marked, of which a text with a hundred thousand insertions may have none. */
  readonly #inserted = new Map<string, XmlElement>();

  constructor(tracked: XmlElement | undefined) {
    let hasDeletions = false;
    for (const region of childrenOf(tracked, "changed-region")) {
      hasDeletions ||= at(region, "deletion") !== undefined;
      const insertion = at(region, "insertion");
      if (insertion !== undefined) this.#inserted.set(region.attributes.id ?? "", insertion);
    }
    this.hasDeletions = hasDeletions;
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
    const info = at(this.#inserted.get(id), "change-info");
    return insertedBy(wordsOf(at(info, "creator")), wordsOf(at(info, "date")).slice(0, 10));
  }
}
