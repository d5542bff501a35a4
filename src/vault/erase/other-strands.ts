import type { Strand } from "../strand/strand.ts";
import type { StrandList } from "../strand/strand-list.ts";
import type { OtherStrands } from "./plan-erasure.ts";

const strandsAtOnce = 100;

/** Asks every strand but this one whether it has the documents. */
export const otherStrandsOf =
  (strands: StrandList, strandId: string, opened: (strandId: string) => Promise<Strand>): OtherStrands =>
  async (docUids) => {
    const found = new Map<string, string[]>();
    for (let before: number | undefined; ; ) {
      const page = await strands.page(before, strandsAtOnce);
      for (const other of page.strands) {
        if (other.strandId === strandId) continue;
        const { catalogue } = await opened(other.strandId);
        for (const docUid of docUids)
          if (catalogue.has(docUid)) found.set(docUid, [...(found.get(docUid) ?? []), other.strandId]);
      }
      if (page.next === undefined) break;
      before = page.next;
    }
    return new Map([...found].map(([docUid, ids]) => [docUid, ids.sort()]));
  };
