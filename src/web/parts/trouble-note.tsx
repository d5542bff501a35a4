import type { Trouble } from "../run/trouble-of.ts";
import { useWords } from "../words/use-words.ts";

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
        {/* What is typed at the terminal stands between backticks. */}
        {trouble.text.split("`").map((part, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          at % 2 === 1 ? <code key={at}>{part}</code> : part,
        )}
      </p>
      {onClose ? (
        <button type="button" className="quiet" onClick={onClose}>
          {say("page.close")}
        </button>
      ) : null}
    </div>
  );
};
