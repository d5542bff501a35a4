import { Fragment, useEffect, useRef, useState } from "react";
import { type EvidenceSlot, EvidenceSlotStatus } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { slotAsked } from "../../cli/print/item-text.ts";
import { nextOpen, openSlots, statedSlots, takesPassage } from "../../show/open-slots.ts";
import { CandidateCard } from "../parts/candidate-card.tsx";
import { ItemCard } from "../parts/item-card.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { useWords } from "../words/use-words.ts";
import { AnotherPassage, NotNeeded } from "./another-passage.tsx";
import { takeAskedClaim, useAskedClaim } from "./asked-claim.ts";
import { ChooseFromVault } from "./choose-from-vault.tsx";
import { claimAtHand, keepClaimAtHand } from "./claim-at-hand.ts";
import { ClaimOtherwise } from "./claim-otherwise.tsx";
import { pin } from "./deeds.ts";
import { LawDetails } from "./law-details.tsx";
import { Missing } from "./missing.tsx";
import { Nowhere } from "./nowhere.tsx";
import { PassageChoice } from "./passage-choice.tsx";
import { RankCandidates } from "./rank-candidates.tsx";
import { useRun } from "./run-store.ts";
import { SlotSearch } from "./slot-search.tsx";
import { SuggestedSearch } from "./suggested-search.tsx";
import { useSlots } from "./use-slots.ts";

/** The third stage: one claim at a time, with the passages that may say it. */
export const NeedsStage = () => {
  const slotsOf = useSlots();
  const { view } = useRun();
  const { say } = useWords();
  const stated = statedSlots(view);
  const all = (view.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const isToChoose = ({ kind, slotId }: EvidenceSlot): boolean =>
    kind !== SlotKind.OWN_STATEMENT && !stated.has(slotId);
  const claims = all.filter(({ claimId }) => slotsOf(claimId).some(isToChoose));
  const ofLetter = all.filter(
    ({ claimId }) =>
      !claims.some((one) => one.claimId === claimId) && slotsOf(claimId).some(({ slotId }) => stated.has(slotId)),
  );
  const open = openSlots(view);
  const atHand = claimAtHand(view.context.runId);
  const first = open.find(({ claimId }) => claimId === atHand) ?? open[0];
  const indexOf = (claimId: string | undefined): number => claims.findIndex((one) => one.claimId === claimId);
  const [chosenAt, setAt] = useState(Math.max(0, indexOf(first?.claimId ?? atHand)));
  // A claim may have been left out since.
  const at = Math.min(chosenAt, claims.length - 1);
  const claim = claims[at];
  const { runId } = view.context;
  const claimId = claim?.claimId;
  useEffect(() => {
    if (claimId !== undefined) keepClaimAtHand(runId, claimId);
  }, [runId, claimId]);
  const asked = useAskedClaim();
  const askedAt = indexOf(asked?.claimId);
  useEffect(() => {
    if (asked === undefined) return;
    takeAskedClaim();
    if (askedAt >= 0) setAt(askedAt);
  }, [asked, askedAt]);
  // Another claim is as long as it is: where the page stood, one would choose without having seen for what.
  const steps = useRef<HTMLElement>(null);
  const shownFirst = useRef(claimId);
  useEffect(() => {
    if (claimId !== shownFirst.current) steps.current?.scrollIntoView({ block: "nearest" });
    shownFirst.current = claimId;
  }, [claimId]);
  const words =
    ofLetter.length === 0 ? null : (
      <details className="more">
        <summary>{say("choose.words-of-the-letter", { count: ofLetter.length })}</summary>
        <ul>
          {ofLetter.map(({ claimId, text }) => (
            <li key={claimId}>{text}</li>
          ))}
        </ul>
      </details>
    );
  if (!claim)
    return (
      <>
        <Missing />
        {words}
      </>
    );
  /** On to the next slot that nothing was chosen for; where there is none, it stays. */
  const goOn = (settled: string): void => {
    const next = indexOf(nextOpen(view, settled)?.claimId);
    if (next >= 0) setAt(next);
  };
  return (
    <>
      <Missing />
      <LawDetails />
      <RankCandidates />
      <nav ref={steps} className="row claim-steps" aria-label={say("choose.claims")}>
        <button type="button" className="quiet" disabled={at === 0} onClick={() => setAt(at - 1)}>
          {say("choose.previous")}
        </button>
        <strong role="status">{say("choose.claim-of", { number: at + 1, count: claims.length })}</strong>
        <button type="button" className="quiet" disabled={at >= claims.length - 1} onClick={() => setAt(at + 1)}>
          {say("choose.next-claim")}
        </button>
      </nav>
      <p role="status" data-all-chosen={open.length === 0 ? "" : undefined}>
        {open.length === 0 ? say("choose.all-chosen") : null}
      </p>
      <section key={claim.claimId} className="block claim" data-claim={claim.claimId}>
        <h2>{claim.text}</h2>
        {slotsOf(claim.claimId).map((slot) => (
          <Fragment key={slot.slotId}>
            <Slot slot={slot} claim={claim.text} onChosen={() => goOn(slot.slotId)} />
            <NotNeeded claimId={claim.claimId} slotId={slot.slotId} />
          </Fragment>
        ))}
        {slotsOf(claim.claimId).some((slot) => view.choices.has(slot.slotId)) ? (
          <AnotherPassage claimId={claim.claimId} />
        ) : null}
        <ClaimOtherwise claimId={claim.claimId} />
        {slotsOf(claim.claimId).some((slot) => takesPassage(slot) && !view.choices.has(slot.slotId)) ? (
          <Nowhere claimId={claim.claimId} onLater={() => setAt(Math.min(at + 1, claims.length - 1))} />
        ) : null}
      </section>
      {words}
    </>
  );
};

const Slot = ({
  slot,
  claim,
  onChosen,
}: {
  readonly slot: EvidenceSlot;
  readonly claim: string;
  readonly onChosen: () => void;
}) => {
  const { view } = useRun();
  const { say, speech } = useWords();
  const { slotId, candidates, kind, status } = slot;
  const isQuote = takesPassage(slot);
  const isOpen = openSlots(view).some((one) => one.slot.slotId === slotId);
  return (
    <ItemCard itemId={slotId}>
      <p>{slotAsked(view, slotId, speech)}</p>
      {isQuote ? <PassageChoice slot={slot} onChosen={onChosen} /> : null}
      {isQuote && isOpen ? <SuggestedSearch slotId={slotId} /> : null}
      {kind === SlotKind.OWN_STATEMENT ? null : (
        <details className="more" open={!isQuote}>
          <summary>{say("choose.whole-papers")}</summary>
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
          {isQuote && isOpen ? null : <SuggestedSearch slotId={slotId} />}
          <SlotSearch slot={slot} />
          <ChooseFromVault slot={slot} />
        </details>
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
