import { isRulingId } from "#kit/ruling-id.ts";
import type { CompareSpanResponse } from "../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { Connection } from "./connection.ts";
import { loadRunView } from "./run-view.ts";

/** Spans that one call takes. */
const spansMax = 100;

/** A quote of a statute in a memo, and what became of it. */
export interface WatchedQuote {
  readonly span: SpanRef;
  readonly answer: CompareSpanResponse;
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
 * Holds every quote of a statute that a finalised memo cites against the newest loaded version of its law. Errors:
 * STAGE_FORBIDS for a run that is not finalised, those of the services.
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
    const { evidence, span } = entries.get(id) ?? {};
    return evidence?.evidence.case === "law" && span ? [span] : [];
  });
  const spans = law.filter(({ docUid }) => !isRulingId(docUid));
  const quotes: WatchedQuote[] = [];
  let day = "";
  for (let at = 0; at < spans.length; at += spansMax) {
    const asked = spans.slice(at, at + spansMax);
    const { answers, inForceOn } = await connection.lawSpan.watchSpans({ spans: asked });
    day = inForceOn;
    for (const [rank, answer] of answers.entries()) quotes.push({ span: asked[rank] as SpanRef, answer });
  }
  return { context, quotes, rulingCount: law.length - spans.length, day };
};
