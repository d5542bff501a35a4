/** One call about a run, as its client saw it: when it was sent and answered, by one clock for all clients. */
export interface Call {
  readonly client: number;
  readonly run: string;
  /** A write names the place that it took, its last one where it took several; a read the last place that it saw. */
  readonly kind: "write" | "read";
  readonly seq: number;
  /** Hash of the event at that place, or as many digits of it as the client was told; empty: none. */
  readonly hash: string;
  readonly fromMs: number;
  /** Infinity for a write of which nobody was told, and that is there. */
  readonly untilMs: number;
}

/**
 * Whether what clients saw of runs could have happened in one order in which every call takes effect at one moment between its sending and its
 * answer. Places of a run only grow, and each is taken by one write, so their order is known: it is enough that no call that was
 * answered before another was sent saw more than that other, that a write takes a place that nobody has seen before it was sent, and that
 * whoever names a place names the same event. Gives a sentence for each thing that must not be.
 */
export const judgeHistories = (calls: readonly Call[]): string[] => {
  const wrong: string[] = [];
  for (const [run, ofRun] of Map.groupBy(calls, (call) => call.run)) {
    judgePlaces(run, ofRun, wrong);
    judgeOrder(run, ofRun, wrong);
  }
  return wrong;
};

const judgePlaces = (run: string, calls: readonly Call[], wrong: string[]): void => {
  const hashes = new Map<number, string>();
  const winners = new Map<number, Call>();
  for (const call of calls) {
    const { seq, hash, kind, client } = call;
    const known = hashes.get(seq) ?? "";
    const length = Math.min(known.length, hash.length);
    if (known.slice(0, length) !== hash.slice(0, length))
      wrong.push(`${run}: client ${client} was told another event ${seq} than somebody else`);
    if (hash.length > known.length) hashes.set(seq, hash);
    if (kind !== "write") continue;
    const winner = winners.get(seq);
    if (winner) wrong.push(`${run}: clients ${winner.client} and ${client} both took place ${seq}`);
    winners.set(seq, call);
  }
};

const judgeOrder = (run: string, calls: readonly Call[], wrong: string[]): void => {
  const byEnd = calls.toSorted((a, b) => a.untilMs - b.untilMs);
  let next = 0;
  /** The answered call that saw most, and for each client its own. */
  let most: Call | undefined;
  const own = new Map<number, Call>();
  for (const call of calls.toSorted((a, b) => a.fromMs - b.fromMs)) {
    for (; next < byEnd.length && byEnd[next]!.untilMs < call.fromMs; next++) {
      const ended = byEnd[next]!;
      if (!most || ended.seq > most.seq) most = ended;
      if (ended.seq > (own.get(ended.client)?.seq ?? 0)) own.set(ended.client, ended);
    }
    const mine = own.get(call.client);
    if (call.kind === "read" && mine && mine.seq > call.seq)
      wrong.push(`${run}: client ${call.client} saw ${call.seq} after it had seen or written ${mine.seq} itself`);
    else if (call.kind === "read" && most && most.seq > call.seq)
      wrong.push(`${run}: client ${call.client} saw ${call.seq} after client ${most.client} was told ${most.seq}`);
    if (call.kind === "write" && most && most.seq >= call.seq)
      wrong.push(`${run}: client ${call.client} took place ${call.seq}, which client ${most.client} had seen before`);
  }
};

/** A history in which one thing is wrong that a judge must find; undefined where it has no place for it. */
export type Plant = (calls: readonly Call[]) => Call[] | undefined;

const changed = (calls: readonly Call[], at: number, change: Partial<Call>): Call[] | undefined =>
  at < 0 ? undefined : calls.map((call, n) => (n === at ? { ...call, ...change } : call));

/** The last call of a kind that began when somebody, or its own client, had been told of a later place than the first. */
const lateCall = (calls: readonly Call[], kind: Call["kind"], isOwn: boolean): number =>
  calls.findLastIndex(
    (call) =>
      call.kind === kind &&
      calls.some(
        (one) =>
          one.run === call.run && one.untilMs < call.fromMs && one.seq > 1 && (one.client === call.client) === isOwn,
      ),
  );

/** By name, what each leaves wrong. */
export const plants: Readonly<Record<string, Plant>> = {
  "a read of what was before somebody else's": (calls) =>
    changed(calls, lateCall(calls, "read", false), { seq: 1, hash: "" }),
  "a read that does not see its client's own": (calls) =>
    changed(calls, lateCall(calls, "read", true), { seq: 1, hash: "" }),
  "two winners of one place": (calls) => {
    const [first] = calls.filter(({ kind }) => kind === "write");
    return first && [...calls, { ...first, client: first.client + 1 }];
  },
  "two events at one place": (calls) => {
    const at = calls.findIndex(
      ({ run, seq, hash }, n) =>
        hash !== "" && calls.some((one, m) => m !== n && one.run === run && one.seq === seq && one.hash !== ""),
    );
    return changed(calls, at, { hash: "not this one" });
  },
  "a place that was seen before it was written": (calls) => {
    const at = calls.findIndex(
      (write) =>
        write.kind === "write" &&
        calls.some((one) => one.kind === "read" && one.run === write.run && one.seq >= write.seq),
    );
    const write = calls[at];
    const seen = calls.find(({ kind, run, seq }) => kind === "read" && run === write?.run && seq >= write.seq);
    return seen && changed(calls, at, { fromMs: seen.untilMs + 1, untilMs: seen.untilMs + 2 });
  },
};
