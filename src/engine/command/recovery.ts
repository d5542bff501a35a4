import { create, toBinary } from "@bufbuild/protobuf";
import { OpenTurnSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { WantedEntry } from "../../store/store.ts";
import type { IndexList } from "../run/index-space.ts";
import { openToolList, openTurnList } from "../run/kept-spaces.ts";
import type { ListRow } from "../run/run-index.ts";
import type { LoadedRun } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";
import { callLease } from "../tool/open-tools.ts";
import type { ToolCalls } from "../tool/tool-calls.ts";
import { turnLease } from "../turn/turn.ts";
import { endTurn, type Failure } from "../turn/turn-ending.ts";

/**
 * Mends what servers left that are gone: whose lease has run out. Calls that may change something and were cut off are recorded
 * as OUTCOME_UNKNOWN and wait for a person; reads stay as they are, since ExecuteToolRequest runs them again and one result is
 * recorded (design section 13.5). Turns under way get their TurnEnded (`interrupted`) and their caller's key an answer. Gives
 * how many turns were ended.
 */
export const recover = async (runs: Runs, tools: ToolCalls): Promise<number> => {
  const { leases } = runs;
  await eachEntry(runs, openToolList, async ({ key }) => {
    const [runId = "", requestId = ""] = key.split("/");
    const fence = await leases.takeOver(callLease(requestId));
    if (fence)
      await tools.cutOff({ runId, as: runs.kernel, fence, release: true }, await tools.ofRun(runId, requestId));
    return fence !== undefined;
  });
  return eachEntry(runs, openTurnList, async ({ key: runId, value }) => {
    const fence = await leases.takeOver(turnLease(runId));
    if (!fence) return false;
    const { turnId, key: scope, payloadDigest } = value;
    const key = scope === "" ? {} : { key: { scope, payloadDigest } };
    await endTurn(runs, { runId, turnId, fence, ...key }, interrupted(turnId, scope !== ""));
    return true;
  });
};

/**
 * Mends what may be mended of the entries of a list, which takes them out; gives how many those were. Those of a page are mended side by side, so
 * that none waits for another, and one that fails fails only once the others are mended.
 */
const eachEntry = async <V>(
  runs: Runs,
  list: IndexList<V>,
  mend: (row: ListRow<V>) => Promise<boolean>,
): Promise<number> => {
  let count = 0;
  for (let after = 0; ; ) {
    const open = await openEntries(runs, list, after);
    const mended = await Promise.allSettled(open.map(mend));
    for (const one of mended) {
      if (one.status === "rejected") throw one.reason;
      if (one.value) count++;
    }
    after = open.at(-1)?.number ?? after;
    if (open.length < entriesAtOnce) return count;
  }
};

/** Who called Guide repeats it; who decided has what they decided on record, and asks again. */
const interrupted = (turnId: string, isAwaited: boolean): Failure => ({
  outcome: "interrupted",
  reason: "interrupted",
  error: new DomainError(
    "UPSTREAM_UNAVAILABLE",
    worded("error.the-server-stopped-during-nothing-it-proposed", {
      turnId,
      value: isAwaited ? "Repeat the call with a new idempotency_key." : "What was decided is recorded: ask again.",
    }),
    { turn_id: turnId },
  ),
});

const entriesAtOnce = 100;

/**
 * A page of what is under way, from behind a number on. Where the list is damaged it is made again from where the runs stand: what they
 * do not tell is whose call waits for a turn, and that is kept where the entry still says it.
 */
const openEntries = async <V>(runs: Runs, list: IndexList<V>, after: number): Promise<ListRow<V>[]> => {
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
