import type { GetSpansParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";

/** Dates come from a model: what is not made of the signs of a date is left out of the words. */
export const dated = (before: string, text: string): string[] =>
  /^[\d:.TZ+-]{1,40}$/.test(text) ? [`${before} ${text}`] : [];

/** The statutes of a day; without one those of today. */
export const lawInForce = (day: string): string => dated("statutes in force on", day)[0] ?? "statutes in force today";

/** How many documents the queries are about. */
export const documentCount = ({ queries }: GetSpansParams): string => {
  const count = new Set(queries.map((query) => query.locator?.docUid)).size;
  return `${count} ${count === 1 ? "document" : "documents"}`;
};
