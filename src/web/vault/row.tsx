import { type ReactNode, useContext } from "react";
import { dayShown } from "../quote/date-shown.ts";
import { LocaleContext, useSay } from "../words/say.ts";
import { ChooseBox } from "./choosing.tsx";

export interface RowProps {
  readonly date: string;
  readonly from: string;
  readonly title: string;
  /** Small print behind the sender, such as the number of messages. */
  readonly aside?: string;
  readonly snippet?: string;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  /** The document that the row stands for, where it can be chosen for a memo. */
  readonly docUid?: string;
  readonly notes?: ReactNode;
}

/** One thing in a list: date, who it is from, title, and the words that were found. */
export const Row = ({ date, from, title, aside = "", snippet = "", isCurrent, onOpen, docUid, notes }: RowProps) => {
  const say = useSay();
  const locale = useContext(LocaleContext);
  return (
    <div className="row" data-current={isCurrent}>
      {docUid === undefined ? null : <ChooseBox docUid={docUid} title={title} />}
      <button type="button" className="row-open" aria-current={isCurrent} onClick={onOpen}>
        <span className="row-line">
          <bdi className="row-from">{from}</bdi>
          <time>{dayShown(date, locale) || say("item.no-date")}</time>
        </span>
        <span className="row-title">
          <bdi>{title}</bdi>
        </span>
        {aside === "" ? null : <span className="row-aside">{aside}</span>}
        {snippet === "" ? null : (
          <span className="row-snippet">
            <bdi>{snippet}</bdi>
          </span>
        )}
        {notes}
      </button>
    </div>
  );
};
