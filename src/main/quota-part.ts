import { randomBytes } from "node:crypto";
import type { Quota as QuotaRow } from "../../gen/pincite/access/v1/sign_in_pb.ts";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { QuotaStanding } from "../../gen/pincite/usage/v1/quota_pb.ts";
import { Bounds, standingOf, type User } from "../access/quota/bounds.ts";
import { type LedgerParts, QuotaLedger } from "../access/quota/quota-ledger.ts";
import type { Quota } from "../engine/run/ports.ts";
import type { Runs } from "../engine/run/runs.ts";
import { DomainError } from "../error.ts";
import type { PaperQuota } from "../vault/strand/paper-quota.ts";
import { fromConnectError } from "../wire/error.ts";
import type { Log } from "../wire/log.ts";
import type { Person } from "../wire/principal.ts";

/** What a server whose sign-in file names bounds has beside others. */
export interface QuotaPart {
  readonly quota: Quota;
  readonly papers: PaperQuota;
  /**
   * The bounds about a person with what is used of them; undefined: all that the file names, and those of each person for `also`. None where
   * `also` asks for another month than the one that is now by the server's clock (`2026-12`, UTC; empty: that one).
   */
  standings(
    of: Person | undefined,
    also: Pick<User, "issuer" | "subject"> & { readonly month: string },
  ): Promise<QuotaStanding[]>;
}

interface QuotaParts extends Pick<LedgerParts, "store" | "owner" | "papers" | "nowIso"> {
  readonly rows: readonly QuotaRow[];
  readonly person: () => Person | undefined;
  /** Name of the account that runs the server. */
  readonly user: string;
  /** The runs; asked for once there are calls. */
  readonly runs: () => Runs;
  readonly log: Log;
}

const noGroups: ReadonlySet<string> = new Set();

/** Bounds on what is used, counted in the store of the runs. */
export const quotaPart = ({ rows, person, user, runs, log, ...at }: QuotaParts): QuotaPart => {
  const bounds = new Bounds(rows);
  const ledger = new QuotaLedger({
    ...at,
    holder: randomBytes(16).toString("hex"),
    account: user,
    keysOf: (one) => bounds.keysOf(one),
    runs: {
      used: (runId) => runs().usage.ofRun(runId),
      all: () => runs().usage.all(runs().index.runIds()),
      state: (runId) => stateOf(runs(), runId),
    },
  });
  const account: User = { issuer: "", subject: user, groups: noGroups };
  const using = () => {
    const { issuer, subject, groups } = person() ?? account;
    return { issuer, subject, bounds: bounds.of({ issuer, subject, groups }) };
  };
  // What is not counted now is still held, and is counted later.
  const later = (work: Promise<void>): Promise<void> =>
    work.catch((cause: unknown) =>
      log.error({ reason: fromConnectError(cause).reason }, "what was used could not be counted for its bound yet"),
    );
  const begun = async (kind: "turn" | "call", runId: string) => {
    const by = using();
    if (by.bounds.length === 0) return async () => undefined;
    const id = crypto.randomUUID();
    await ledger.ask({ kind, by, runId, id });
    return () => later(ledger.ask({ kind: "settle", runId, id }));
  };
  return {
    quota: {
      turn: (runId) => begun("turn", runId),
      call: (runId) => begun("call", runId),
      goOn: async () => {
        const by = using();
        if (by.bounds.length > 0) await ledger.ask({ kind: "check", by, measure: "tokens" });
      },
      wentOn: (runId) => later(ledger.ask({ kind: "settle", runId, id: "" })),
      run: async (runId) => {
        const by = using();
        if (!by.bounds.some(({ measure }) => measure === "openRuns")) return async () => undefined;
        await ledger.ask({ kind: "run", by, runId, isThere: false });
        return () => later(ledger.ask({ kind: "drop", runId }));
      },
      reopened: async (runId) => {
        const by = using();
        if (by.bounds.length > 0) await later(ledger.ask({ kind: "run", by, runId, isThere: true }));
      },
    },
    papers: {
      begin: async () => {
        const by = using();
        if (by.bounds.length > 0) await ledger.ask({ kind: "check", by, measure: "paperBytes" });
      },
      took: async (bytes) => {
        const by = using();
        if (by.bounds.length > 0 && bytes > 0n) await later(ledger.ask({ kind: "papers", by, bytes }));
      },
    },
    standings: async (of, { month, ...also }) => {
      if (month !== "" && month !== at.nowIso().slice(0, 7)) return [];
      const own = of ? bounds.of(of) : [...bounds.named(), ...bounds.of({ ...also, groups: noGroups })];
      const each = [...new Map(own.map((one) => [`${one.key} ${one.measure} ${one.max}`, one])).values()];
      const used = await ledger.used(each);
      return each.map((one, nth) => standingOf(one, used[nth] ?? 0n, at.nowIso()));
    },
  };
};

const stateOf = async (runs: Runs, runId: string) => {
  try {
    const { lifecycle, turnId } = (await runs.load(runId)).snapshot;
    return { isOpen: lifecycle !== RunLifecycle.FINALISED, inTurn: turnId !== "" };
  } catch (error) {
    if (error instanceof DomainError && ["RUN_NOT_FOUND", "ERASED"].includes(error.reason)) return undefined;
    throw error;
  }
};
