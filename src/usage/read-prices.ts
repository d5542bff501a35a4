import { type PriceList, PriceListSchema } from "../../gen/pincite/usage/v1/price_list_pb.ts";
import { DomainError } from "../error.ts";
import { type Said, worded } from "../messages/said.ts";
import { readTextFile } from "../profile/text-file.ts";
import { pricesOf } from "./prices.ts";

/** Reads what models cost from a file in the text format. Errors: REQUEST_INVALID with the file, and the line or the price that is wrong. */
export const readPrices = (file: string): PriceList => {
  const list = readTextFile(PriceListSchema, file, (problem) => unfit(file, problem));
  try {
    pricesOf(list);
    return list;
  } catch (error) {
    if (error instanceof DomainError) throw unfit(file, error.told);
    throw error;
  }
};

const unfit = (file: string, problem: Said | string): DomainError =>
  new DomainError("REQUEST_INVALID", worded("price-problem.file", { file, problem }), { field: "prices" });
