/** One file inside a container, in the order in which they stand there. */
export interface Member {
  /** Path inside the container. */
  readonly name: string;
  readonly mediaType: string;
  /** Its bytes, or why they are not given. */
  readonly given: { readonly bytes: Uint8Array } | { readonly refusal: string };
  /** SHA-256, 64 hex; empty where the bytes could not be read. */
  readonly digest: string;
  readonly sizeBytes: number;
  /** What stands between the member before and this one, byte for byte; empty in an archive. */
  readonly before: Uint8Array;
  /** How far the container is read behind it: what ContainerPosition.offset says. */
  readonly end: number;
}

/** So many copies of members are told of one by one, and those that are read before the first is known; a mailbox or calendar of more was exported wrongly, or made on purpose. */
export const copiesMax = 100;
/** How many members before are remembered: copies of an earlier one are read as if they were new, and known all the same. */
const rememberedMax = 1_000;

/** Counts the members of one container that have the very bytes of one before. */
export class Copies {
  readonly #seen = new Set<string>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Takes a member, by its digest; true: it is a copy, and more of them came before than are told of. */
  areTooMany(digest: string): boolean {
    if (!this.#seen.has(digest)) {
      if (this.#seen.size >= rememberedMax) this.#seen.delete(this.#seen.values().next().value ?? "");
      this.#seen.add(digest);
      return false;
    }
    this.#count++;
    return this.#count > copiesMax;
  }
}

/** What a member may have, in bytes: what the store takes as one document. */
export const memberBytesMax = 64 * 1024 * 1024;
