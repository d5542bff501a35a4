import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { dateInWords } from "../../export/days.ts";
import { useWords } from "../words/use-words.ts";

/** What is told of the paper of a passage that was chosen: whom it is addressed to, and what its writer wrote of it later; nothing while it is read. */
export const AboutPaper = ({ passage }: { readonly passage: PassageCandidate | undefined }) => {
  const { say } = useWords();
  if (passage === undefined) return null;
  const { addressedTo } = passage;
  return (
    <>
      {addressedTo === "" ? null : <p className="note">{say("letter.addressed-to", { name: addressedTo })}</p>}
      <NamedLater passage={passage} />
    </>
  );
};

/** What the writer of a passage's paper wrote of it later; nothing where nothing is known. */
export const NamedLater = ({ passage }: { readonly passage: PassageCandidate }) => {
  const { say, speech } = useWords();
  return passage.namedLater.map(({ evidenceId, title, day, words }) => (
    <p className="note" data-named-later="" key={evidenceId}>
      {say("choose.named-later", { title, day: dateInWords(day, speech.locale), words })}
    </p>
  ));
};
