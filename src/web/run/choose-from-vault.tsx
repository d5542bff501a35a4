import { lazy, Suspense, useCallback, useState } from "react";
import type { EvidenceSelection } from "../../../gen/pincite/evidence/v1/evidence_selection_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { choose, pin } from "./deeds.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

const SelectFromVault = lazy(async () => ({
  default: (await import("../select/select-from-vault.tsx")).SelectFromVault,
}));

/** Chooses for a slot on the Vault's own page, in a frame: words that are selected there are the choice, a document is a person's pin. */
export const ChooseFromVault = ({ slot: { slotId, kind } }: { readonly slot: EvidenceSlot }) => {
  const { say, speech } = useWords();
  const { act, clients, view } = useRun();
  const [isOpen, setOpen] = useState(false);
  const take = useCallback(
    ({ evidenceIds, locator }: EvidenceSelection) => {
      void act(async (shown) => {
        let context = shown;
        const [evidenceId = ""] = evidenceIds;
        if (locator && kind === SlotKind.QUOTE) {
          const evidence = { evidence: { case: "document" as const, value: { evidenceId } } };
          context = await choose(clients, shown, { slotId, evidence, locator });
        } else for (const one of evidenceIds) context = await pin(clients, context, one, { slotId });
        setOpen(false);
        return context;
      });
    },
    [act, clients, kind, slotId],
  );
  return (
    <>
      <p>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? say("page-select.close-the-vault") : say("page-select.choose-from-the-vault")}
        </button>
      </p>
      {isOpen ? (
        <Suspense>
          <SelectFromVault strandId={view.context.strandId} locale={speech.locale} onSelected={take} />
        </Suspense>
      ) : null}
    </>
  );
};
