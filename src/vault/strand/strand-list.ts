import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { sifted } from "#kit/sifted.ts";
import { type StrandSummary, StrandSummarySchema } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { DomainError } from "../../error.ts";
import type { EntryChange, EntryRange, Store, WantedEntry } from "../../store/store.ts";
import { strandOf } from "./chain.ts";
import { changeOf } from "./journal-events.ts";
import type { SeenStrands } from "./seen-strands.ts";

/** One list for all strands of an owner. */
const list = "vault-strands";

/** The entry by which a strand is found again: it goes to disk with the first thing that is put into it. */
export const strandEntry = (strandId: string, beganAtIso: string): EntryChange & WantedEntry => ({
  list,
  key: strandId,
  value: toBinary(StrandSummarySchema, create(StrandSummarySchema, { strandId, beganAtIso })),
});

/** A page of strands, and whether more follow. */
export interface StrandPage {
  readonly strands: readonly StrandSummary[];
  /** Number of the last one given, where there are more. */
  readonly next: number | undefined;
}

/** The strands of one owner, the newest first. */
export class StrandList {
  readonly #store: Store;
  readonly #owner: string;
  readonly #seen: Pick<SeenStrands, "strands"> | undefined;

  constructor(store: Store, owner: string, seen?: Pick<SeenStrands, "strands">) {
    this.#store = store;
    this.#owner = owner;
    this.#seen = seen;
  }

  /** At most `limit` strands that came before number `before`; undefined: the newest. Errors: DATA_LOSS where the journal is damaged too. */
  async page(before: number | undefined, limit: number): Promise<StrandPage> {
    try {
      return await this.#page(before, limit);
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== "DATA_LOSS" || error.facts.list !== list) throw error;
      const { wanted, position } = await this.#ofJournal();
      await this.#store.mendList(this.#owner, list, wanted, position);
      return this.#page(before, limit);
    }
  }

  async #page(before: number | undefined, limit: number): Promise<StrandPage> {
    const behind = (after: number | undefined, most: number): EntryRange => ({
      reverse: true,
      limit: most,
      ...(after === undefined ? {} : { after }),
    });
    const sees = await this.#seen?.strands();
    const read = (part: EntryRange) => this.#store.entries(this.#owner, list, part);
    const entries = sees
      ? await sifted(
          (after, most) => read(behind(after, most)),
          { after: before, limit: limit + 1 },
          ({ key }) => sees(key),
        )
      : await read(behind(before, limit + 1));
    const given = entries.slice(0, limit);
    return {
      strands: given.map(({ value }) => fromBinary(StrandSummarySchema, value)),
      next: entries.length > limit ? given.at(-1)?.number : undefined,
    };
  }

  /** What the list must hold by the first event of each strand, as of a position. */
  async #ofJournal(): Promise<{ readonly wanted: (EntryChange & WantedEntry)[]; readonly position: bigint }> {
    const { position } = await this.#store.commit({ owner: this.#owner });
    const wanted: (EntryChange & WantedEntry)[] = [];
    const enough = new AbortController();
    if (position > 0n)
      for await (const event of this.#store.watch(this.#owner, { after: 0n, signal: enough.signal })) {
        const strandId = event.seq === 1 ? strandOf(event.stream) : undefined;
        if (strandId !== undefined)
          wanted.push(strandEntry(strandId, changeOf(event).records[0]?.record.detail?.importedAtIso ?? ""));
        if (event.position >= position) break;
      }
    enough.abort();
    return { wanted, position };
  }
}
