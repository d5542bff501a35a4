import type { StageProposal } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import type { Speech } from "../../messages/speech.ts";
import { fromConnectError } from "../../wire/client.ts";
import { Explained } from "../explained.ts";
import { nearestLines, resolutionIn } from "../print/nearest.ts";

/**
 * Makes of a refused proposal the same error, with what stands in the source instead where it was a quote. `command`: what puts a
 * quote forward, up to the quote.
 */
export const explainQuote =
  (proposal: StageProposal, { needMap }: RunView, command: string, speech: Speech) =>
  (thrown: unknown): never => {
    const error = fromConnectError(thrown);
    const resolution = resolutionIn(error);
    if (!resolution) throw thrown;
    const at = Number(/^spans\[(\d+)\]/u.exec(error.facts.field ?? "")?.[1] ?? 0);
    const spans = proposal.proposal.case === "citationLedger" ? proposal.proposal.value.spans : [];
    const bindingId = spans[at]?.bindingId ?? "";
    const slotId = needMap?.bindings.find((one) => one.bindingId === bindingId)?.slotId ?? bindingId;
    throw new Explained(error, nearestLines(resolution, { command, name: speech.itemTyped(slotId) }, speech));
  };
