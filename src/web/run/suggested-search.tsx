import type { ToolRequest } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { useWords } from "../words/use-words.ts";
import { contextOf, newKey, useRun } from "./run-store.ts";
import { toolParams } from "./tool-params.ts";

/** A search that the guide left to a person: why, with what, and a button that runs it in one call. */
export const SuggestedSearch = ({ slotId }: { readonly slotId: string }) => {
  const { say } = useWords();
  const { act, clients, isBusy, view } = useRun();
  const suggested = (view.needs?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .flatMap(({ suggestedSearches }) => suggestedSearches)
    .find((one) => one.slotId === slotId);
  if (suggested === undefined) return null;
  const run = ({ id }: ToolRequest) =>
    act(async ({ runId, version }) =>
      contextOf(
        await clients.orchestrator.executeToolRequest({
          requestId: id,
          runId,
          idempotencyKey: newKey(),
          expectedVersion: version,
          confirmed: true,
        }),
      ),
    );
  return (
    <div className="suggested" data-suggested={suggested.id}>
      <p>
        {say("page.the-guide-suggests-a-search")}:{" "}
        {toolParams(suggested.params)
          .map(([, value]) => value)
          .join(", ")}
      </p>
      <p className="note">{suggested.reason}</p>
      <button type="button" disabled={isBusy} onClick={() => void run(suggested)}>
        {say("page.run-this-search")}
      </button>
    </div>
  );
};
