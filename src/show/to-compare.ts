import { ItemDecision, MissingInput_Kind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { wantsOwnYes } from "./compare.ts";
import type { RunView } from "./run-view.ts";

/** How many things a person has to decide about a draft before it is final: what holds its text back, and each sentence that asks for an eye. */
export const toCompare = (view: Pick<RunView, "context" | "against">): number => {
  const { items, missingInputs } = view.context;
  return (
    missingInputs.filter(({ kind }) => kind === MissingInput_Kind.DRAFT_CHECK).length +
    items.filter((item) => item.decision === ItemDecision.UNSPECIFIED && wantsOwnYes(item, view)).length
  );
};
