import type { RunPhrase } from "../words/run.ts";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";

/** What each stage is to a reader, in order. */
export const stageNames: readonly RunPhrase[] = [
  "what it is about",
  "what you say",
  "what has to be shown",
  "in which document it stands",
  "the exact words",
  "the letter itself",
];

/** Kinds of items as a stage has them, by the number of the stage. */
const stageOfKind = [0, 1, 2, 3, 4, 5, 6, 6];

/** The six stages: which is done, which is at hand, and in which something no longer holds. */
export const Rail = () => {
  const { say } = useWords();
  const { context } = useRun().view;
  return (
    <nav className="rail" aria-label={say("The six steps")}>
      <ol>
        {stageNames.map((name, at) => {
          const number = at + 1;
          const isNow = context.state === number;
          const isDone = context.state > number || context.lifecycle === 2;
          const stale = context.staleItems.filter(({ kind }) => stageOfKind[kind] === number).length;
          const state = isNow && !isDone ? "now" : isDone ? "done" : "to come";
          return (
            <li key={name} className={`rail-${state.replace(" ", "-")}`} aria-current={isNow ? "step" : undefined}>
              <span className="rail-number" aria-hidden="true">
                {isDone ? "✓" : number}
              </span>
              <span className="rail-name">{say(name)}</span>
              <span className="unseen">, {say(state)}</span>
              {stale > 0 ? <span className="rail-stale">{say("asked again")}</span> : null}
            </li>
          );
        })}
      </ol>
    </nav>
  );
};

/** What no longer holds, and why. */
export const Stale = () => {
  const { say, speech } = useWords();
  const { staleItems } = useRun().view.context;
  if (staleItems.length === 0) return null;
  return (
    <details className="stale">
      <summary>{say("No longer holds ({1})", staleItems.length)}</summary>
      <ul>
        {staleItems.map(({ itemId, explanation }) => (
          <li key={itemId}>
            {speech.itemName(itemId)}: {speech.sentence(explanation)}
          </li>
        ))}
      </ul>
    </details>
  );
};
