import { addresseeNamed } from "../../show/addressee-named.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { ClaimOtherwise } from "./claim-otherwise.tsx";
import { useRun } from "./run-store.ts";

addLateTexts();

/** Claims that tell of whoever the letter goes to as of somebody else, each with a field for other words. */
export const NamesAddressee = () => {
  const { view } = useRun();
  const { say } = useWords();
  const all = addresseeNamed(view);
  if (all.length === 0) return null;
  return (
    <section className="block" data-names-addressee="">
      <h2>{say("addressee.heading")}</h2>
      <p className="note">{say("addressee.why")}</p>
      <ul>
        {all.map(({ claimId, claim, name }) => (
          <li key={claimId}>
            <p>{say("addressee.you-write-to", { name, claim })}</p>
            <ClaimOtherwise claimId={claimId} />
          </li>
        ))}
      </ul>
    </section>
  );
};
