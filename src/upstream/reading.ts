import type { GetSpansParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ToolOutcome, ToolRun } from "../engine/run/ports.ts";

/** One tool made ready for one request. */
export interface Reading {
  /** What it covers, in words of ours: no query, no names, no evidence. */
  readonly scope: string;
  /** The question, to be shown as what to try again where the failure was not about it. */
  readonly asked: string;
  /** Errors: DomainError in our words. */
  outcome(): Promise<ToolOutcome>;
}

/** Reads the parameters of a request; undefined when they are not those of the tool. */
export type Tool = (run: ToolRun, timeoutMs: number) => Reading | undefined;

/** Dates come from a model: what is not made of the signs of a date is left out of the words. */
export const dated = (before: string, text: string): string[] =>
  /^[\d:.TZ+-]{1,40}$/.test(text) ? [`${before} ${text}`] : [];

/** How many documents the queries are about. */
export const documentCount = ({ queries }: GetSpansParams): string => {
  const count = new Set(queries.map((query) => query.locator?.docUid)).size;
  return `${count} ${count === 1 ? "document" : "documents"}`;
};
