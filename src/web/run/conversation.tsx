import { useEffect, useState } from "react";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type ConversationEntry,
  ConversationEntrySchema,
  type Guidance,
} from "../../../gen/pincite/memo/v1/conversation_pb.ts";
import { useWords } from "../words/use-words.ts";
import type { Clients } from "./clients.ts";
import { readArtifacts } from "./load-view.ts";
import { useRun } from "./run-store.ts";

/** What was said in this run, and a way to say something to the guide. It decides nothing. */
export const Conversation = () => {
  const { act, clients, guide, isBusy, view } = useRun();
  const { say } = useWords();
  const { runId, eventCount, lifecycle } = view.context;
  const [entries, setEntries] = useState<readonly ConversationEntry[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const [said, setSaid] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: something may have been said with every event
  useEffect(() => {
    let isGone = false;
    if (isOpen)
      void entriesOf(clients, runId).then(
        (all) => isGone || setEntries(all),
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [clients, runId, eventCount, isOpen]);
  return (
    <details className="block conversation" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{say("Conversation")}</summary>
      {entries.length === 0 ? <p className="note">{say("Nothing was said yet.")}</p> : null}
      <ol>
        {entries.map((entry) => (
          <Said key={`${entry.turnId} ${entry.meta?.createdAtIso} ${entry.meta?.createdBy?.kind}`} entry={entry} />
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
            {say("Say something to the guide")}
            <textarea rows={2} maxLength={8000} value={said} onChange={(event) => setSaid(event.target.value)} />
          </label>
          <button type="submit" disabled={isBusy || said.trim() === ""}>
            {say("Ask")}
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
    <li>
      <p className="speaker">{say(isUser ? "You" : "The guide")}</p>
      <p>{speech.sentence(entry.text)}</p>
      {entry.stopReason === "" ? null : <p className="note">{speech.sentence(entry.stopReason)}</p>}
      {entry.guidance ? <Advice guidance={entry.guidance} /> : null}
    </li>
  );
};

/** What the guide advises, in its three parts. */
const Advice = ({ guidance }: { readonly guidance: Guidance }) => {
  const { say, speech } = useWords();
  const { missingInputs, suggestedToolActions, nextAction } = guidance;
  const lists = [
    [say("What is missing"), missingInputs],
    [say("What it would search"), suggestedToolActions],
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
          <dt>{say("What comes next, it says")}</dt>
          <dd>{speech.sentence(nextAction)}</dd>
        </div>
      )}
    </dl>
  );
};

/** Everything said in a run, oldest first. */
const entriesOf = async (clients: Clients, runId: string): Promise<ConversationEntry[]> => {
  const refs = [];
  for (let pageToken = ""; ; ) {
    const page = await clients.artifacts.listArtifacts({
      runId,
      kind: ConversationEntrySchema.typeName,
      pageSize: 500,
      pageToken,
    });
    refs.push(...page.artifacts.map(({ ref }) => ref));
    pageToken = page.nextPageToken;
    if (pageToken === "") return readArtifacts(clients, ConversationEntrySchema, refs);
  }
};
