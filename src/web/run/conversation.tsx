import { useEffect, useState } from "react";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { ConversationEntry, Guidance } from "../../../gen/pincite/memo/v1/conversation_pb.ts";
import type { ConversationTurn } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { ToolCall } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { toolDoes } from "../../cli/print/tool-word.ts";
import { useWords } from "../words/use-words.ts";
import type { Clients } from "./clients.ts";
import { useRun } from "./run-store.ts";
import { toolParams } from "./tool-params.ts";

/** What was said in this run, and a way to say something to the guide. It decides nothing. */
export const Conversation = () => {
  const { act, clients, guide, isBusy, view } = useRun();
  const { say } = useWords();
  const { runId, eventCount, lifecycle } = view.context;
  const [turns, setTurns] = useState<readonly ConversationTurn[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const [said, setSaid] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: something may have been said with every event
  useEffect(() => {
    let isGone = false;
    if (isOpen)
      void turnsOf(clients, runId).then(
        (all) => isGone || setTurns(all),
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [clients, runId, eventCount, isOpen]);
  return (
    <details className="block conversation" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{say("page.conversation")}</summary>
      {turns.length === 0 ? <p className="note">{say("page.nothing-was-said-yet")}</p> : null}
      <ol>
        {turns.map(({ turnId, entries, toolCalls }) => (
          <li key={turnId}>
            {entries.map((entry) => (
              <Said key={`${entry.meta?.createdAtIso} ${entry.meta?.createdBy?.kind}`} entry={entry} />
            ))}
            {toolCalls.length === 0 ? null : <Asked calls={toolCalls} />}
          </li>
        ))}
      </ol>
      {lifecycle === 2 ? null : (
        <form
          onSubmit={async (event) => {
            event.preventDefault();
            if (await act((shown) => guide(shown, said))) setSaid("");
          }}
        >
          <label className="field field-wide">
            {say("page.say-something-to-the-guide")}
            <textarea rows={2} maxLength={8000} value={said} onChange={(event) => setSaid(event.target.value)} />
          </label>
          <button type="submit" disabled={isBusy || said.trim() === ""}>
            {say("page.ask")}
          </button>
        </form>
      )}
    </details>
  );
};

const Said = ({ entry }: { readonly entry: ConversationEntry }) => {
  const { say, speech } = useWords();
  const isUser = entry.meta?.createdBy?.kind === Principal_Kind.USER;
  return (
    <div>
      <p className="speaker">{say(isUser ? "page.you" : "go.the-guide")}</p>
      <p>{speech.sentence(entry.text)}</p>
      {entry.stopReason === "" ? null : <p className="note">{speech.sentence(entry.stopReason)}</p>}
      {entry.guidance ? <Advice guidance={entry.guidance} /> : null}
    </div>
  );
};

/** What the guide asked of tools, why, and what came of it. */
const Asked = ({ calls }: { readonly calls: readonly ToolCall[] }) => {
  const { say, speech } = useWords();
  return (
    <details className="more">
      <summary>{say("page.what-was-searched-and-why")}</summary>
      <ul className="calls">
        {calls.map(({ request, result }) => (
          <li key={request?.id}>
            <p>{toolDoes(request?.toolName ?? "", speech)}</p>
            <p className="note">
              {toolParams(request?.params)
                .map(([name, value]) => `${name}: ${value}`)
                .join("; ")}
            </p>
            {request?.reason ? (
              <p className="note">
                {say("page.why")}: {speech.sentence(request.reason)}
              </p>
            ) : null}
            {result ? <p>{speech.sentence(result.summary || result.reason)}</p> : null}
          </li>
        ))}
      </ul>
    </details>
  );
};

/** What the guide advises, in its three parts. */
const Advice = ({ guidance }: { readonly guidance: Guidance }) => {
  const { say, speech } = useWords();
  const { missingInputs, suggestedToolActions, nextAction } = guidance;
  const lists = [
    [say("page.what-is-missing"), missingInputs],
    [say("page.what-it-would-search"), suggestedToolActions],
  ] as const;
  return (
    <dl className="advice">
      {lists.map(([name, lines]) =>
        lines.length === 0 ? null : (
          <div key={name}>
            <dt>{name}</dt>
            {lines.map((line) => (
              <dd key={line}>{speech.sentence(line)}</dd>
            ))}
          </div>
        ),
      )}
      {nextAction === "" ? null : (
        <div>
          <dt>{say("page.what-comes-next-it-says")}</dt>
          <dd>{speech.sentence(nextAction)}</dd>
        </div>
      )}
    </dl>
  );
};

/** Everything said in a run, oldest first, with what the guide asked of tools. */
const turnsOf = async ({ orchestrator }: Clients, runId: string): Promise<ConversationTurn[]> => {
  const turns: ConversationTurn[] = [];
  for (let pageToken = ""; ; ) {
    const page = await orchestrator.listConversation({ runId, pageSize: 200, pageToken });
    turns.push(...page.turns);
    pageToken = page.nextPageToken;
    if (pageToken === "") return turns;
  }
};
