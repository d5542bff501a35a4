import type { Store } from "../../store/store.ts";
import { strandOf } from "../strand/chain.ts";
import type { StrandList } from "../strand/strand-list.ts";
import type { LivingNodes } from "./living-nodes.ts";
import { nodesFor } from "./rendezvous.ts";

/** On so many servers a strand is warm. */
const warmOn = 2;
/** Strands that are looked at when servers come or go: those that changed last. */
const recentMax = 32;
/** An event that was erased is never given: so long the last one is waited for. */
const eventMs = 1_000;

interface Parts {
  readonly store: Store;
  readonly owner: string;
  readonly nodes: LivingNodes;
  readonly strands: StrandList;
  /** Makes the catalogue and the index of a strand follow its journal. */
  readonly follow: (strandId: string) => Promise<void>;
}

/**
 * Keeps strands warm on two of the servers over a store, whichever of them something is put in through: the two that its name falls to. Any server may
 * serve any strand; on one of these two its first search finds an index that has followed.
 */
export class WarmStrands {
  readonly #parts: Parts;
  /** The strands that changed last, the newest last. */
  readonly #recent = new Set<string>();
  #living = "";
  /** Up to where the owner's events were looked at; undefined: nothing was yet. */
  #position: bigint | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Follows what changed since this was asked last, as far as it falls to this server. To be asked every few seconds, one after the other. Errors: those of the store. */
  async look(): Promise<void> {
    const { nodes, follow } = this.#parts;
    const living = await nodes.beat();
    const changed = await this.#changed();
    for (const strandId of changed) {
      this.#recent.delete(strandId);
      this.#recent.add(strandId);
    }
    for (const oldest of this.#recent) {
      if (this.#recent.size <= recentMax) break;
      this.#recent.delete(oldest);
    }
    const isOther = living.join() !== this.#living;
    this.#living = living.join();
    for (const strandId of isOther ? [...this.#recent] : changed)
      if (nodesFor(strandId, living, warmOn).includes(nodes.own))
        // What cannot be followed now is followed, or told, by the call that asks for it.
        await follow(strandId).catch(() => undefined);
  }

  /** Strands that changed since, the last one last; at first the newest. */
  async #changed(): Promise<readonly string[]> {
    const { store, owner, strands } = this.#parts;
    const from = this.#position;
    const { position } = await store.commit({ owner });
    this.#position = position;
    if (from === undefined)
      return (await strands.page(undefined, recentMax)).strands.map(({ strandId }) => strandId).reverse();
    const found = new Set<string>();
    if (position === from) return [];
    const enough = new AbortController();
    const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(eventMs)]);
    for await (const event of store.watch(owner, { after: from, signal })) {
      const strandId = strandOf(event.stream);
      if (strandId !== undefined) {
        found.delete(strandId);
        found.add(strandId);
      }
      if (event.position >= position) break;
    }
    enough.abort();
    return [...found];
  }
}
