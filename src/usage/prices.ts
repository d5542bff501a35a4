import { create } from "@bufbuild/protobuf";
import { isDay } from "#kit/day.ts";
import { type Money, MoneySchema } from "../../gen/pincite/usage/v1/money_pb.ts";
import type { Price, PriceList } from "../../gen/pincite/usage/v1/price_list_pb.ts";
import { DomainError } from "../error.ts";
import { type Said, worded } from "../messages/said.ts";

/** What a million tokens cost from a day on, in billionths of a unit of its currency. */
export interface HeldPrice {
  readonly fromDay: string;
  readonly currency: string;
  readonly input: bigint;
  readonly output: bigint;
}

/** Prices by model and day. */
export interface Prices {
  /** The price that holds on a day, in UTC; undefined: there is none yet. */
  at(model: string, day: string): HeldPrice | undefined;
}

const nanosOfUnit = 1_000_000_000n;
/** Tokens that a price is for. */
const perTokens = 1_000_000n;
const pricesMax = 1_000;

/** Puts the prices of a list in order. Errors: REQUEST_INVALID for one that is none, and for two of one model and day. */
export const pricesOf = ({ prices }: PriceList): Prices => {
  const problem = prices.length > pricesMax ? worded("price-problem.too-many") : firstProblem(prices);
  if (problem) throw new DomainError("REQUEST_INVALID", problem, { field: "prices" });
  const byModel = Map.groupBy(prices, ({ model }) => model);
  const held = new Map([...byModel].map(([model, own]) => [model, own.map(heldPrice).toSorted(latestFirst)]));
  return { at: (model, day) => held.get(model)?.find(({ fromDay }) => fromDay <= day) };
};

const latestFirst = (a: HeldPrice, b: HeldPrice): number => (a.fromDay < b.fromDay ? 1 : -1);

const firstProblem = (prices: readonly Price[]): Said | undefined => {
  const known = new Set<string>();
  for (const price of prices) {
    const problem = problemOf(price);
    if (problem) return problem;
    const { model, fromDay: day } = price;
    const key = `${day} ${model}`;
    if (known.has(key)) return worded("price-problem.twice", { model, day });
    known.add(key);
  }
  return undefined;
};

const problemOf = ({ model, fromDay, currency, inputPerMillion, outputPerMillion }: Price): Said | undefined => {
  if (model === "" || model.length > 200) return worded("price-problem.model");
  if (!isDay(fromDay)) return worded("price-problem.day", { model, day: fromDay || "?" });
  if (!/^[A-Z]{3}$/.test(currency)) return worded("price-problem.currency", { model, currency: currency || "?" });
  const amount = [inputPerMillion, outputPerMillion].find((one) => !decimal.test(one));
  return amount === undefined ? undefined : worded("price-problem.amount", { model, amount: amount || "?" });
};

const decimal = /^(?<units>\d{1,9})(?:\.(?<decimals>\d{1,9}))?$/;

const heldPrice = ({ fromDay, currency, inputPerMillion, outputPerMillion }: Price): HeldPrice => ({
  fromDay,
  currency,
  input: nanosIn(inputPerMillion),
  output: nanosIn(outputPerMillion),
});

/** Billionths in a decimal text, digit by digit: no binary fraction comes in between. */
const nanosIn = (text: string): bigint => {
  const { units = "0", decimals = "" } = decimal.exec(text)?.groups ?? {};
  return BigInt(units) * nanosOfUnit + BigInt(decimals.padEnd(9, "0"));
};

/** What tokens cost, exactly: in millionths of a billionth, so that sums are rounded once and not their parts. */
export const exactCost = ({ input, output }: HeldPrice, tokens: { input: bigint; output: bigint }): bigint =>
  tokens.input * input + tokens.output * output;

/** An exact cost as money: half a billionth and more made a whole one. */
export const costMoney = (currency: string, exact: bigint): Money =>
  moneyOf(currency, (exact + perTokens / 2n) / perTokens);

/** Billionths of a unit as money. */
export const moneyOf = (currencyCode: string, nanos: bigint): Money =>
  create(MoneySchema, { currencyCode, units: nanos / nanosOfUnit, nanos: Number(nanos % nanosOfUnit) });
