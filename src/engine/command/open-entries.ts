import { create, toBinary } from "@bufbuild/protobuf";
import { OpenTurnSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { DomainError } from "../../error.ts";
import type { WantedEntry } from "../../store/store.ts";
import type { IndexList } from "../run/index-space.ts";
import { openToolList, openTurnList } from "../run/kept-spaces.ts";
import type { ListRow } from "../run/run-index.ts";
import type { LoadedRun } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";

export const entriesAtOnce = 100;

/**
 * A page of what is under way, from behind a number on. Where the list is damaged it is made again from where the runs stand: what they
 * do not tell is whose call waits for a turn, and that is kept where the entry still says it.
 */
export const openEntries = async <V>(runs: Runs, list: IndexList<V>, after: number): Promise<ListRow<V>[]> => {
  const read = () => runs.index.listed(list, { after, limit: entriesAtOnce });
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== "DATA_LOSS" || error.facts.list !== list.name) throw error;
    await mendOpenList(runs, list.name);
    return read();
  }
};

const mendOpenList = async (runs: Runs, list: string): Promise<void> => {
  const { store, owner } = runs.parts;
  const { position } = await store.commit({ owner });
  const wanted: WantedEntry[] = [];
  for await (const runId of runs.index.runIds())
    for (const one of openIn(list, await runs.load(runId)))
      wanted.push({ ...one, value: (await kept(runs, list, one)) ?? one.value });
  await store.mendList(owner, list, wanted, position);
};

/** What a run says is under way in it. */
const openIn = (list: string, { snapshot: { runId, turnId, pending } }: LoadedRun): WantedEntry[] => {
  if (list === openTurnList.name)
    return turnId === "" ? [] : [{ key: runId, value: toBinary(OpenTurnSchema, create(OpenTurnSchema, { turnId })) }];
  const open = pending.filter(({ mutating, started }) => mutating && started);
  return open.map(({ requestId }) => ({ key: `${runId}/${requestId}`, value: openToolList.value.encode(true) }));
};

const kept = async (runs: Runs, list: string, { key }: WantedEntry): Promise<Uint8Array | undefined> => {
  const { store, owner } = runs.parts;
  try {
    return (await store.entry(owner, list, key))?.value;
  } catch {
    return undefined;
  }
};
