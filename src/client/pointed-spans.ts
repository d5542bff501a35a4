import type { Client } from "@connectrpc/connect";
import type { Binding } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { ItemKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { SpanResolution_Outcome as Outcome, type SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import type { VaultSpanService } from "../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import type { RunView } from "../show/run-view.ts";

/** So many in one call. */
const batchMax = 100;

const settled: ReadonlySet<Outcome> = new Set([Outcome.EXACT, Outcome.NORMALISED, Outcome.MACHINE_READ]);

/** The bindings of a view that point at words of a document. */
export const pointedBindings = ({ context, needMap }: Pick<RunView, "context" | "needMap">): Binding[] => {
  const shown = new Set(context.items.filter(({ kind }) => kind === ItemKind.BINDING).map(({ itemId }) => itemId));
  return (needMap?.bindings ?? []).filter(
    ({ bindingId, evidence, locator }) =>
      shown.has(bindingId) && evidence?.evidence.case === "document" && (locator?.exactQuote ?? "") !== "",
  );
};

/**
 * Where the words stand that bindings point at, by binding_id, as the Vault has them now: who speaks there, and when. A binding has the
 * words alone. What the Vault does not find at one place, or cannot be asked for, is left out.
 */
export const pointedSpans = async (
  { resolveSpans }: Pick<Client<typeof VaultSpanService>, "resolveSpans">,
  strandId: string,
  bindings: readonly Binding[],
): Promise<ReadonlyMap<string, SpanRef>> => {
  const spans = new Map<string, SpanRef>();
  for (let at = 0; at < bindings.length; at += batchMax) {
    const asked = bindings.slice(at, at + batchMax);
    const entries = asked.map(({ locator }) => ({ locator }));
    // A paper that is gone, or a Vault that is away, is told of where its words are quoted.
    const { results } = await resolveSpans({ strandId, entries }).catch(() => ({ results: [] }));
    for (const [nth, { resolution }] of results.entries()) {
      const [span] = resolution?.spans ?? [];
      const bindingId = asked[nth]?.bindingId;
      if (span && bindingId !== undefined && settled.has(resolution?.outcome ?? Outcome.UNSPECIFIED))
        spans.set(bindingId, span);
    }
  }
  return spans;
};
