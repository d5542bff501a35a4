import { type EvidenceSlot, EvidenceSlotStatus } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { slotAsked } from "../../cli/print/item-text.ts";
import { CandidateCard } from "../parts/candidate-card.tsx";
import { ClaimBlocks } from "../parts/claim-blocks.tsx";
import { ItemCard } from "../parts/item-card.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { useWords } from "../words/use-words.ts";
import { ChooseFromVault } from "./choose-from-vault.tsx";
import { pin } from "./deeds.ts";
import { LawDetails } from "./law-details.tsx";
import { Missing } from "./missing.tsx";
import { useRun } from "./run-store.ts";
import { SlotSearch } from "./slot-search.tsx";
import { SuggestedSearch } from "./suggested-search.tsx";

/** The slots of a claim, those that must be filled first. */
export const useSlots = (): ((claimId: string) => readonly EvidenceSlot[]) => {
  const { needs } = useRun().view;
  const claims = (needs?.sections ?? []).flatMap((section) => section.claims);
  return (claimId) => {
    const claim = claims.find((one) => one.claimId === claimId);
    return claim ? [...claim.required, ...claim.optional] : [];
  };
};

/** The third stage: what each claim needs, with what was found for it. */
export const NeedsStage = () => {
  const slotsOf = useSlots();
  return (
    <>
      <Missing />
      <LawDetails />
      <ClaimBlocks
        of={({ claimId, text }) => {
          const slots = slotsOf(claimId);
          return slots.length === 0 ? null : slots.map((slot) => <Slot key={slot.slotId} slot={slot} claim={text} />);
        }}
      />
    </>
  );
};

const Slot = ({ slot, claim }: { readonly slot: EvidenceSlot; readonly claim: string }) => {
  const { view } = useRun();
  const { say, speech } = useWords();
  const { slotId, candidates, kind, status } = slot;
  return (
    <ItemCard itemId={slotId}>
      <p>{slotAsked(view, slotId, speech)}</p>
      {kind === SlotKind.OWN_STATEMENT ? null : (
        <>
          {candidates.length === 0 && status !== EvidenceSlotStatus.SLOT_STATUS_BOUND ? (
            <p className="note">{say("page.nothing-found-yet")}</p>
          ) : (
            <ShowMore shown={2}>
              {candidates.map((candidate) => (
                <CandidateCard key={candidate.evidenceId} candidate={candidate} query={claim}>
                  <PinButton slotId={slotId} evidenceId={candidate.evidenceId} />
                </CandidateCard>
              ))}
            </ShowMore>
          )}
          <SuggestedSearch slotId={slotId} />
          <SlotSearch slot={slot} />
          <ChooseFromVault slotId={slotId} />
        </>
      )}
    </ItemCard>
  );
};

/** Chooses a passage for a slot: a person's pin, which a search never makes. */
const PinButton = ({ slotId, evidenceId }: { readonly slotId: string; readonly evidenceId: string }) => {
  const { act, clients, isBusy, view } = useRun();
  const { say } = useWords();
  const entry = view.evidence?.entries.find(({ candidate }) => candidate?.evidenceId === evidenceId);
  if (entry?.personsSlotIds.includes(slotId)) return <span className="agreed">{say("page.chosen")}</span>;
  return (
    <button
      type="button"
      disabled={isBusy}
      onClick={() => void act((shown) => pin(clients, shown, evidenceId, { slotId }))}
    >
      {say("page.this-one")}
    </button>
  );
};
