import type { Client } from "@connectrpc/connect";
import { SpanResolution_Outcome as Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import type { VaultSpanService } from "../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { exhibitsOf } from "../export/exhibits.ts";
import type { RunView } from "../show/run-view.ts";

/** So many in one call. */
const batchMax = 100;

const found: ReadonlySet<Outcome> = new Set([
  Outcome.EXACT,
  Outcome.NORMALISED,
  Outcome.AMBIGUOUS,
  Outcome.MACHINE_READ,
]);

/** The words that must not be said, as the intent has them. */
export const unsaidOf = ({ intent }: Pick<RunView, "intent">): readonly string[] =>
  (intent?.unsaid ?? []).filter((line) => line.trim() !== "");

/**
 * Which exhibits of a memo hold words that must not be said, by evidence id, with these words: the letter keeps them back, and the paper that
 * goes along would say them. Errors: those of ResolveSpans.
 */
export const exhibitsSaying = async (
  { resolveSpans }: Pick<Client<typeof VaultSpanService>, "resolveSpans">,
  { context: { strandId }, draft, ledger, evidence, intent }: RunView,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const saying = new Map<string, readonly string[]>();
  if (!draft || !ledger || !evidence) return saying;
  const papers = [...exhibitsOf({ draft, ledger, evidence }).keys()].filter((id) => id.startsWith("vault:"));
  const asked = papers.flatMap((evidenceId) =>
    unsaidOf({ intent }).map((exactQuote) => ({ evidenceId, exactQuote, docUid: evidenceId.slice("vault:".length) })),
  );
  for (let at = 0; at < asked.length; at += batchMax) {
    const some = asked.slice(at, at + batchMax);
    const entries = some.map(({ docUid, exactQuote }) => ({ locator: { docUid, exactQuote } }));
    const { results } = await resolveSpans({ strandId, entries });
    for (const [nth, { evidenceId, exactQuote }] of some.entries())
      if (found.has(results[nth]?.resolution?.outcome ?? Outcome.UNSPECIFIED))
        saying.set(evidenceId, [...(saying.get(evidenceId) ?? []), exactQuote]);
  }
  return saying;
};
