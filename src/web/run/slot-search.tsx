import { useState } from "react";
import { EvidenceSearchResultSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { type ToolResult, ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { useWords } from "../words/use-words.ts";
import type { Clients } from "./clients.ts";
import { readArtifacts } from "./load-view.ts";
import { contextOf, newKey, useRun } from "./run-store.ts";

/** What came of a search, in words. */
interface Outcome {
  readonly status: ToolResultStatus;
  readonly reason: string;
  readonly refined: string;
  readonly count: number;
}

/** A search in a person's own words, in place: what it finds stands among the candidates of the slot. */
export const SlotSearch = ({ slot }: { readonly slot: EvidenceSlot }) => {
  const { say, speech } = useWords();
  const { act, clients, isBusy } = useRun();
  const [query, setQuery] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  if (query === undefined)
    return (
      <button type="button" className="quiet" onClick={() => setQuery(slot.cues.join(" "))}>
        {say("page.search-for-something-else")}
      </button>
    );
  const search = () =>
    act(async (shown) => {
      setOutcome(undefined);
      const done = await searchFor(clients, shown, slot, query);
      setOutcome(done.outcome);
      // The suggestion stands in the field, where it can be changed before it is searched.
      if (done.outcome.refined !== "" && done.outcome.count === 0) setQuery(done.outcome.refined);
      return done.context;
    });
  const isEmpty = outcome?.status === ToolResultStatus.EMPTY;
  const isFailed = outcome?.status === ToolResultStatus.ERROR || outcome?.status === ToolResultStatus.REFUSED;
  return (
    <form
      className="search"
      onSubmit={(event) => {
        event.preventDefault();
        void search();
      }}
    >
      <label className="field field-wide">
        {say("page.words-to-search-for")}
        <input value={query} maxLength={300} onChange={(event) => setQuery(event.target.value)} />
      </label>
      <button type="submit" disabled={isBusy || query.trim() === ""}>
        {say(isEmpty || isFailed ? "page.search-again" : "page.search")}
      </button>
      <p role="status" data-outcome={outcome?.status}>
        {isEmpty ? say("page.no-matches") : null}
        {isFailed ? say("page.the-search-failed", { reason: speech.sentence(outcome.reason) }) : null}
        {outcome?.status === ToolResultStatus.OK ? say("page.found-passages", { count: outcome.count }) : null}
      </p>
    </form>
  );
};

/** Records the request in the person's name, then runs it: two calls, so that what was asked for is an artifact before it runs. */
const searchFor = async (
  clients: Clients,
  { runId, version }: RunContext,
  { slotId, source }: EvidenceSlot,
  query: string,
): Promise<{ readonly context: RunContext; readonly outcome: Outcome }> => {
  const isLaw = source === "law";
  const { request, runContext } = await clients.tools.requestTool({
    runId,
    idempotencyKey: newKey(),
    expectedVersion: version,
    toolName: isLaw ? "lawbot.search" : "vault.search",
    params: {
      params: isLaw ? { case: "lawbotSearch", value: { query } } : { case: "vaultSearch", value: { query } },
    },
    slotId,
  });
  const done = await clients.orchestrator.executeToolRequest({
    requestId: request?.id ?? "",
    idempotencyKey: newKey(),
    expectedVersion: runContext?.version ?? "",
    confirmed: true,
  });
  const result = done.toolResultLog?.results.at(-1);
  return { context: contextOf(done), outcome: await outcomeOf(clients, result) };
};

const outcomeOf = async (clients: Clients, result: ToolResult | undefined): Promise<Outcome> => {
  const [found] = await readArtifacts(clients, EvidenceSearchResultSchema, [result?.outputRef]);
  return {
    status: result?.status ?? ToolResultStatus.ERROR,
    reason: result?.reason ?? "",
    refined: result?.refinedQuery || found?.suggestedQuery || found?.refinedQuery || "",
    count: found?.candidates.length ?? 0,
  };
};
