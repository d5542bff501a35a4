import { useEffect, useRef, useState } from "react";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { aboutItem } from "../../cli/print/item-text.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { rewind } from "./deeds.ts";
import { stageNames } from "./rail.tsx";
import { restsOnClaim } from "./rests-on-claim.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

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
        {say("page-rewind.where-to")}
      </h2>
      <fieldset className="choices">
        <legend className="unseen">{say("page-rewind.where-to")}</legend>
        {earlier.map((name, at) => (
          <label key={name}>
            <input type="radio" name="rewind" checked={to === at + 1} onChange={() => setTo(at + 1)} />
            {at + 1}. {say(name)}
          </label>
        ))}
      </fieldset>
      <p>{say("page-rewind.what-you-confirmed-stays-as-long-as-what-it")}</p>
      <p>{say("page-rewind.you-walk-these-steps-again-and-say-yes-to")}</p>
      <ul>
        {stageNames.slice(to - 1, context.state).map((name, at) => (
          <li key={name}>
            {to + at}. {say(name)}
            {to + at === context.state && open > 0 ? ` (${open})` : ""}
          </li>
        ))}
      </ul>
      {to === OrchestratorState.SKELETON ? <IfChanged /> : null}
      <p className="row">
        <button
          type="button"
          disabled={isBusy}
          onClick={async () => {
            const isDone = await act((shown) => rewind(clients, shown, to as OrchestratorState));
            if (isDone) onClose();
          }}
        >
          {say("page-rewind.go-back")}
        </button>
        <button type="button" className="quiet" onClick={onClose}>
          {say("page-rewind.stay-here")}
        </button>
      </p>
    </section>
  );
};

/** What changing one point of the outline would ask again. */
const IfChanged = () => {
  const { say, speech } = useWords();
  const { view } = useRun();
  const [claimId, setClaimId] = useState("");
  const claims = (view.skeleton?.sections ?? []).flatMap((section) => section.claims);
  return (
    <>
      <label className="field">
        {say("page-rewind.which-point-will-you-change")}
        <select value={claimId} onChange={(event) => setClaimId(event.target.value)}>
          <option value="">{say("page-rewind.none-yet")}</option>
          {claims.map((claim) => (
            <option key={claim.claimId} value={claim.claimId}>
              {claim.text}
            </option>
          ))}
        </select>
      </label>
      {claimId === "" ? null : (
        <>
          <p>{say("page-rewind.then-this-is-asked-again-and-nothing-else")}</p>
          <ul className="again">
            {restsOnClaim(view, claimId).map((itemId) => (
              <li key={itemId} data-again={itemId}>
                {speech.itemName(itemId)}: {aboutItem(view, itemId, speech)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
};
