import { askAnotherPassage, dropPassage, passagesOfClaimMost } from "../../client/another-passage.ts";
import { takesPassage } from "../../show/open-slots.ts";
import { useWords } from "../words/use-words.ts";
import { keepClaimAtHand } from "./claim-at-hand.ts";
import { entered } from "./cta.tsx";
import { advance, mayAdvance } from "./deeds.ts";
import { newKey, useRun } from "./run-store.ts";
import { useSlots } from "./use-slots.ts";

/** A claim that says two things may rest on two passages: one more is asked for, and its list laid before her. */
export const AnotherPassage = ({ claimId }: { readonly claimId: string }) => {
  const taking = useSlots()(claimId).filter(takesPassage);
  return taking.length === 0 || taking.length >= passagesOfClaimMost ? null : <AskPassage claimId={claimId} />;
};

/** Asks for a passage for a claim, whatever it has. */
export const AskPassage = ({ claimId }: { readonly claimId: string }) => {
  const { act, clients, guide, isBusy, view } = useRun();
  const { say, speech } = useWords();
  const ask = () => {
    keepClaimAtHand(view.context.runId, claimId);
    return act(async (context) => {
      const description = speech.phrase("choose.another-passage-is-sought");
      const asked = await askAnotherPassage(clients.orchestrator, newKey, context, { claimId, description });
      return mayAdvance(asked) ? entered(await advance(clients, asked), guide, clients) : asked;
    });
  };
  return (
    <p>
      <button
        type="button"
        className="quiet"
        data-another-passage={claimId}
        disabled={isBusy}
        onClick={() => void ask()}
      >
        {say("choose.another-passage")}
      </button>
    </p>
  );
};

/** Takes a passage that was asked for besides back again, before any was chosen for it: the claim does without it. */
export const NotNeeded = ({ claimId, slotId }: { readonly claimId: string; readonly slotId: string }) => {
  const { act, clients, isBusy, view } = useRun();
  const { say } = useWords();
  const [first, ...more] = useSlots()(claimId).filter(takesPassage);
  if (!first || !more.some((slot) => slot.slotId === slotId) || view.choices.has(slotId)) return null;
  return (
    <p>
      <button
        type="button"
        className="quiet"
        data-not-needed={slotId}
        disabled={isBusy}
        onClick={() => void act((context) => dropPassage(clients.orchestrator, newKey, context, slotId))}
      >
        {say("choose.this-is-not-needed")}
      </button>
    </p>
  );
};
