import { clone } from "@bufbuild/protobuf";
import { createClient, type Transport } from "@connectrpc/connect";
import { CaseLawService } from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { LawSpanService } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import {
  SpanResolution_Outcome as Outcome,
  type SpanLocator,
  SpanLocatorSchema,
  type SpanRef,
  type SpanResolution,
} from "../../../gen/pincite/span/v1/span_pb.ts";
import { VaultSpanService } from "../../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { NoQuote } from "./no-quote.ts";
import { sourceKindOf } from "./source-of.ts";

/** Whom a question to a source goes to, and what it must know. */
export interface Asking {
  readonly transport: Transport;
  readonly strandId: string;
  /** Reference day for law, ISO 8601; empty: none. */
  readonly inForceOn: string;
}

/** Has the source of a locator resolve it. Errors: those of the source's ResolveSpans. */
export const resolved = async (
  { transport, strandId, inForceOn }: Asking,
  locator: SpanLocator,
): Promise<SpanResolution> => {
  const entries = [{ locator }];
  const kind = sourceKindOf(locator.docUid);
  const { results } =
    kind === "vault"
      ? await createClient(VaultSpanService, transport).resolveSpans({ strandId, entries })
      : kind === "law"
        ? await createClient(LawSpanService, transport).resolveSpans({ entries, inForceOn })
        : await createClient(CaseLawService, transport).resolveCaseSpans({ entries });
  const resolution = results[0]?.resolution;
  if (resolution === undefined) throw new NoQuote("page-quote.the-source-gave-no-answer-to-the-quote");
  return resolution;
};

/** The same locator, naming one of the places where its words stand. */
export const atOccurrence = (locator: SpanLocator, occurrenceIndex: number): SpanLocator => {
  const named = clone(SpanLocatorSchema, locator);
  named.occurrenceIndex = occurrenceIndex;
  named.contextBefore = "";
  named.contextAfter = "";
  return named;
};

/**
 * Resolves a locator that was made of words seen at one place. Where the source finds several places in spite of the words
 * around them, it is asked again for the one that begins there. Undefined where it does not hold exactly there.
 */
export const resolvedAt = async (
  asking: Asking,
  locator: SpanLocator,
  startChar: number,
): Promise<SpanRef | undefined> => {
  const first = await resolved(asking, locator);
  const at = first.spans.findIndex((span) => span.startChar === startChar);
  if (first.outcome !== Outcome.AMBIGUOUS) return heldAsAsked.has(first.outcome) ? first.spans[at] : undefined;
  if (at < 0) return undefined;
  const again = await resolved(asking, atOccurrence(locator, at));
  return again.spans.find((span) => span.startChar === startChar);
};

/** The words of a source as they stand in it; what a machine read may be asked for in its own characters too. */
const heldAsAsked: ReadonlySet<Outcome> = new Set([Outcome.EXACT, Outcome.MACHINE_READ]);
