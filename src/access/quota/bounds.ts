import { create } from "@bufbuild/protobuf";
import type { Quota } from "../../../gen/pincite/access/v1/sign_in_pb.ts";
import {
  QuotaStanding_Measure as MeasureNumber,
  type QuotaStanding,
  QuotaStandingSchema,
} from "../../../gen/pincite/usage/v1/quota_pb.ts";
import { DomainError } from "../../error.ts";
import { type MessageId, type Said, worded } from "../../messages/said.ts";

/** What a bound is on. */
export type Measure = "turns" | "tokens" | "toolCalls" | "paperBytes" | "openRuns";

const measures = ["turns", "tokens", "toolCalls", "paperBytes", "openRuns"] as const satisfies readonly Measure[];

/** Who uses something: a person with their groups, or, without an issuer, the account. */
export interface User {
  readonly issuer: string;
  readonly subject: string;
  readonly groups: ReadonlySet<string>;
}

/** How much those of one key may use. */
export interface Bound {
  readonly key: string;
  readonly measure: Measure;
  readonly max: bigint;
  readonly who: QuotaStanding["who"];
  readonly issuer: string;
}

const everybodyKey = "everybody";
const groupKey = (issuer: string, group: string): string => JSON.stringify(["group", issuer, group]);

/** The key of what one person uses, whichever rows are about them. */
export const personKey = ({ issuer, subject }: Pick<User, "issuer" | "subject">): string =>
  JSON.stringify(["person", issuer, subject]);

/** Which bounds hold for whom. */
export class Bounds {
  readonly #rows: readonly Quota[];

  constructor(rows: readonly Quota[]) {
    this.#rows = rows;
  }

  /** Those that hold for somebody. */
  of(user: User): Bound[] {
    return this.#rows.flatMap((row) => {
      const { who, issuer } = row;
      const { subject } = user;
      if (who.case === "everybody") return boundsOf(row, everybodyKey, { case: "everybody", value: true }, "");
      if (user.issuer === "" || (who.case !== "eachPerson" && issuer !== user.issuer)) return [];
      if (who.case === "group") return user.groups.has(who.value) ? groupBounds(row) : [];
      if (who.case === "subject" && who.value !== subject) return [];
      return boundsOf(row, personKey(user), { case: "subject", value: subject }, user.issuer);
    });
  }

  /** Keys of those that hold for somebody of whom no group is known, each once. */
  keysOf(who: Pick<User, "issuer" | "subject">): string[] {
    return [...new Set(this.of({ ...who, groups: new Set() }).map(({ key }) => key))];
  }

  /** Those of everybody and of groups, with those of single persons that a row names. */
  named(): Bound[] {
    return this.#rows.flatMap((row) => {
      const { who, issuer } = row;
      if (who.case === "everybody") return boundsOf(row, everybodyKey, { case: "everybody", value: true }, "");
      if (who.case === "group") return groupBounds(row);
      if (who.case !== "subject") return [];
      return boundsOf(row, personKey({ issuer, subject: who.value }), { case: "subject", value: who.value }, issuer);
    });
  }
}

const groupBounds = (row: Quota): Bound[] => {
  const { who, issuer } = row;
  const value = who.case === "group" ? who.value : "";
  return boundsOf(row, groupKey(issuer, value), { case: "group", value }, issuer);
};

const boundsOf = (row: Quota, key: string, who: QuotaStanding["who"], issuer: string): Bound[] =>
  measures.flatMap((measure) => {
    const max = row[measure];
    return max === undefined ? [] : [{ key, measure, max: BigInt(max), who, issuer }];
  });

const numberOf: Readonly<Record<Measure, MeasureNumber>> = {
  turns: MeasureNumber.TURNS,
  tokens: MeasureNumber.TOKENS,
  toolCalls: MeasureNumber.TOOL_CALLS,
  paperBytes: MeasureNumber.PAPER_BYTES,
  openRuns: MeasureNumber.OPEN_RUNS,
};

/** A bound beside what is used of it. */
export const standingOf = ({ measure, max: bound, who, issuer }: Bound, used: bigint, nowIso: string): QuotaStanding =>
  create(QuotaStandingSchema, {
    measure: numberOf[measure],
    who,
    issuer,
    bound,
    used,
    anewIso: measure === "openRuns" ? "" : anewOf(nowIso),
  });

/** The first of next month at midnight in UTC. */
export const anewOf = (nowIso: string): string =>
  new Date(Date.UTC(Number(nowIso.slice(0, 4)), Number(nowIso.slice(5, 7)), 1)).toISOString();

const whatOf: Readonly<Record<Exclude<Measure, "openRuns">, MessageId>> = {
  turns: "quota.turns",
  tokens: "quota.tokens",
  toolCalls: "quota.tool-calls",
  paperBytes: "quota.paper-bytes",
};

const whoseOf = ({ case: kind, value }: Bound["who"]): Said => {
  if (kind === "group") return worded("quota.of-group", { group: value });
  if (kind === "subject") return worded("quota.of-person", { subject: value });
  return worded("quota.of-everybody");
};

/** The refusal of what would pass a bound. */
export const quotaExceeded = ({ measure, max, who }: Bound, used: bigint, nowIso: string): DomainError => {
  const facts = { quota: measure, whose: String(who.value ?? ""), bound: String(max), used: String(used) };
  const told = { whose: whoseOf(who), bound: String(max), used: String(used) };
  if (measure === "openRuns") return new DomainError("QUOTA_EXCEEDED", worded("quota-error.open-runs", told), facts);
  const anew = anewOf(nowIso);
  const what = worded(whatOf[measure] as "quota.turns");
  const said = worded("quota-error.month", { ...told, what, day: anew.slice(0, 10) });
  return new DomainError("QUOTA_EXCEEDED", said, { ...facts, anew });
};
