import { useEffect, useState } from "react";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { PendingToolCall } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { heldReason } from "../../cli/print/held-reason.ts";
import { toolDoes } from "../../cli/print/tool-word.ts";
import { useWords } from "../words/use-words.ts";
import { contextOf, newKey, useRun } from "./run-store.ts";
import { queryOf, toolParams } from "./tool-params.ts";

/** Requests of the guide that wait for a person: why, with what exactly, and what she may say. */
export const ToolRequests = () => {
  const { clients, view } = useRun();
  const { runId, pendingToolRequests, turnId, version } = view.context;
  const [calls, setCalls] = useState<readonly PendingToolCall[]>([]);
  // While the guide is at work its searches run by themselves: what it looks for is told in words, and nobody is asked anything.
  const many = turnId === "" ? pendingToolRequests.length : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits changes with the run
  useEffect(() => {
    if (many === 0) return setCalls([]);
    let isGone = false;
    void clients.tools.listPending({ runId }).then(
      ({ pending }) => isGone || setCalls(pending),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [clients, runId, many, version]);
  return calls.map((call) => <Waiting key={call.request?.id} call={call} />);
};

const Waiting = ({ call }: { readonly call: PendingToolCall }) => {
  const { act, clients, isBusy, view } = useRun();
  const { say, speech } = useWords();
  const [why, setWhy] = useState("");
  const { request, pending } = call;
  if (!request || !pending) return null;
  const { requestId, toolName, paramsDigest, waitsFor } = pending;
  const held = heldReason(request, speech);
  const query = queryOf(request.params);
  const decide = (decision: ToolDecision) =>
    void act(async (shown) =>
      contextOf(
        await clients.tools.decideToolRequest({
          runId: shown.runId,
          requestId,
          idempotencyKey: newKey(),
          expectedVersion: shown.version,
          decision,
          toolName,
          paramsDigest,
          // Word for word, line breaks included; blanks alone are no reason.
          reason: why.trim() === "" ? "" : why,
        }),
      ),
    );
  const run = () =>
    void act(async (shown) =>
      contextOf(
        await clients.orchestrator.executeToolRequest({
          requestId,
          idempotencyKey: newKey(),
          expectedVersion: shown.version,
          confirmed: true,
        }),
      ),
    );
  const mayAlways =
    !pending.mutating &&
    view.context.allowedTools.some((tool) => tool.toolName === toolName && tool.requiresUserConfirm);
  return (
    <section className="block waiting" aria-label={say("page.a-search-waits-for-your-decision")}>
      <h2>{say("page.a-search-waits-for-your-decision")}</h2>
      <p>{toolDoes(toolName, speech)}</p>
      {held.why === "" ? null : (
        <p>
          {say("page.why")}: <bdi>{held.why}</bdi>
        </p>
      )}
      {held.because === "" ? null : <p>{speech.phrase("screen.it-waits", { because: held.because })}</p>}
      {query === "" ? null : (
        <p>
          <q>{query}</q>
        </p>
      )}
      <details className="more" open={query === ""}>
        <summary>{say("page.with")}</summary>
        <dl className="params">
          {toolParams(request.params).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {waitsFor === WaitsFor.EXECUTION ? (
        <button type="button" disabled={isBusy} onClick={run}>
          {say("page.run")}
        </button>
      ) : null}
      {waitsFor === WaitsFor.REVIEW ? (
        <button type="button" disabled={isBusy} onClick={() => decide(ToolDecision.ACKNOWLEDGE)}>
          {say("page.i-have-looked")}
        </button>
      ) : null}
      {waitsFor === WaitsFor.DECISION ? (
        <>
          <p className="row">
            <button type="button" disabled={isBusy} onClick={() => decide(ToolDecision.ALLOW)}>
              {say("page.allow")}
            </button>
            {mayAlways ? (
              <button type="button" className="quiet" disabled={isBusy} onClick={() => decide(ToolDecision.ALWAYS)}>
                {say("page.allow-always-a-day")}
              </button>
            ) : null}
          </p>
          <label className="field field-wide">
            {say("page.why-not")}
            <textarea rows={2} maxLength={500} value={why} onChange={(event) => setWhy(event.target.value)} />
          </label>
          <button type="button" className="quiet" disabled={isBusy} onClick={() => decide(ToolDecision.DENY)}>
            {say("page.decline")}
          </button>
        </>
      ) : null}
    </section>
  );
};
