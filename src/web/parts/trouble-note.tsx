import type { Trouble } from "../run/trouble-of.ts";
import { useWords } from "../words/use-words.ts";
import { Typed } from "./typed.tsx";

/** Something that did not work, as a sentence with a way out. */
export const TroubleNote = ({
  trouble,
  onClose,
}: {
  readonly trouble: Trouble | undefined;
  readonly onClose?: () => void;
}) => {
  const { say } = useWords();
  if (trouble === undefined) return null;
  return (
    <div className="trouble" role="alert" data-reason={trouble.reason}>
      <p>
        <Typed text={trouble.text} />
      </p>
      {onClose ? (
        <button type="button" className="quiet" onClick={onClose}>
          {say("page.close")}
        </button>
      ) : null}
    </div>
  );
};
