import { readFileSync } from "node:fs";
import { type PriceList, PriceListSchema } from "../../gen/pincite/usage/v1/price_list_pb.ts";
import { DomainError } from "../error.ts";
import { type Said, worded } from "../messages/said.ts";
import { inFileAt } from "../profile/load-profiles.ts";
import { readTextFormat } from "../profile/text-reader.ts";
import { TextProblem } from "../profile/text-tokens.ts";
import { pricesOf } from "./prices.ts";

/** Reads what models cost from a file in the text format. Errors: REQUEST_INVALID with the file, and the line or the price that is wrong. */
export const readPrices = (file: string): PriceList => {
  const list = parsed(file);
  try {
    pricesOf(list);
    return list;
  } catch (error) {
    if (error instanceof DomainError) throw unfit(file, error.told);
    throw error;
  }
};

const parsed = (file: string): PriceList => {
  try {
    return readTextFormat(PriceListSchema, readFileSync(file, "utf8")).message;
  } catch (error) {
    if (error instanceof TextProblem) throw unfit(file, inFileAt(file, error.line, error.problem));
    throw unfit(file, (error as NodeJS.ErrnoException).code ?? "?");
  }
};

const unfit = (file: string, problem: Said | string): DomainError =>
  new DomainError("REQUEST_INVALID", worded("price-problem.file", { file, problem }), { field: "prices" });
