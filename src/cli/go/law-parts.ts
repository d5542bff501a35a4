import type { MessageInitShape } from "@bufbuild/protobuf";
import type { SpanProposalSchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Connection } from "../../client/connection.ts";
import { lawArticle } from "../../client/law-parts.ts";
import type { RunView } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { BoundArticle } from "../print/part-lines.ts";
import type { NumberedChoice } from "./choose.ts";

type View = Pick<RunView, "context" | "needMap" | "ledger">;

/** The bindings to law of which words are quoted, where words are quoted; none in other stages. */
const quotedLaw = ({ context, needMap }: View): Binding[] =>
  context.state !== OrchestratorState.SPAN_RESOLUTION
    ? []
    : (needMap?.bindings ?? []).filter(
        ({ slotKind, evidence }) => slotKind === SlotKind.QUOTE && evidence?.evidence.case === "law",
      );

/** The articles that somebody has still to say yes to the words of, or that no words are put forward of. */
export const articlesOpen = async ({ laws }: Pick<Connection, "laws">, view: View): Promise<BoundArticle[]> => {
  const decided = new Set(
    view.context.items.flatMap(({ itemId, decision }) => (decision === ItemDecision.UNSPECIFIED ? [] : [itemId])),
  );
  const entryOf = new Map(view.ledger?.entries.map((entry) => [entry.bindingId, entry.entryId]));
  const open = quotedLaw(view).filter(({ bindingId }) => !decided.has(entryOf.get(bindingId) ?? ""));
  const read = await Promise.all(open.map(async (one) => ({ one, article: await lawArticle(laws, one.evidence) })));
  return read.flatMap(({ one, article }) => (article && article.parts.length > 0 ? [{ binding: one, article }] : []));
};

/** Choices among the sentences of the articles that are quoted from, and all others. */
export const partedParts = (
  view: View,
  chosen: readonly NumberedChoice[],
): { readonly parts: NumberedChoice[]; readonly passages: NumberedChoice[] } => {
  const ofLaw = new Set(quotedLaw(view).map(({ slotId }) => slotId));
  return {
    parts: chosen.filter(({ slotId }) => ofLaw.has(slotId)),
    passages: chosen.filter(({ slotId }) => !ofLaw.has(slotId)),
  };
};

/** What quotes the sentences that the numbers mean. Errors: ITEM_UNKNOWN where an article has no sentence of a number. */
export const partsNumbered = ({ laws }: Pick<Connection, "laws">, view: View, chosen: readonly NumberedChoice[]) =>
  Promise.all(
    chosen.map(async ({ slotId, number }): Promise<MessageInitShape<typeof SpanProposalSchema>> => {
      const binding = quotedLaw(view).find((one) => one.slotId === slotId);
      const part = (await lawArticle(laws, binding?.evidence))?.parts[number - 1];
      if (!binding || !part) throw new DomainError("ITEM_UNKNOWN", worded("part.there-is-none", { number, slotId }));
      return { bindingId: binding.bindingId, span: { case: "locator", value: part.locator } };
    }),
  );
