import { CheckedReads } from "../level/checked-reads.ts";
import { Present } from "../level/present.ts";
import { FetchedMap, withFetched } from "./fetched-map.ts";
import { LargeFiles } from "./large-files.ts";
import type { Rows } from "./rows.ts";
import { TableKeys } from "./table-keys.ts";

/** What reads of one owner work with. */
export interface OwnerReads {
  readonly map: FetchedMap;
  readonly present: Present;
  readonly keys: TableKeys;
  readonly files: LargeFiles;
  readonly reads: CheckedReads;
}

/** Reads what an owner has with the checks of every other store; `first` are keys that will be asked for. The work may be done several times. */
export const readOwner = async <T>(
  rows: Rows,
  owner: string,
  first: readonly string[],
  work: (reads: OwnerReads) => T | Promise<T>,
): Promise<T> => {
  const map = new FetchedMap(rows);
  if (first.length > 0) await map.fetch(first);
  return withFetched(map, () => {
    const keys = new TableKeys(map, owner, rows.wrapping);
    const present = new Present(map, 1_000, keys);
    const files = new LargeFiles((range) => map.entries(range), keys);
    return work({ map, present, keys, files, reads: new CheckedReads(map, present, files) });
  });
};
