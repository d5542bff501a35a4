import { setTimeout as delay } from "node:timers/promises";
import { create, type DescMessage, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import {
  type QuotaCount,
  QuotaCountSchema,
  type QuotaHold,
  QuotaHoldSchema,
  QuotaOpenRunSchema,
  QuotaRunSchema,
  type QuotaRunUse,
  QuotaRunUseSchema,
} from "../../../gen/pincite/usage/v1/quota_record_pb.ts";
import type { DayUsage, UsageRecord } from "../../../gen/pincite/usage/v1/usage_record_pb.ts";
import { quotaHoldSpace, quotaOpenRunSpace, quotaRunSpace } from "../../engine/run/kept-spaces.ts";
import { DomainError } from "../../error.ts";
import type { Fence, RecordChange, Store } from "../../store/store.ts";
import { type Bound, type Measure, quotaExceeded } from "./bounds.ts";

/** What the ledger rests on. */
export interface LedgerParts {
  readonly store: Store;
  readonly owner: string;
  /** A name that no other server has, and this one not after a restart. */
  readonly holder: string;
  readonly nowIso: () => string;
  readonly runs: LedgerRuns;
  /** What was put into strands; absent: another server knows. */
  readonly papers?: { all(): AsyncIterable<UsageRecord> } | undefined;
  readonly account: string;
  /** Those whose bounds hold for somebody of whom no group is known. */
  readonly keysOf: (who: { readonly issuer: string; readonly subject: string }) => readonly string[];
}

/** What the ledger asks of runs. */
export interface LedgerRuns {
  /** What was used in a run, from its journal. Errors: ERASED. */
  used(runId: string): Promise<UsageRecord>;
  all(): AsyncIterable<{ readonly record: UsageRecord }>;
  /** Where a run stands; undefined: it is not there, or not any more. */
  state(runId: string): Promise<{ readonly isOpen: boolean; readonly inTurn: boolean } | undefined>;
}

/** Who uses something, and the bounds that hold for them. */
export interface Using {
  readonly issuer: string;
  readonly subject: string;
  readonly bounds: readonly Bound[];
}

type Ask =
  | { readonly kind: "check"; readonly by: Using; readonly measure: Measure }
  | { readonly kind: "turn" | "call"; readonly by: Using; readonly runId: string; readonly id: string }
  | { readonly kind: "run"; readonly by: Using; readonly runId: string; readonly isThere: boolean }
  | { readonly kind: "papers"; readonly by: Using; readonly bytes: bigint }
  | { readonly kind: "settle"; readonly runId: string; readonly id: string }
  | { readonly kind: "drop"; readonly runId: string };

interface Waiting {
  readonly ask: Ask;
  readonly settle: (error?: unknown) => void;
}

const countSpace = "quota";
const lease = "quota";
const leaseMs = 5_000;
/** How long another server's turn at the ledger is waited for. */
const patienceMs = 15_000;
const asksAtOnce = 256;
const rowsAtOnce = 500;
/** What another server let in is its own for so long: it has not begun, or is being counted. */
const graceMs = 10_000;
/** A call that another server let in and did not count for so long was cut off. */
const callMs = 600_000;

/**
 * What is counted for bounds: by month for those whom a bound is about, with what is under way held beside it. Whoever has the store open goes through one
 * lease and reads what the others wrote, so that all count together. A hold becomes a count when what it let in ends, by what the run's journal
 * says; what a server that died held is found by the others and by its next start, and counted then.
 */
export class QuotaLedger {
  readonly #parts: LedgerParts;
  #queue: Waiting[] = [];
  #isWorking = false;
  #countedMonth = "";

  constructor(parts: LedgerParts) {
    this.#parts = parts;
  }

  /** Resolves once it is on disk. Errors: QUOTA_EXCEEDED; those of the store. */
  ask(ask: Ask): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ ask, settle: (error) => (error === undefined ? resolve() : reject(error)) });
      if (!this.#isWorking) void this.#work();
    });
  }

  /** How much of these bounds is used, what is under way included. */
  async used(bounds: readonly Bound[]): Promise<bigint[]> {
    const page = new Page(this.#parts, await this.#rows(quotaHoldSpace.name, QuotaHoldSchema));
    if (this.#countedMonth !== page.month) {
      // Nobody asked in this month yet: what older journals say is counted first.
      await this.ask({ kind: "settle", runId: "", id: "" });
      return this.used(bounds);
    }
    const used: bigint[] = [];
    for (const bound of bounds)
      used.push(bound.measure === "openRuns" ? BigInt((await this.#openOf(bound.key)).length) : await page.used(bound));
    return used;
  }

  /** One commit after another, each with all that waits by then. */
  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, asksAtOnce);
      try {
        const refusals = await this.#pass(batch.map(({ ask }) => ask));
        for (const [at, { settle }] of batch.entries()) settle(refusals[at]);
      } catch (error) {
        for (const { settle } of batch) settle(error);
      }
    }
    this.#isWorking = false;
  }

  /** Decides on what is asked, in order, alone among all servers. Gives a refusal or undefined for each. */
  async #pass(asks: readonly Ask[]): Promise<(DomainError | undefined)[]> {
    const { store, owner } = this.#parts;
    for (let race = 1; ; race++) {
      const fence = await this.#lease();
      try {
        const page = new Page(this.#parts, await this.#rows(quotaHoldSpace.name, QuotaHoldSchema));
        await this.#makeGood(page);
        const refusals: (DomainError | undefined)[] = [];
        for (const ask of asks) refusals.push(await this.#decide(page, ask));
        await store.commit({ owner, records: page.changes(), fence, release: true });
        this.#countedMonth = page.month;
        return refusals;
      } catch (error) {
        if (isReason(error, "FENCED") && race < 5) continue;
        await store.commit({ owner, fence, release: true }).catch(() => undefined);
        throw error;
      }
    }
  }

  async #lease(): Promise<Fence> {
    const { store, owner, holder } = this.#parts;
    for (let waitedMs = 0; ; waitedMs += 20) {
      try {
        return await store.lease(owner, lease, holder, leaseMs);
      } catch (error) {
        if (!isReason(error, "FENCED") || waitedMs >= patienceMs) throw error;
      }
      await delay(20);
    }
  }

  async #decide(page: Page, ask: Ask): Promise<DomainError | undefined> {
    if (ask.kind === "check") return page.refusal(ask.by, ask.measure, 0n);
    if (ask.kind === "papers") return page.add(ask.by, { paperBytes: ask.bytes });
    if (ask.kind === "settle") return ask.runId === "" ? undefined : page.settle(ask.runId, ask.id);
    if (ask.kind === "drop") return page.dropRun(ask.runId);
    if (ask.kind === "run") return this.#openRun(page, ask);
    const refused =
      ask.kind === "turn"
        ? ((await page.refusal(ask.by, "turns", 1n)) ?? (await page.refusal(ask.by, "tokens", 0n)))
        : await page.refusal(ask.by, "toolCalls", 1n);
    return refused ?? page.hold(ask);
  }

  async #openRun(page: Page, { by, runId, isThere }: Extract<Ask, { kind: "run" }>): Promise<DomainError | undefined> {
    for (const bound of isThere ? [] : by.bounds.filter(({ measure }) => measure === "openRuns")) {
      const open = [...(await this.#openOf(bound.key)), ...page.openedNow(bound.key)];
      if (BigInt(open.length) >= bound.max) return quotaExceeded(bound, BigInt(open.length), page.nowIso);
    }
    return page.openRun(by, runId);
  }

  /** The runs that count as open for those of a key, without those that are found finalised or erased. */
  async #openOf(key: string): Promise<string[]> {
    const rows = await this.#rows(quotaOpenRunSpace.name, QuotaOpenRunSchema);
    const graceFrom = new Date(Date.parse(this.#parts.nowIso()) - graceMs).toISOString();
    const own = rows.filter(({ value }) => value.keys.includes(key));
    const states = await Promise.all(own.map(({ key: runId }) => this.#parts.runs.state(runId)));
    return own.filter(({ value }, at) => states[at]?.isOpen ?? value.beganIso > graceFrom).map((row) => row.key);
  }

  /** Counts what servers that died let in, and once in a month and after a start what the journals say. */
  async #makeGood(page: Page): Promise<void> {
    const { holder, runs } = this.#parts;
    const isFirst = this.#countedMonth !== page.month;
    const nowMs = Date.parse(page.nowIso);
    for (const { runId, id, hold } of page.held()) {
      const agedMs = nowMs - Date.parse(hold.beganIso);
      if (hold.holder === holder || agedMs < graceMs) {
        if (isFirst) await page.settle(runId, "");
        continue;
      }
      const state = await runs.state(runId);
      const isOver = !state || (hold.turns > 0 ? !state.inTurn : agedMs > callMs);
      if (isOver) await page.settle(runId, id);
      else if (isFirst) await page.settle(runId, "");
    }
    if (isFirst) await page.countJournals();
  }

  async #rows<D extends DescMessage>(space: string, schema: D): Promise<{ key: string; value: MessageShape<D> }[]> {
    const { store, owner } = this.#parts;
    const rows: { key: string; value: MessageShape<D> }[] = [];
    for (let after: string | undefined; ; ) {
      const found = await store.list(owner, space, { limit: rowsAtOnce, ...(after === undefined ? {} : { after }) });
      rows.push(...found.map(({ key, value }) => ({ key, value: fromBinary(schema, value) })));
      if (found.length < rowsAtOnce) return rows;
      after = found.at(-1)?.key;
    }
  }
}

type Counts = Partial<Pick<QuotaCount, "turns" | "tokens" | "toolCalls" | "paperBytes">>;

/** The ledger as it is at one moment, and what is about to change in it. */
class Page {
  readonly nowIso: string;
  readonly month: string;
  readonly #parts: LedgerParts;
  readonly #counts = new Map<string, QuotaCount>();
  readonly #touched = new Set<string>();
  readonly #holds: Map<string, QuotaHold>;
  readonly #changes = new Map<string, RecordChange>();
  readonly #opened: { readonly runId: string; readonly keys: readonly string[] }[] = [];
  /** What is counted of each run that was looked at. */
  readonly #runs = new Map<string, readonly QuotaRunUse[]>();

  constructor(parts: LedgerParts, holds: readonly { readonly key: string; readonly value: QuotaHold }[]) {
    this.#parts = parts;
    this.nowIso = parts.nowIso();
    this.month = this.nowIso.slice(0, 7);
    this.#holds = new Map(holds.map(({ key, value }) => [key, value]));
  }

  held(): { readonly runId: string; readonly id: string; readonly hold: QuotaHold }[] {
    return [...this.#holds].map(([key, hold]) => ({ runId: key.split("/")[0]!, id: key.split("/")[1] ?? "", hold }));
  }

  openedNow(key: string): string[] {
    return this.#opened.filter(({ keys }) => keys.includes(key)).map(({ runId }) => runId);
  }

  /** What is used of a bound of a month. */
  async used({ key, measure }: Pick<Bound, "key" | "measure">): Promise<bigint> {
    if (measure === "openRuns") return 0n;
    const counted = (await this.#count(this.month, key))[measure];
    if (measure !== "turns" && measure !== "toolCalls") return counted;
    const own = [...this.#holds.values()].filter(
      (hold) => hold.keys.includes(key) && hold.beganIso.startsWith(this.month),
    );
    return own.reduce((sum, hold) => sum + BigInt(hold[measure]), counted);
  }

  /** The first bound that so much more would pass; 0 more: that has nothing left. */
  async refusal(by: Using, measure: Measure, more: bigint): Promise<DomainError | undefined> {
    for (const bound of by.bounds) {
      if (bound.measure !== measure) continue;
      const used = await this.used(bound);
      if (more === 0n ? used >= bound.max : used + more > bound.max) return quotaExceeded(bound, used, this.nowIso);
    }
    return undefined;
  }

  async add(by: Using, counts: Counts, month = this.month): Promise<undefined> {
    for (const key of keysOf(by)) await this.#addTo(month, key, counts);
  }

  async hold({ kind, by, runId, id }: Extract<Ask, { kind: "turn" | "call" }>): Promise<undefined> {
    // What was used before anything was held is counted by the journals alone.
    if (!(await this.#usesOf(runId))) await this.#setUses(runId, usesIn(await this.#parts.runs.used(runId)));
    const { issuer, subject } = by;
    const at = { issuer, subject, holder: this.#parts.holder, beganIso: this.nowIso, keys: keysOf(by) };
    const hold = create(QuotaHoldSchema, { ...at, turns: Number(kind === "turn"), toolCalls: Number(kind === "call") });
    this.#holds.set(`${runId}/${id}`, hold);
    this.#set({ ...quotaHoldSpace.set(`${runId}/${id}`, hold), scope: runId });
  }

  /** Counts what was used in a run since it was counted last, for those who are held to it; `id`: the hold that ends with it. */
  async settle(runId: string, id: string): Promise<undefined> {
    const own = this.held().filter((one) => one.runId === runId);
    if (id !== "") {
      this.#holds.delete(`${runId}/${id}`);
      this.#set(quotaHoldSpace.drop(`${runId}/${id}`));
    }
    let now: readonly QuotaRunUse[];
    try {
      now = usesIn(await this.#parts.runs.used(runId));
    } catch (error) {
      if (isReason(error, "ERASED")) return;
      throw error;
    }
    const uses = (await this.#usesOf(runId)) ?? [];
    const before = new Map(uses.map((use) => [placeOf(use), use]));
    for (const use of now) {
      const isTheirs = ({ issuer, subject }: QuotaRunUse | QuotaHold) =>
        issuer === use.issuer && subject === use.subject;
      const held = own.find(({ hold }) => isTheirs(hold))?.hold.keys;
      use.keys = [...(held ?? uses.findLast(isTheirs)?.keys ?? this.#parts.keysOf(use))];
      const last = before.get(placeOf(use));
      const more = {
        turns: use.turns - (last?.turns ?? 0n),
        tokens: use.tokens - (last?.tokens ?? 0n),
        toolCalls: use.toolCalls - (last?.toolCalls ?? 0n),
      };
      if (more.turns + more.tokens + more.toolCalls === 0n) continue;
      for (const key of use.keys) await this.#addTo(use.month, key, more);
    }
    await this.#setUses(runId, now);
  }

  openRun(by: Using, runId: string): undefined {
    const keys = keysOf(by);
    this.#opened.push({ runId, keys });
    const open = create(QuotaOpenRunSchema, { keys, beganIso: this.nowIso });
    this.#set({ ...quotaOpenRunSpace.set(runId, open), scope: runId });
  }

  dropRun(runId: string): undefined {
    this.#set(quotaOpenRunSpace.drop(runId));
  }

  /** Counts this month by what the journals say, where that is more: what was used before a bound was named, and what a crash cut off. */
  async countJournals(): Promise<void> {
    const sums = new Map<string, QuotaCount>();
    const take = ({ days }: UsageRecord): void => {
      for (const day of days.filter((one) => one.day.startsWith(this.month)))
        for (const key of this.#parts.keysOf(this.#named(day))) {
          const sum = sums.get(key) ?? create(QuotaCountSchema);
          sums.set(key, sum);
          addTo(sum, countsOf(day));
        }
    };
    for await (const { record } of this.#parts.runs.all()) take(record);
    if (this.#parts.papers) for await (const record of this.#parts.papers.all()) take(record);
    for (const [key, sum] of sums) {
      const count = await this.#count(this.month, key);
      const measures = ["turns", "tokens", "toolCalls", "paperBytes"] as const;
      for (const measure of measures.filter((one) => sum[one] > count[one])) {
        count[measure] = sum[measure];
        this.#touched.add(`${this.month} ${key}`);
      }
    }
  }

  changes(): RecordChange[] {
    const counts = [...this.#touched].map((key) => ({
      space: countSpace,
      key,
      value: toBinary(QuotaCountSchema, this.#counts.get(key)!),
    }));
    return [...this.#changes.values(), ...counts];
  }

  #named(day: DayUsage): Pick<DayUsage, "issuer" | "subject"> {
    return day.issuer === "" && day.subject === "" ? { issuer: "", subject: this.#parts.account } : day;
  }

  async #addTo(month: string, key: string, counts: Counts): Promise<void> {
    addTo(await this.#count(month, key), counts);
    this.#touched.add(`${month} ${key}`);
  }

  async #count(month: string, key: string): Promise<QuotaCount> {
    const at = `${month} ${key}`;
    const known = this.#counts.get(at);
    if (known) return known;
    const bytes = await this.#parts.store.record(this.#parts.owner, countSpace, at);
    const count = bytes ? fromBinary(QuotaCountSchema, bytes) : create(QuotaCountSchema);
    this.#counts.set(at, count);
    return count;
  }

  async #usesOf(runId: string): Promise<readonly QuotaRunUse[] | undefined> {
    const known = this.#runs.get(runId);
    if (known) return known;
    const bytes = await this.#parts.store.record(this.#parts.owner, quotaRunSpace.name, runId);
    return bytes && quotaRunSpace.value.decode(bytes).uses;
  }

  async #setUses(runId: string, uses: readonly QuotaRunUse[]): Promise<void> {
    this.#runs.set(runId, uses);
    this.#set({ ...quotaRunSpace.set(runId, create(QuotaRunSchema, { uses: [...uses] })), scope: runId });
  }

  #set(change: RecordChange): void {
    this.#changes.set(`${change.space} ${change.key}`, change);
  }
}

const keysOf = ({ bounds }: Using): string[] => [...new Set(bounds.map(({ key }) => key))];

const placeOf = ({ month, issuer, subject }: QuotaRunUse): string => JSON.stringify([month, issuer, subject]);

const countsOf = ({ turns, inputTokens, outputTokens, toolCalls, paperBytes }: DayUsage): Counts => ({
  turns: BigInt(turns),
  tokens: inputTokens + outputTokens,
  toolCalls: BigInt(toolCalls),
  paperBytes,
});

const addTo = (sum: QuotaCount, { turns = 0n, tokens = 0n, toolCalls = 0n, paperBytes = 0n }: Counts): void => {
  sum.turns += turns;
  sum.tokens += tokens;
  sum.toolCalls += toolCalls;
  sum.paperBytes += paperBytes;
};

/** What was used in a run, by month and person. */
const usesIn = ({ days }: UsageRecord): QuotaRunUse[] =>
  [...Map.groupBy(days, ({ day, issuer, subject }) => JSON.stringify([day.slice(0, 7), issuer, subject])).values()].map(
    (own) => {
      const { day, issuer, subject } = own[0]!;
      const sum = create(QuotaCountSchema);
      for (const one of own) addTo(sum, countsOf(one));
      const { turns, tokens, toolCalls } = sum;
      return create(QuotaRunUseSchema, { month: day.slice(0, 7), issuer, subject, turns, tokens, toolCalls });
    },
  );

const isReason = (error: unknown, reason: string): boolean => error instanceof DomainError && error.reason === reason;
