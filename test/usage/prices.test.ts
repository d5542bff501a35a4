import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { type Price, PriceListSchema } from "../../gen/pincite/usage/v1/price_list_pb.ts";
import { DayUsageSchema } from "../../gen/pincite/usage/v1/usage_record_pb.ts";
import { costMoney, moneyOf, pricesOf } from "../../src/usage/prices.ts";
import { readPrices } from "../../src/usage/read-prices.ts";
import { Tally } from "../../src/usage/tally.ts";
import { newFolder } from "../support/new-folder.ts";

const model = "anthropic/one";
type Row = Omit<Price, "$typeName">;
const row = (change: Partial<Row> = {}): Row => ({
  model,
  fromDay: "2026-12-01",
  currency: "EUR",
  inputPerMillion: "2.50",
  outputPerMillion: "10",
  ...change,
});
const listed = (...prices: readonly Row[]) => pricesOf(create(PriceListSchema, { prices: [...prices] }));
const used = (day: string, inputTokens: bigint, outputTokens: bigint, of = model) =>
  create(DayUsageSchema, { day, model: of, modelCalls: 1, inputTokens, outputTokens });

describe("a price", () => {
  it("holds from its day until the next one of its model", () => {
    const prices = listed(
      row({ fromDay: "2027-01-01", inputPerMillion: "3" }),
      row(),
      row({ model: "anthropic/two", inputPerMillion: "9" }),
    );
    const from = (day: string) => prices.at(model, day)?.fromDay;
    expect(["2026-11-30", "2026-12-01", "2026-12-31", "2027-01-01", "2031-05-05"].map(from)).toEqual([
      undefined,
      "2026-12-01",
      "2026-12-01",
      "2027-01-01",
      "2027-01-01",
    ]);
    expect(prices.at("anthropic/three", "2026-12-05")).toBeUndefined();
  });

  it("is decimal to the ninth place: no binary fraction comes in between", () => {
    const [held, least] = ["0.1", "0.000000001"].map((inputPerMillion) =>
      listed(row({ inputPerMillion })).at(model, "2026-12-01"),
    );
    expect(held?.input).toBe(100_000_000n);
    expect(least?.input).toBe(1n);
    expect(moneyOf("EUR", 1_750_000_000n)).toMatchObject({ units: 1n, nanos: 750_000_000 });
    expect([499_999n, 500_000n].map((exact) => costMoney("EUR", exact).nanos)).toEqual([0, 1]);
  });

  it.each([
    ["a day that no calendar has", { fromDay: "2026-02-30" }, "2026-02-30"],
    ["an amount with a comma", { inputPerMillion: "2,50" }, "2,50"],
    ["an amount below nothing", { outputPerMillion: "-1" }, "-1"],
    ["ten decimals", { outputPerMillion: "0.0000000001" }, "0.0000000001"],
    ["no amount", { outputPerMillion: "" }, "?"],
    ["a currency in words", { currency: "euro" }, "euro"],
    ["no model", { model: "" }, "model"],
  ])("is refused with %s", (_, change, told) => {
    expect(() => listed(row(change))).toThrow(told);
  });

  it("is refused where its model has another one from the same day", () => {
    expect(() => listed(row(), row({ currency: "USD" }))).toThrow("two prices from 2026-12-01");
  });

  it("is read from a file, which says on which line it is wrong", () => {
    const file = join(newFolder("prices"), "prices.txtpb");
    const text = (amount: string) =>
      `# ours\nprices {\n  model: "${model}" from_day: "2026-12-01" currency: "EUR"\n  input_per_million: ${amount} output_per_million: "10"\n}\n`;
    writeFileSync(file, text('"2.50"'));
    expect(readPrices(file).prices).toMatchObject([{ model, inputPerMillion: "2.50" }]);
    writeFileSync(file, text("2.50"));
    expect(() => readPrices(file)).toThrow("prices.txtpb:4:");
    writeFileSync(file, text('"2.5x"'));
    expect(() => readPrices(file)).toThrow("2.5x is no price");
    expect(() => readPrices(`${file}-not-there`)).toThrow("ENOENT");
  });
});

describe("a row", () => {
  it("names the day of each price, sums by currency, and says what has no price", () => {
    const tally = new Tally(listed(row(), row({ fromDay: "2026-12-03", currency: "USD", inputPerMillion: "4" })));
    for (const one of [
      used("2026-11-30", 7n, 1n),
      used("2026-12-01", 1_000_000n, 0n),
      used("2026-12-02", 400_000n, 50_000n),
      used("2026-12-03", 250_000n, 0n),
      used("2026-12-03", 5n, 5n, "local/free"),
    ])
      tally.add(one);
    const { costs, unpricedModels, models, modelCalls, inputTokens } = tally.usage({});
    expect({ modelCalls, inputTokens }).toEqual({ modelCalls: 5, inputTokens: 1_650_012n });
    expect(costs).toMatchObject([
      { amount: { currencyCode: "EUR", units: 4n, nanos: 0 }, priceDays: ["2026-12-01"] },
      { amount: { currencyCode: "USD", units: 1n, nanos: 0 }, priceDays: ["2026-12-03"] },
    ]);
    expect(unpricedModels).toEqual([model, "local/free"]);
    expect(models[0]).toMatchObject({ unpriced: { calls: 1, inputTokens: 7n, outputTokens: 1n } });
    expect(models[0]?.charges.map(({ priceDay, inputTokens }) => [priceDay, inputTokens])).toEqual([
      ["2026-12-01", 1_400_000n],
      ["2026-12-03", 250_000n],
    ]);
  });

  it("is rounded once: the parts of a sum that round down each are not lost together", () => {
    const tally = new Tally(
      listed(
        row({ inputPerMillion: "0.000000001" }),
        row({ model: "local/b", inputPerMillion: "0.000000001" }),
        row({ model: "local/c", inputPerMillion: "0.000000001" }),
      ),
    );
    for (const name of [model, "local/b", "local/c"]) tally.add(used("2026-12-01", 400_000n, 0n, name));
    const { costs, models } = tally.usage({});
    expect(models.flatMap(({ charges }) => charges.map(({ amount }) => amount?.nanos))).toEqual([0, 0, 0]);
    expect(costs[0]?.amount?.nanos).toBe(1);
  });

  it("has no costs and misses no price where nobody gave a list", () => {
    const tally = new Tally(undefined);
    tally.add(used("2026-12-01", 5n, 5n));
    expect(tally.usage({})).toMatchObject({ costs: [], unpricedModels: [], models: [{ charges: [] }] });
  });
});
