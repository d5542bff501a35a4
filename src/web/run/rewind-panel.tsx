import { useEffect, useRef, useState } from "react";
import type { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { useWords } from "../words/use-words.ts";
import { rewind } from "./deeds.ts";
import { stageNames } from "./rail.tsx";
import { useRun } from "./run-store.ts";

/** The way back: to which stage, what holds then, and what is asked again. */
export const RewindPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const { say } = useWords();
  const { act, clients, view, isBusy } = useRun();
  const { context } = view;
  const isLast = context.lifecycle === 2;
  const earlier = stageNames.slice(0, isLast ? context.state : context.state - 1);
  const [to, setTo] = useState(Math.max(1, earlier.length));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const open = context.items.filter(({ decision }) => decision === ItemDecision.UNSPECIFIED).length;
  return (
    <section className="rewind" aria-labelledby="rewind-title">
      <h2 id="rewind-title" ref={heading} tabIndex={-1}>
        {say("Where to?")}
      </h2>
      <fieldset className="choices">
        <legend className="unseen">{say("Where to?")}</legend>
        {earlier.map((name, at) => (
          <label key={name}>
            <input type="radio" name="rewind" checked={to === at + 1} onChange={() => setTo(at + 1)} />
            {at + 1}. {say(name)}
          </label>
        ))}
      </fieldset>
      <p>{say("What you confirmed stays, as long as what it rests on does not change.")}</p>
      <p>{say("You walk these steps again, and say yes to what is still undecided:")}</p>
      <ul>
        {stageNames.slice(to - 1, context.state).map((name, at) => (
          <li key={name}>
            {to + at}. {say(name)}
            {to + at === context.state && open > 0 ? ` (${open})` : ""}
          </li>
        ))}
      </ul>
      <p>{say("If you change a part, this is asked again: it, and what rests on it.")}</p>
      <p className="row">
        <button
          type="button"
          disabled={isBusy}
          onClick={async () => {
            const isDone = await act((shown) => rewind(clients, shown, to as OrchestratorState));
            if (isDone) onClose();
          }}
        >
          {say("Go back")}
        </button>
        <button type="button" className="quiet" onClick={onClose}>
          {say("Stay here")}
        </button>
      </p>
    </section>
  );
};
