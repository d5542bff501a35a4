import { useState } from "react";
import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DayField } from "../parts/day-field.tsx";
import { useWords } from "../words/use-words.ts";
import { newKey, useRun } from "./run-store.ts";
import type { Docs } from "./use-docs.ts";

/** A day that is guessed or not known, said by a person instead. */
export const MendDay = ({ doc, docs }: { readonly doc: DocSummary; readonly docs: Docs }) => {
  const { say } = useWords();
  const { act, clients, isBusy, view } = useRun();
  const [day, setDay] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <button type="button" className="quiet" onClick={() => setIsOpen(true)}>
        {say("page.mend-the-day")}
      </button>
    );
  const { docUid } = doc;
  const { strandId } = view.context;
  const set = async () => {
    await clients.docs.setDoc({ strandId, docUid, date: day, idempotencyKey: newKey() });
    await docs.reload();
    setIsOpen(false);
    return undefined;
  };
  return (
    <span className="row">
      <DayField day={day} onDay={setDay} label={say("page.day")} />
      <button type="button" disabled={isBusy || day === ""} onClick={() => void act(set)}>
        {say("page.save")}
      </button>
    </span>
  );
};
