import { packKey } from "../keys.ts";
import type { NewPack, PreparedPacks } from "../pack-scope.ts";
import { encodePackTable } from "../records.ts";
import { sealOf } from "../seal.ts";
import type { BatchWriter } from "./batch-writer.ts";

/**
 * Puts packs in the place of the records they were made of, all in this batch; gives how many keys are gone. Where one of those is
 * no longer what it was, as after another packing, nothing is changed.
 */
export const planPacks = (
  writer: BatchWriter,
  owner: string,
  scope: string,
  { packs, table }: PreparedPacks,
): number => {
  if (packs.length === 0 || !packsStand(writer, { packs, table })) return 0;
  let gone = 0;
  for (const { replaced, sealed } of packs) {
    const [first, ...others] = replaced;
    writer.change({ key: first.key, sealed, before: first.seal });
    for (const { key, seal } of others) writer.change({ key, sealed: undefined, before: seal });
    gone += others.length;
  }
  writer.totals.commitCount -= BigInt(gone);
  const key = packKey(owner, scope);
  const before = writer.value(key);
  writer.changeRecord({ key, sealed: encodePackTable(key, table), before: before ? sealOf(before) : null });
  return gone;
};

/** Whether all records are still the ones that the packs were made of. */
export const packsStand = (writer: BatchWriter, { packs }: PreparedPacks): boolean =>
  packs.every((one) => stands(writer, one));

const stands = (writer: BatchWriter, { replaced }: NewPack): boolean =>
  replaced.every(({ key, seal }) => {
    const value = writer.value(key);
    return value !== undefined && sealOf(value) === seal;
  });
