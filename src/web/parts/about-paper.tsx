import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { paperLines, toldLines } from "../../cli/print/paper-lines.ts";
import { useWords } from "../words/use-words.ts";

/** What is told of the paper of a passage that was chosen; nothing while it is read. */
export const AboutPaper = ({ passage }: { readonly passage: PassageCandidate | undefined }) => {
  const { speech } = useWords();
  return passage === undefined ? null : <Notes lines={paperLines(passage, speech)} />;
};

/** What is told of a passage in every list. */
export const ToldOfPassage = ({ passage }: { readonly passage: PassageCandidate }) => {
  const { speech } = useWords();
  return <Notes lines={toldLines(passage, speech)} />;
};

const Notes = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.map((line) => (
    <p className="note" data-of-paper="" key={line}>
      {line}
    </p>
  ));
