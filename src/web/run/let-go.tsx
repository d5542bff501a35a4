import { claimsLetGo } from "../../client/let-go.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { BackToPassages } from "./back-to-passages.tsx";
import { DropClaim } from "./drop-claim.tsx";
import { useRun } from "./run-store.ts";
import { useListed } from "./use-told.ts";

addLateTexts();

/** Claims that the letter does not say whole since words of theirs were let go or their passage lacks them, each with what it says instead, and the way to another passage. */
export const ClaimsLetGo = () => {
  const { view } = useRun();
  const { say } = useWords();
  const all = claimsLetGo(view, useListed());
  if (all.length === 0) return null;
  return (
    <section className="block" data-let-go="">
      <h2>{say("let-go.heading")}</h2>
      <p className="note">{say("let-go.why")}</p>
      <ul>
        {all.map(({ claimId, claim, words, sentences }) => (
          <li key={claimId}>
            <p>{say("let-go.of-the-claim", { claim, words: words.join("”, “") })}</p>
            {sentences.map((text) => (
              <p key={text}>{say("let-go.what-stands", { text })}</p>
            ))}
            <BackToPassages claimId={claimId} />
            <DropClaim claimId={claimId} />
          </li>
        ))}
      </ul>
    </section>
  );
};
