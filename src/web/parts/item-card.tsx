import type { ReactNode } from "react";
import { ItemDecision, type ItemState } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { answeredLines, lookLine } from "../../cli/print/look-words.ts";
import { spokenLine } from "../../cli/print/spoken-line.ts";
import { wantsOwnYes } from "../../show/compare.ts";
import { lookedAt } from "../../show/looked-words.ts";
import { confirmSeen, leaveOut } from "../run/deeds.ts";
import { useRun } from "../run/run-store.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";

addLateTexts();

interface ItemCardProps {
  readonly itemId: string;
  readonly children: ReactNode;
  /** Who speaks, where that is known better than by the item alone. */
  readonly said?: string | undefined;
  /** Whether what is to be seen is still on its way: nobody says yes to it before. */
  readonly isLooking?: boolean;
}

/** An item of the proposal: its words, who speaks, what asks for an eye, and what was decided. */
export const ItemCard = ({ itemId, children, said, isLooking = false }: ItemCardProps) => {
  const { view } = useRun();
  const { say, speech } = useWords();
  const item = view.context.items.find((one) => one.itemId === itemId);
  const spoken = said ?? spokenLine(view, itemId, speech);
  const isOut = item?.decision === ItemDecision.REJECT;
  return (
    <article className={`item${isOut ? " item-out" : ""}`} data-item={itemId} aria-label={speech.itemName(itemId)}>
      <div className="item-words">{children}</div>
      {spoken === "" ? null : <p className="badge">{spoken}</p>}
      {item ? <Decided item={item} isLooking={isLooking} /> : null}
      {item?.decision === ItemDecision.CONFIRM ? (
        <p className="agreed">{say(item.carriedOver ? "page.held-from-before" : "page.agreed")}</p>
      ) : null}
    </article>
  );
};

const yesWords = (isOut: boolean, hasLooks: boolean) => {
  if (isOut) return "page.take-it-after-all";
  return hasLooks ? "page.i-have-seen-this-and-take-it" : "compare.says-that";
};

/** What was decided about an item, or what is asked. */
const Decided = ({ item, isLooking }: { readonly item: ItemState; readonly isLooking: boolean }) => {
  const { act, clients, isBusy, view } = useRun();
  const { say, speech } = useWords();
  const { itemId, decision, looks, required } = item;
  const hasLooks = looks.length > 0 && decision !== ItemDecision.CONFIRM;
  const wantsYes = wantsOwnYes(item, view) && decision !== ItemDecision.CONFIRM;
  const isOut = decision === ItemDecision.REJECT;
  const isAgainst = view.against?.has(itemId) === true && decision === ItemDecision.UNSPECIFIED;
  const isUnderReview = view.context.current.some(({ role }) => role === "proposal");
  return (
    <>
      {isAgainst ? (
        <p className="looks">
          {say("page.mind")}: {say("choose.read-of-its-paper-first")}
        </p>
      ) : null}
      {hasLooks ? (
        <ul className="looks" aria-label={say("page.mind")}>
          {looks.map((look) => (
            <li key={look.fingerprint}>
              {say("page.mind")}: {lookLine(look, speech, lookedAt(view, look))}
            </li>
          ))}
        </ul>
      ) : null}
      {decision === ItemDecision.UNSPECIFIED
        ? answeredLines(view, itemId, speech).map((line) => (
            <p key={line} className="note" data-answered-look="">
              {line}
            </p>
          ))
        : null}
      {isOut ? <p className="note">{say("go.you-left-this-out")}</p> : null}
      {isUnderReview ? (
        <p className="row">
          {(wantsYes || isOut) && (
            <button
              type="button"
              data-look={isOut ? undefined : itemId}
              disabled={isBusy || isLooking}
              onClick={() => void act((shown) => confirmSeen(clients, shown, item))}
            >
              {say(yesWords(isOut, hasLooks || isAgainst))}
            </button>
          )}
          {!isOut && decision === ItemDecision.UNSPECIFIED && !(required && !wantsYes) ? (
            <button
              type="button"
              className="quiet"
              disabled={isBusy}
              onClick={() => void act((shown) => leaveOut(clients, shown, itemId))}
            >
              {say("page.leave-out")}
            </button>
          ) : null}
        </p>
      ) : null}
    </>
  );
};
