import type { Money } from "../../../gen/pincite/usage/v1/money_pb.ts";
import { QuotaStanding_Measure as Measure, type QuotaStanding } from "../../../gen/pincite/usage/v1/quota_pb.ts";
import type { Cost, ModelUsage, Usage } from "../../../gen/pincite/usage/v1/usage_pb.ts";
import type { GetUsageResponse } from "../../../gen/pincite/usage/v1/usage_service_pb.ts";
import type { Speech } from "../../messages/speech.ts";
import { table } from "../text/table.ts";

/** What a line of the table is of. */
type By = "person" | "run" | "month";

const heads = { person: "used.person", run: "used.run", month: "used.month" } as const;

/** What was used as one table with its sum, then what has no price, and what nobody knows. */
export const usageLines = (
  { phrase }: Speech,
  rows: readonly Usage[],
  { usage: all, ofEverybody, hasPrices, papersUnknown, quotas }: GetUsageResponse,
  by: By,
): string[] => {
  const bounds = quotas.map((one) => quotaLine(phrase, one));
  if (rows.length === 0 || !all) return [phrase(ofEverybody ? "used.nothing" : "used.nothing-by-you"), ...bounds];
  const cells = (name: string, { turns, modelCalls, inputTokens, outputTokens, toolCalls, ...one }: Usage) => [
    name,
    ...[turns, modelCalls, inputTokens, outputTokens, toolCalls].map(String),
    papersUnknown || by === "run" ? "-" : String(one.paperBytes),
    ...(hasPrices ? [costWords(phrase, one)] : []),
  ];
  const head = [
    phrase(heads[by]),
    phrase("used.turns"),
    phrase("used.model-calls"),
    phrase("record.tokens-in"),
    phrase("record.out"),
    phrase("record.tool-calls"),
    phrase("used.paper-bytes"),
    ...(hasPrices ? [phrase("used.costs")] : []),
  ];
  return [
    ...table([head, ...rows.map((one) => cells(nameOf(one, by), one)), cells(phrase("used.sum"), all)]),
    ...all.models.flatMap((one) => modelLines(phrase, one)),
    ...(hasPrices ? [] : [phrase("used.no-price-list")]),
    ...(papersUnknown ? [phrase("used.papers-are-elsewhere")] : []),
    ...bounds,
  ];
};

const measureNames: Readonly<
  Record<Measure, "quota.turns" | "quota.tokens" | "quota.tool-calls" | "quota.paper-bytes" | "quota.open-runs">
> = {
  [Measure.UNSPECIFIED]: "quota.turns",
  [Measure.TURNS]: "quota.turns",
  [Measure.TOKENS]: "quota.tokens",
  [Measure.TOOL_CALLS]: "quota.tool-calls",
  [Measure.PAPER_BYTES]: "quota.paper-bytes",
  [Measure.OPEN_RUNS]: "quota.open-runs",
};

/** A bound beside what is used of it. */
const quotaLine = (phrase: Speech["phrase"], { measure, who, bound, used, anewIso }: QuotaStanding): string => {
  const whose =
    who.case === "group"
      ? phrase("quota.of-group", { group: who.value })
      : who.case === "subject"
        ? phrase("quota.of-person", { subject: who.value })
        : phrase("quota.of-everybody");
  const told = {
    what: phrase(measureNames[measure] as "quota.turns"),
    whose,
    used: String(used),
    bound: String(bound),
  };
  return anewIso === ""
    ? phrase("quota.line-open-runs", told)
    : phrase("quota.line", { ...told, day: anewIso.slice(0, 10) });
};

const nameOf = ({ subject, issuer, runId, month }: Usage, by: By): string =>
  by === "run" ? runId : by === "month" ? month : issuer === "" ? subject : `${subject} (${issuer})`;

/** The sum with the days of its prices; where something has none, that too. */
const costWords = (phrase: Speech["phrase"], { costs, unpricedModels }: Pick<Usage, "costs" | "unpricedModels">) => {
  const sums = costs.map((one) => sumWords(phrase, one));
  if (unpricedModels.length > 0) sums.push(phrase("used.no-price"));
  return sums.length === 0 ? "-" : sums.join(" + ");
};

const sumWords = (phrase: Speech["phrase"], { amount, priceDays }: Cost): string =>
  phrase("used.at-prices-of", { amount: moneyWords(amount), days: priceDays.join(", ") });

/** Of one model: each price with what came of it, what has none, and the calls of which nobody knows the tokens. */
const modelLines = (
  phrase: Speech["phrase"],
  { model, charges, unpriced, callsWithoutTokens }: ModelUsage,
): string[] => [
  ...charges.map(({ priceDay: day, inputPerMillion, outputPerMillion, amount }) =>
    phrase("used.charge", {
      model,
      amount: moneyWords(amount),
      input: moneyWords(inputPerMillion),
      output: moneyWords(outputPerMillion),
      day,
    }),
  ),
  ...(unpriced
    ? [
        phrase("used.model-without-price", {
          model,
          input: String(unpriced.inputTokens),
          output: String(unpriced.outputTokens),
        }),
      ]
    : []),
  ...(callsWithoutTokens > 0 ? [phrase("used.calls-without-tokens", { model, calls: callsWithoutTokens })] : []),
];

/** `EUR 1.75`: two decimals at least, and as many as there are. */
const moneyWords = (money: Money | undefined): string => {
  const decimals = String(money?.nanos ?? 0).padStart(9, "0");
  return `${money?.currencyCode ?? "?"} ${money?.units ?? 0n}.${decimals.slice(0, 2)}${decimals.slice(2).replace(/0+$/u, "")}`;
};
