import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import type { SpanLocator } from "../../../gen/pincite/span/v1/span_pb.ts";
import { nonceIn, postSelection } from "../select/post-selection.ts";
import { useSay } from "../words/say.ts";

/** What is chosen for a memo, where the page stands in a frame that asked for it. */
export interface Choosing {
  readonly chosen: readonly string[];
  readonly toggle: (docUid: string) => void;
  /** Hands documents, or words of one, to the page around. */
  readonly hand: (docUids: readonly string[], locator?: SpanLocator) => void;
  readonly isHanded: boolean;
}

const ChoosingContext = createContext<Choosing | undefined>(undefined);

/** At most so many travel at once, as the message has it. */
const chosenMax = 50;

/** Makes choosing possible for everything in it, where the page's address names a nonce. */
export const ChoosingProvider = ({
  strandId,
  children,
}: {
  readonly strandId: string;
  readonly children: ReactNode;
}) => {
  const nonce = nonceIn(globalThis.location);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isHanded, setHanded] = useState(false);
  const toggle = useCallback((docUid: string) => {
    setHanded(false);
    setChosen((now) =>
      now.includes(docUid) ? now.filter((one) => one !== docUid) : [...now, docUid].slice(-chosenMax),
    );
  }, []);
  const hand = useCallback(
    (docUids: readonly string[], locator?: SpanLocator) => {
      if (nonce === undefined || docUids.length === 0) return;
      postSelection(globalThis.window, { nonce, strandId, docUids, locator });
      setChosen([]);
      setHanded(true);
    },
    [nonce, strandId],
  );
  const choosing = useMemo(() => ({ chosen, toggle, hand, isHanded }), [chosen, toggle, hand, isHanded]);
  return <ChoosingContext value={nonce === undefined ? undefined : choosing}>{children}</ChoosingContext>;
};

/** Undefined where nothing can be chosen. */
export const useChoosing = (): Choosing | undefined => useContext(ChoosingContext);

/** Ticks one document. */
export const ChooseBox = ({ docUid, title }: { readonly docUid: string; readonly title: string }) => {
  const say = useSay();
  const choosing = useChoosing();
  if (choosing === undefined) return null;
  return (
    <label className="row-choose">
      <input type="checkbox" checked={choosing.chosen.includes(docUid)} onChange={() => choosing.toggle(docUid)} />
      <span className="only-heard">{say("page-vault.choose", { title })}</span>
    </label>
  );
};

/** What is chosen so far and the one step that hands it on. */
export const ChoosingBar = () => {
  const say = useSay();
  const choosing = useChoosing();
  if (choosing === undefined) return null;
  const { chosen, hand, isHanded } = choosing;
  return (
    <section className="choosing" aria-label={say("page-vault.choose-for-the-memo")}>
      <p role="status">
        {isHanded ? say("page-vault.handed-to-the-memo") : say("page-vault.tick-documents-or-open-one-and-choose-the")}
      </p>
      {chosen.length === 0 ? null : (
        <button type="button" className="main" onClick={() => hand(chosen)}>
          {chosen.length === 1
            ? say("page-vault.use-the-chosen-document")
            : say("page-vault.use-the-chosen-documents", { chosenCount: chosen.length })}
        </button>
      )}
    </section>
  );
};
