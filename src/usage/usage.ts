import type { PriceList } from "../../gen/pincite/usage/v1/price_list_pb.ts";
import type { Usage } from "../../gen/pincite/usage/v1/usage_pb.ts";
import type { DayUsage, UsageRecord } from "../../gen/pincite/usage/v1/usage_record_pb.ts";
import type { UsageFilter } from "../../gen/pincite/usage/v1/usage_service_pb.ts";
import type { Whose } from "./day-sums.ts";
import { type Prices, pricesOf } from "./prices.ts";
import { type Place, Tally } from "./tally.ts";

/** Which of several count; undefined: all. */
export type Sees = ((id: string) => Promise<boolean>) | undefined;

/** What is counted of runs and of papers. */
export interface UsageParts {
  readonly runs: {
    /** Errors: RUN_NOT_FOUND, ERASED, DATA_LOSS. */
    ofRun(runId: string): Promise<UsageRecord>;
    all(sees?: Sees): AsyncIterable<{ readonly runId: string; readonly record: UsageRecord }>;
  };
  /** Absent: the Vault is another server, and nobody knows. */
  readonly papers?: { all(sees?: Sees): AsyncIterable<UsageRecord> } | undefined;
  /** What whoever is worked for may see. Absent: everything. */
  readonly sight?: { runs(): Promise<Sees>; strands(): Promise<Sees> } | undefined;
  /** Name of the account that runs the server. */
  readonly account: string;
  /** What models cost. Absent: nobody said. */
  readonly prices?: PriceList | undefined;
}

/** What is asked for. */
export interface Asked {
  /** The run; empty: all. */
  readonly runId: string;
  readonly filter: Pick<UsageFilter, "subject" | "issuer" | "month"> | undefined;
  /** Prices in place of those of the server. */
  readonly prices: PriceList | undefined;
  /** Whoever reads nothing but what they used themselves; undefined: whoever asks reads what everybody used. */
  readonly onlyOf: Whose | undefined;
}

/** What a row is of. */
export type By = "person" | "run" | "month";

/** A row under the key by which it is in order. */
export interface UsageRow {
  readonly key: string;
  readonly usage: Usage;
}

/** What was used, as far as whoever asks may know it. */
export class UsageSums {
  readonly #parts: UsageParts;

  constructor(parts: UsageParts) {
    this.#parts = parts;
  }

  /** Whether it is known what papers were taken in. */
  get knowsPapers(): boolean {
    return this.#parts.papers !== undefined;
  }

  /** Whether there are prices to reckon with. */
  hasPrices({ prices }: Asked): boolean {
    return (prices ?? this.#parts.prices) !== undefined;
  }

  /** The sum. Errors: RUN_NOT_FOUND, ERASED, REQUEST_INVALID, DATA_LOSS. */
  async sum(asked: Asked): Promise<Usage> {
    const tally = new Tally(this.#pricesFor(asked));
    await this.#each(asked, false, (used) => tally.add(used));
    const { subject = "", issuer = "", month = "" } = asked.filter ?? {};
    return tally.usage({ subject, issuer: subject === "" ? "" : issuer, month, runId: asked.runId });
  }

  /** The rows in order of key. Errors: as `sum`. */
  async rows(asked: Asked, by: By): Promise<UsageRow[]> {
    const prices = this.#pricesFor(asked);
    const rows = new Map<string, { readonly place: Place; readonly tally: Tally }>();
    await this.#each(asked, by === "run", (used, runId) => {
      const { key, place } = placeOf[by](used, runId);
      const row = rows.get(key) ?? { place, tally: new Tally(prices) };
      rows.set(key, row);
      row.tally.add(used);
    });
    return [...rows]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, { place, tally }]) => ({ key, usage: tally.usage(place) }));
  }

  #pricesFor({ prices = this.#parts.prices }: Asked): Prices | undefined {
    return prices && pricesOf(prices);
  }

  /** Takes all that was used and belongs to what is asked; `isByRun`: papers, which stand in no run, are left out, and runs that may not be read. */
  async #each(asked: Asked, isByRun: boolean, take: (used: DayUsage, runId: string) => void): Promise<void> {
    const { runs, papers, sight } = this.#parts;
    const taken = ({ days }: UsageRecord, runId: string): void => {
      for (const one of days.map((day) => this.#named(day))) if (belongs(one, asked)) take(one, runId);
    };
    if (asked.runId !== "") return taken(await runs.ofRun(asked.runId), asked.runId);
    const isBound = asked.onlyOf !== undefined || isByRun;
    const seesRun = isBound ? await sight?.runs() : undefined;
    for await (const { runId, record } of runs.all(seesRun)) taken(record, runId);
    if (isByRun || !papers) return;
    const seesStrand = isBound ? await sight?.strands() : undefined;
    for await (const record of papers.all(seesStrand)) taken(record, "");
  }

  /** Papers that nobody who signed in took in are the account's. */
  #named(day: DayUsage): DayUsage {
    return day.issuer === "" && day.subject === "" ? { ...day, subject: this.#parts.account } : day;
  }
}

const belongs = ({ day, issuer, subject }: DayUsage, { filter, onlyOf }: Asked): boolean => {
  if (onlyOf && (onlyOf.issuer !== issuer || onlyOf.subject !== subject)) return false;
  if (!filter) return true;
  return (
    (filter.subject === "" || filter.subject === subject) &&
    (filter.issuer === "" || filter.issuer === issuer) &&
    (filter.month === "" || day.startsWith(`${filter.month}-`))
  );
};

const placeOf: Readonly<Record<By, (used: DayUsage, runId: string) => { key: string; place: Place }>> = {
  // No name has a line break in it, and the account, without an issuer, comes first.
  person: ({ issuer, subject }) => ({ key: `${issuer}\n${subject}`, place: { issuer, subject } }),
  run: (_, runId) => ({ key: runId, place: { runId } }),
  month: ({ day }) => ({ key: day.slice(0, 7), place: { month: day.slice(0, 7) } }),
};
