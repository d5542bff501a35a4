import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { pointedBindings, pointedSpans } from "../../client/pointed-spans.ts";
import type { RunView } from "../../show/run-view.ts";
import type { Clients } from "./clients.ts";

/** Where the words stand that the bindings of a run point at. Fetched with the bindings: no other stage has any. */
export const pointedIn = async (
  view: RunView,
  clients: Pick<Clients, "spans">,
): Promise<ReadonlyMap<string, SpanRef>> => {
  const bindings = pointedBindings(view);
  return bindings.length === 0 ? new Map() : pointedSpans(await clients.spans(), view.context.strandId, bindings);
};
