import type { PlainId } from "../../messages/speech.ts";
import { saidOr } from "../../messages/wire-form.ts";
import { stageOfKind, staleAhead } from "../../show/stale.ts";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";

/** What each stage is to a reader, in order. */
export const stageNames: readonly PlainId[] = [
  "go.what-it-is-about",
  "go.what-you-say",
  "go.what-has-to-be-shown",
  "go.in-which-document-it-stands",
  "go.the-exact-words",
  "go.the-letter-itself",
];

const stateNames = { now: "page.now", done: "page.done", "to come": "page.to-come" } as const;

/** The six stages: which is done, which is at hand, and in which something no longer holds. */
export const Rail = () => {
  const { say } = useWords();
  const { context } = useRun().view;
  return (
    <nav className="rail" aria-label={say("page.the-six-steps")}>
      <ol>
        {stageNames.map((name, at) => {
          const number = at + 1;
          const isNow = context.state === number;
          const isDone = context.state > number || context.lifecycle === 2;
          const stale = staleAhead(context).filter(({ kind }) => stageOfKind(kind) === number).length;
          const state = isNow && !isDone ? "now" : isDone ? "done" : "to come";
          return (
            <li key={name} className={`rail-${state.replace(" ", "-")}`} aria-current={isNow ? "step" : undefined}>
              <span className="rail-number" aria-hidden="true">
                {isDone ? "✓" : number}
              </span>
              <span className="rail-name">{say(name)}</span>
              <span className="unseen">, {say(stateNames[state])}</span>
              {stale > 0 ? <span className="rail-stale">{say("page.asked-again")}</span> : null}
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
  const staleItems = staleAhead(useRun().view.context);
  if (staleItems.length === 0) return null;
  return (
    <details className="stale">
      <summary>{say("page.no-longer-holds", { staleItemsCount: staleItems.length })}</summary>
      <ul>
        {staleItems.map(({ itemId, explanation, said }) => (
          <li key={itemId}>
            {speech.itemName(itemId)}: {speech.sentence(saidOr(said, explanation))}
          </li>
        ))}
      </ul>
    </details>
  );
};
