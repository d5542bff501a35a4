import { bareClaims } from "../../show/bare-claims.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { AskPassage } from "./another-passage.tsx";
import { DropClaim } from "./drop-claim.tsx";
import { useRun } from "./run-store.ts";
import { StateMyself } from "./state-myself.tsx";

addLateTexts();

/** Claims that have nothing left to rest on: whether she states each herself, a passage is sought for it, or the letter does without it. */
export const BareClaims = () => {
  const { view } = useRun();
  const { say } = useWords();
  return bareClaims(view).map(({ claimId, text }) => (
    <section key={claimId} className="block" data-bare={claimId}>
      <p>
        <q>{text}</q> {say("bare.rests-on-nothing")}
      </p>
      <StateMyself claimId={claimId} className="quiet" />
      <AskPassage claimId={claimId} />
      <DropClaim claimId={claimId} />
    </section>
  ));
};
