import { create } from "@bufbuild/protobuf";
import { isRulingId } from "#kit/ruling-id.ts";
import {
  type CompareSpanResponse,
  CompareSpanResponse_Verdict,
  CompareSpanResponseSchema,
} from "../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { fromConnectError } from "../wire/client.ts";
import type { Connection } from "./connection.ts";
import { loadRunView } from "./run-view.ts";

/** Spans that one call takes. */
const spansMax = 100;

/** A quote of a statute in a memo, and what became of it. */
export interface WatchedQuote {
  readonly span: SpanRef;
  readonly answer: CompareSpanResponse;
  /** The day by which its claim's law is read, ISO date, where that is its own; "": the memo's. */
  readonly lawDate: string;
}

/** A finalised memo held against the law as it is loaded now. */
export interface WatchedMemo {
  readonly context: RunContext;
  /** Each quote once, in the order in which the draft first cites it. */
  readonly quotes: readonly WatchedQuote[];
  /** Quotes of rulings, which have one text for ever. */
  readonly rulingCount: number;
  /** The day for which it is told whether the newest texts are in force, ISO date; "" where there was nothing to ask. */
  readonly day: string;
}

/**
 * Holds every quote of a statute that a finalised memo cites against the newest loaded version of its law; one of a claim with a law date
 * of its own against the version of that day, as it is known now, since what came later is not the law of that claim. Errors: STAGE_FORBIDS for a run that is not finalised, those of the services.
 */
export const watchMemo = async (connection: Connection, context: RunContext): Promise<WatchedMemo> => {
  if (context.lifecycle !== RunLifecycle.FINALISED)
    throw new DomainError(
      "STAGE_FORBIDS",
      worded("command-error.run-is-not-finalised-only-finalised-memos-are", { runId: context.runId }),
    );
  const { draft, ledger } = await loadRunView(connection, context);
  const cited = new Set(draft?.sections.flatMap(({ sentences }) => sentences.flatMap(({ entryIds }) => entryIds)));
  const entries = new Map(ledger?.entries.map((entry) => [entry.entryId, entry]));
  const law = [...cited].flatMap((id) => {
    const { evidence, span, lawDate = "" } = entries.get(id) ?? {};
    return evidence?.evidence.case === "law" && span ? [{ span, lawDate }] : [];
  });
  const statutes = law.filter(({ span }) => !isRulingId(span.docUid));
  const { answers, day } = await newest(
    connection,
    statutes.flatMap(({ span, lawDate }) => (lawDate === "" ? [span] : [])),
  );
  const quotes: WatchedQuote[] = [];
  for (const { span, lawDate } of statutes) {
    const answer = lawDate === "" ? answers.shift() : await onItsDay(connection, span, lawDate);
    if (answer) quotes.push({ span, answer, lawDate });
  }
  return { context, quotes, rulingCount: law.length - statutes.length, day };
};

/** What became of spans in the newest texts, in order, and the day for which it is told. */
const newest = async ({ lawSpan }: Connection, spans: readonly SpanRef[]) => {
  const answers: CompareSpanResponse[] = [];
  let day = "";
  for (let at = 0; at < spans.length; at += spansMax) {
    const told = await lawSpan.watchSpans({ spans: spans.slice(at, at + spansMax) });
    day = told.inForceOn;
    answers.push(...told.answers);
  }
  return { answers, day };
};

/** What became of a span in the text of a day; where nobody can say, UNKNOWN and why, as of the newest texts. */
const onItsDay = async ({ lawSpan }: Connection, span: SpanRef, inForceOn: string): Promise<CompareSpanResponse> => {
  try {
    return await lawSpan.compareSpan({ span, inForceOn });
  } catch (error) {
    const { reason, message } = fromConnectError(error);
    if (!ofThatText.has(reason)) throw error;
    const said = reason === "NO_LAW_LOADED" ? "LAW_NOT_FOUND" : reason;
    return create(CompareSpanResponseSchema, { verdict: CompareSpanResponse_Verdict.UNKNOWN, reason: said, message });
  }
};

const ofThatText: ReadonlySet<string> = new Set([
  "NO_LAW_LOADED",
  "LAW_NOT_FOUND",
  "VERSION_NOT_FOUND",
  "LOCATOR_INVALID",
]);
