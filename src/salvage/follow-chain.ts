import { emptyHead, type Head } from "../store/store.ts";

/** An event by its place in the chain. */
export interface Link {
  readonly hash: string;
  readonly prevHash: string;
}

/** How far a chain holds, and how far anything says that it went. */
export interface Followed {
  readonly head: Head;
  readonly known: number;
}

/**
 * Follows a chain from its first event: it ends before a gap, before an event that does not name the one before it, and before
 * one that is not what a witness says of it (a head, a checkpoint). What lies behind is whole in itself and hangs on nothing.
 *
 * @param told numbers of events of which there is a trace and no more
 */
export const followChain = (
  links: ReadonlyMap<number, Link>,
  witnesses: readonly Head[],
  told: readonly number[],
): Followed => {
  const hashes = new Map(witnesses.map(({ seq, hash }) => [seq, hash]));
  let head = emptyHead;
  for (let link = links.get(1); link && fits(link, head, hashes); link = links.get(head.seq + 1))
    head = { seq: head.seq + 1, hash: link.hash };
  const known = [...links.keys(), ...hashes.keys(), ...told].reduce((most, seq) => Math.max(most, seq), head.seq);
  return { head, known };
};

const fits = (link: Link, head: Head, hashes: ReadonlyMap<number, string>): boolean =>
  link.prevHash === head.hash && (hashes.get(head.seq + 1) ?? link.hash) === link.hash;
