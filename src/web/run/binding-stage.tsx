import { Fragment, useEffect, useRef, useState } from "react";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { aboutItem, slotAsked } from "../../cli/print/item-text.ts";
import { pointedLine } from "../../cli/print/pointed-line.ts";
import { slotsLeft, takesPassage } from "../../show/open-slots.ts";
import { AboutPaper } from "../parts/about-paper.tsx";
import { CandidateCard } from "../parts/candidate-card.tsx";
import { ClaimBlocks } from "../parts/claim-blocks.tsx";
import { ClausesElsewhere } from "../parts/clauses-elsewhere.tsx";
import { ItemCard } from "../parts/item-card.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { WordsLacking } from "../parts/words-lacking.tsx";
import { useWords } from "../words/use-words.ts";
import { Absence } from "./absence.tsx";
import { AnotherPassage, NotNeeded } from "./another-passage.tsx";
import { ClaimOtherwise } from "./claim-otherwise.tsx";
import { Missing } from "./missing.tsx";
import { Nowhere } from "./nowhere.tsx";
import { PassageChoice } from "./passage-choice.tsx";
import { RankCandidates } from "./rank-candidates.tsx";
import { useRun } from "./run-store.ts";
import { takeSlotToReopen } from "./slot-to-reopen.ts";
import { useBind } from "./use-bind.ts";
import { useSlots } from "./use-slots.ts";
import { type Told, useTold } from "./use-told.ts";

/** The fourth stage: what each slot rests on, with what else was found for it. */
export const BindingStage = () => {
  const slotsOf = useSlots();
  const { view } = useRun();
  // What waits for a choice is not looked for below what is settled.
  const left = new Set(slotsLeft(view).map(({ claimId }) => claimId));
  const told = useTold();
  return (
    <>
      <Missing />
      {left.size > 0 ? <RankCandidates /> : null}
      <ClaimBlocks
        first={left}
        of={({ claimId, text }) => {
          const slots = slotsOf(claimId);
          return slots.length === 0 ? null : (
            <>
              {slots.map((slot) => (
                <Fragment key={slot.slotId}>
                  <Slot slot={slot} claim={text} told={told} />
                  <NotNeeded claimId={claimId} slotId={slot.slotId} />
                </Fragment>
              ))}
              {left.has(claimId) ? (
                <>
                  <ClaimOtherwise claimId={claimId} />
                  <Nowhere claimId={claimId} />
                </>
              ) : (
                <AnotherPassage claimId={claimId} />
              )}
            </>
          );
        }}
      />
    </>
  );
};

const Slot = ({
  slot,
  claim,
  told,
}: {
  readonly slot: EvidenceSlot;
  readonly claim: string;
  readonly told: (slotId: string, quote: string) => Told;
}) => {
  const { view } = useRun();
  const { say, speech } = useWords();
  const { slotId, kind } = slot;
  const bound = (view.needMap?.bindings ?? []).filter((one) => one.slotId === slotId);
  const isChosenAnew = takesPassage(slot) && kind === SlotKind.QUOTE && bound.length > 0;
  return (
    <div className="slot">
      <p className="asked">{slotAsked(view, slotId, speech)}</p>
      {bound.map(({ bindingId, locator }) => {
        const { lacking, elsewhere, passage } = told(slotId, locator?.exactQuote ?? "");
        return (
          <ItemCard key={bindingId} itemId={bindingId} said={pointedLine(view, bindingId, speech)}>
            {aboutItem(view, bindingId, speech)}
            <WordsLacking words={lacking} />
            <AboutPaper passage={passage} />
            <ClausesElsewhere said={elsewhere} />
          </ItemCard>
        );
      })}
      {kind === SlotKind.OWN_STATEMENT ? <Statement slotId={slotId} isOpen={bound.length === 0} /> : null}
      {kind === SlotKind.ABSENCE && bound.length === 0 ? <Absence slot={slot} /> : null}
      {takesPassage(slot) && bound.length === 0 ? <PassageChoice slot={slot} onChosen={() => undefined} /> : null}
      {isChosenAnew ? <OtherPassage slot={slot} /> : null}
      {(kind === SlotKind.QUOTE || kind === SlotKind.LOCATION) && !isChosenAnew ? (
        <details className="more" open={bound.length === 0 && !takesPassage(slot)}>
          <summary>{say("page.other-evidence")}</summary>
          <Others
            slot={slot}
            claim={claim}
            boundIds={new Set(bound.map(({ evidence }) => idOf(evidence?.evidence.value)))}
          />
        </details>
      ) : null}
    </div>
  );
};

/** The passages again, for whoever thinks better of what a slot rests on; open where she came back for it. */
const OtherPassage = ({ slot }: { readonly slot: EvidenceSlot }) => {
  const { say } = useWords();
  const [isOpen, setOpen] = useState(() => takeSlotToReopen(slot.slotId));
  const whole = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!whole.current?.open) return;
    // A new step begins at its heading, once all that it shows has been drawn.
    const frame = requestAnimationFrame(() => whole.current?.scrollIntoView({ block: "start" }));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <details ref={whole} className="more" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say("page.other-evidence")}</summary>
      {isOpen ? <PassageChoice slot={slot} onChosen={() => setOpen(false)} /> : null}
    </details>
  );
};

const idOf = (value: object | undefined): string => (value && "evidenceId" in value ? String(value.evidenceId) : "");

const Others = ({
  slot: { slotId, candidates },
  claim,
  boundIds,
}: {
  readonly slot: EvidenceSlot;
  readonly claim: string;
  readonly boundIds: ReadonlySet<string>;
}) => {
  const { isBusy } = useRun();
  const { say } = useWords();
  const bind = useBind();
  const others = candidates.filter(({ evidenceId }) => !boundIds.has(evidenceId));
  if (others.length === 0) return <p className="note">{say("page.nothing-found-yet")}</p>;
  const evidenceOf = (evidenceId: string) =>
    evidenceId.startsWith("law:")
      ? { evidence: { case: "law" as const, value: { evidenceId } } }
      : { evidence: { case: "document" as const, value: { evidenceId } } };
  return (
    <ShowMore shown={2}>
      {others.map((candidate) => {
        const { evidenceId } = candidate;
        const evidence = evidenceOf(evidenceId);
        const locate = ({ locator }: SpanRef) => locator && bind({ slotId, evidence, locator });
        return (
          <CandidateCard key={evidenceId} candidate={candidate} query={claim} onPropose={locate}>
            <button type="button" disabled={isBusy} onClick={() => bind({ slotId, evidence })}>
              {say("page.use-this")}
            </button>
          </CandidateCard>
        );
      })}
    </ShowMore>
  );
};

/** What the author knows, in her own words. */
const Statement = ({ slotId, isOpen }: { readonly slotId: string; readonly isOpen: boolean }) => {
  const { isBusy } = useRun();
  const { say } = useWords();
  const bind = useBind();
  const [text, setText] = useState("");
  return (
    <details className="more" open={isOpen}>
      <summary>{say("page.in-your-own-words")}</summary>
      <label className="field field-wide">
        {say("page.i-know-this-myself")}
        <textarea rows={2} maxLength={4000} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button
        type="button"
        disabled={isBusy || text.trim() === ""}
        onClick={() => bind({ slotId, evidence: { evidence: { case: "statement", value: { text: text.trim() } } } })}
      >
        {say("page.use-this")}
      </button>
    </details>
  );
};
