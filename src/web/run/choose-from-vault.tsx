import { lazy, Suspense, useCallback, useState } from "react";
import type { EvidenceSelection } from "../../../gen/pincite/evidence/v1/evidence_selection_pb.ts";
import { LocaleContext, useSay } from "../words/say.ts";
import { useWords } from "../words/use-words.ts";
import { pin } from "./deeds.ts";
import { useRun } from "./run-store.ts";

const SelectFromVault = lazy(async () => ({
  default: (await import("../select/select-from-vault.tsx")).SelectFromVault,
}));

/** Chooses documents for a slot on the Vault's own page, in a frame: each is a person's pin. */
export const ChooseFromVault = ({ slotId }: { readonly slotId: string }) => {
  const { speech } = useWords();
  return (
    <LocaleContext value={speech.locale}>
      <Choosing slotId={slotId} />
    </LocaleContext>
  );
};

const Choosing = ({ slotId }: { readonly slotId: string }) => {
  const { speech } = useWords();
  const say = useSay();
  const { act, clients, view } = useRun();
  const [isOpen, setOpen] = useState(false);
  const take = useCallback(
    ({ evidenceIds }: EvidenceSelection) => {
      void act(async (shown) => {
        let context = shown;
        for (const evidenceId of evidenceIds) context = await pin(clients, context, evidenceId, { slotId });
        setOpen(false);
        return context;
      });
    },
    [act, clients, slotId],
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
