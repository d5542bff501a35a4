import { create } from "@bufbuild/protobuf";
import {
  type Charge,
  ChargeSchema,
  type Cost,
  CostSchema,
  type ModelUsage,
  ModelUsageSchema,
  type Usage,
  UsageSchema,
} from "../../gen/pincite/usage/v1/usage_pb.ts";
import type { DayUsage } from "../../gen/pincite/usage/v1/usage_record_pb.ts";
import { addTo, type Used } from "./day-sums.ts";
import { costMoney, exactCost, type HeldPrice, moneyOf, type Prices } from "./prices.ts";

/** What a row is of. */
export type Place = Partial<Pick<Usage, "subject" | "issuer" | "runId" | "month">>;

/** Sums of one row while what belongs to it is added. */
export class Tally {
  readonly #prices: Prices | undefined;
  readonly #all = nothingUsed();
  readonly #byModel = new Map<string, OfModel>();

  constructor(prices: Prices | undefined) {
    this.#prices = prices;
  }

  /** Adds what somebody used on a day. */
  add(used: DayUsage): void {
    addTo(this.#all, used);
    const { model, day } = used;
    if (model === "") return;
    const own: OfModel = this.#byModel.get(model) ?? { all: nothingUsed(), byPrice: new Map() };
    this.#byModel.set(model, own);
    addTo(own.all, used);
    if (!this.#prices) return;
    const price = this.#prices.at(model, day);
    const at = own.byPrice.get(price?.fromDay ?? "") ?? { price, used: nothingUsed() };
    own.byPrice.set(price?.fromDay ?? "", at);
    addTo(at.used, used);
  }

  /** The row. */
  usage(place: Place): Usage {
    const models = [...this.#byModel].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return create(UsageSchema, {
      ...place,
      ...this.#all,
      models: models.map(([model, own]) => modelUsage(model, own)),
      costs: costsOf(models.flatMap(([, { byPrice }]) => [...byPrice.values()])),
      unpricedModels: models.flatMap(([model, { byPrice }]) => (byPrice.has("") ? [model] : [])),
    });
  }
}

/** What one model used, and by the first day of its price, or "" where there was none. */
interface OfModel {
  readonly all: Required<Used>;
  readonly byPrice: Map<string, AtPrice>;
}

interface AtPrice {
  readonly price: HeldPrice | undefined;
  readonly used: Required<Used>;
}

const nothingUsed = (): Required<Used> => ({
  turns: 0,
  modelCalls: 0,
  callsWithoutTokens: 0,
  toolCalls: 0,
  inputTokens: 0n,
  outputTokens: 0n,
  paperBytes: 0n,
});

const modelUsage = (model: string, { all, byPrice }: OfModel): ModelUsage => {
  const { modelCalls: calls, callsWithoutTokens, inputTokens, outputTokens } = all;
  const unpriced = byPrice.get("")?.used;
  return create(ModelUsageSchema, {
    model,
    calls,
    callsWithoutTokens,
    inputTokens,
    outputTokens,
    charges: [...byPrice.values()].flatMap(chargeOf).toSorted((a, b) => (a.priceDay < b.priceDay ? -1 : 1)),
    ...(unpriced
      ? {
          unpriced: {
            calls: unpriced.modelCalls,
            inputTokens: unpriced.inputTokens,
            outputTokens: unpriced.outputTokens,
          },
        }
      : {}),
  });
};

const chargeOf = ({ price, used }: AtPrice): Charge[] => {
  if (!price) return [];
  const { inputTokens, outputTokens, callsWithoutTokens } = used;
  const { fromDay: priceDay, currency, input, output } = price;
  const charge = {
    priceDay,
    inputTokens,
    outputTokens,
    callsWithoutTokens,
    inputPerMillion: moneyOf(currency, input),
    outputPerMillion: moneyOf(currency, output),
    amount: costMoney(currency, exactOf(price, used)),
  };
  return [create(ChargeSchema, charge)];
};

const exactOf = (price: HeldPrice, { inputTokens: input, outputTokens: output }: Required<Used>): bigint =>
  exactCost(price, { input, output });

const costsOf = (all: readonly AtPrice[]): Cost[] => {
  const priced = all.flatMap(({ price, used }) => (price ? [{ price, used }] : []));
  return [...Map.groupBy(priced, ({ price }) => price.currency)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, own]) => {
      const exact = own.reduce((sum, { price, used }) => sum + exactOf(price, used), 0n);
      const priceDays = [...new Set(own.map(({ price }) => price.fromDay))].toSorted();
      return create(CostSchema, { amount: costMoney(currency, exact), priceDays });
    });
};
