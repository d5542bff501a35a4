import { useState } from "react";
import type { ExplainToolCallResponse } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { leftLines } from "../../cli/print/left-lines.ts";
import { toolDoes } from "../../cli/print/tool-word.ts";
import { useSay } from "../words/say.ts";
import { useWords } from "../words/use-words.ts";
import type { CallOfRun } from "./read-trace.ts";
import { useRun } from "./run-store.ts";
import { Failed, type Read } from "./trace-failed.tsx";

/** What is asked of every call of a tool, in the order of the server's answers. */
const questions = [
  "page-trace.which-tool",
  "page-trace.why-was-it-called",
  "page-trace.on-whose-word",
  "page-trace.with-what",
  "page-trace.what-came-of-it",
  "page-trace.what-was-it-used-for",
] as const;

/** Every call of a tool, each with the six answers about it. */
export const TraceCalls = ({ calls }: { readonly calls: readonly CallOfRun[] }) => {
  const say = useSay();
  if (calls.length === 0) return <p className="note">{say("page-trace.no-tool-was-called-yet")}</p>;
  return calls.map((call) => <Call key={call.requestId} call={call} />);
};

/** One call. What the server says of it is fetched when somebody opens it, and anew each time: its use grows with the run. */
const Call = ({ call: { requestId, toolName } }: { readonly call: CallOfRun }) => {
  const { clients } = useRun();
  const { speech } = useWords();
  const [explained, setExplained] = useState<Read<ExplainToolCallResponse>>();
  const read = (): void => {
    clients.tools.explainToolCall({ id: requestId }).then(setExplained, () => setExplained("failed"));
  };
  return (
    <details
      className="more call"
      data-call={requestId}
      onToggle={(event) => {
        if (event.currentTarget.open) read();
      }}
    >
      <summary>{toolDoes(toolName, speech) || toolName}</summary>
      {explained === "failed" ? <Failed onRetry={read} /> : explained ? <SixAnswers {...explained} /> : null}
    </details>
  );
};

const SixAnswers = ({ answers, request, outputRef }: ExplainToolCallResponse) => {
  const { say, speech } = useWords();
  const left = request ? leftLines(request, speech, outputRef !== undefined) : [];
  return (
    <dl className="answers">
      {questions.map((question, at) => (
        <div key={question}>
          <dt>{say(question)}</dt>
          <dd>
            <bdi>{answers[at]}</bdi>
          </dd>
        </div>
      ))}
      {left.length > 0 ? (
        <div>
          <dt>{say("page-trace.what-left-this-installation")}</dt>
          {left.map((line) => (
            <dd key={line}>
              <bdi>{line.trim()}</bdi>
            </dd>
          ))}
        </div>
      ) : null}
    </dl>
  );
};
