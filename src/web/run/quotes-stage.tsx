import type { MessageInitShape } from "@bufbuild/protobuf";
import { lazy, Suspense, useCallback, useState } from "react";
import { addressIn } from "#kit/address-notes.ts";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { MatchKind, type SpanLocatorSchema, type SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { aboutItem, slotAsked } from "../../cli/print/item-text.ts";
import { placeIn } from "../../export/place-words.ts";
import type { Locale } from "../../messages/locale.ts";
import { slotsLeft, slotsToChoose } from "../../show/open-slots.ts";
import { AboutPaper } from "../parts/about-paper.tsx";
import { ClaimBlocks } from "../parts/claim-blocks.tsx";
import { ClausesElsewhere } from "../parts/clauses-elsewhere.tsx";
import { ItemCard } from "../parts/item-card.tsx";
import { WordsLacking } from "../parts/words-lacking.tsx";
import { shownAfterOf, shownBeforeOf } from "../quote/shown-around.ts";
import { LookingContext, useLooking } from "../quote/use-looking.ts";
import { useWords } from "../words/use-words.ts";
import { BackToPassages } from "./back-to-passages.tsx";
import { BehindColon } from "./behind-colon.tsx";
import { propose } from "./deeds.ts";
import { LawParts } from "./law-parts.tsx";
import { Missing } from "./missing.tsx";
import { OtherWords } from "./other-words.tsx";
import { PassageChoice } from "./passage-choice.tsx";
import { useRun } from "./run-store.ts";
import { type Told, useTold } from "./use-told.ts";

const BesidePicture = lazy(async () => ({ default: (await import("../quote/beside-picture.tsx")).BesidePicture }));
const QuoteViewer = lazy(async () => ({ default: (await import("../quote/quote-viewer.tsx")).QuoteViewer }));

/** The fifth stage: the exact words of each source, with what stands around them. */
export const QuotesStage = () => {
  const { view } = useRun();
  const entries = view.ledger?.entries ?? [];
  const bindings = view.needMap?.bindings ?? [];
  // What waits for a choice is not looked for below what is settled.
  const left = slotsLeft(view);
  const told = useTold();
  return (
    <>
      <Missing />
      <ClaimBlocks
        first={new Set(left.map(({ claimId }) => claimId))}
        of={({ claimId, text }) => {
          const mine = entries.filter((one) => one.claimId === claimId);
          const bare = bindings.filter(
            ({ bindingId, claimId: of, slotKind, evidence }) =>
              of === claimId &&
              slotKind === 1 &&
              evidence?.evidence.case !== "statement" &&
              !entries.some((entry) => entry.bindingId === bindingId),
          );
          if (mine.length + bare.length === 0) return null;
          return (
            <>
              {mine.map((entry) => (
                <Quoted
                  key={entry.entryId}
                  entry={entry}
                  told={told(slotOf(bindings, entry), entry.span?.excerpt ?? "")}
                />
              ))}
              {bare.map((binding) => (
                <Unquoted
                  key={binding.bindingId}
                  binding={binding}
                  slot={slotsToChoose(view.needs).find(({ slot }) => slot.slotId === binding.slotId)?.slot}
                  query={text}
                />
              ))}
            </>
          );
        }}
      />
    </>
  );
};

/** Puts other words of the source forward for a binding. */
const useQuote = (bindingId: string): ((span: SpanRef) => void) => {
  const quoteAt = useQuoteAt(bindingId);
  return ({ locator }) => {
    if (locator !== undefined) quoteAt(locator);
  };
};

/** The same by where they stand. */
const useQuoteAt = (bindingId: string): ((locator: MessageInitShape<typeof SpanLocatorSchema>) => void) => {
  const { act, clients } = useRun();
  return (locator) => {
    const spans = [{ bindingId, span: { case: "locator" as const, value: locator } }];
    void act((shown) => propose(clients, shown, { case: "citationLedger", value: { spans } }, { merge: true }));
  };
};

const slotOf = (bindings: readonly Binding[], { bindingId }: LedgerEntry): string =>
  bindings.find((one) => one.bindingId === bindingId)?.slotId ?? "";

const Quoted = ({ entry, told }: { readonly entry: LedgerEntry; readonly told: Told }) => {
  const { view } = useRun();
  const { say, speech } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  // How many things are still being looked up of the picture on which a machine read the words.
  const [lookingCount, setLookingCount] = useState(0);
  const onLooking = useCallback((change: 1 | -1) => setLookingCount((count) => count + change), []);
  const quote = useQuote(entry.bindingId);
  const quoteAt = useQuoteAt(entry.bindingId);
  const { span, entryId } = entry;
  return (
    <ItemCard itemId={entryId} isLooking={lookingCount > 0}>
      {span ? (
        <LookingContext value={onLooking}>
          <blockquote className="quoted">
            <span className="around">{bodyBefore(span)}</span>
            <mark data-excerpt="">{span.excerpt}</mark>
            <span className="around">{shownAfterOf(span)}</span>
          </blockquote>
          <p className="badge">{placeOf(entry, span, speech.locale)}</p>
          <WordsLacking words={told.lacking} />
          <AboutPaper passage={told.passage} />
          <ClausesElsewhere said={told.elsewhere} />
          <BehindColon entry={entry} />
          {span.matchKind === MatchKind.MACHINE_READ && !isOpen ? (
            <Suspense fallback={<OneMoment />}>
              <BesidePicture
                key={span.sourceDigest}
                span={span}
                strandId={view.context.strandId}
                locale={speech.locale}
                onCorrected={quote}
              />
            </Suspense>
          ) : null}
          {entry.evidence?.evidence.case === "law" ? (
            <LawParts evidence={entry.evidence} span={span} onTake={quoteAt} />
          ) : null}
          <p className="row">
            <button type="button" className="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {say(isOpen ? "page.close-the-document" : "page.read-the-document")}
            </button>
            <OtherPassage bindingId={entry.bindingId} />
          </p>
          {isOpen ? (
            <Suspense fallback={<p>{say("page.one-moment")}</p>}>
              <QuoteViewer
                strandId={view.context.strandId}
                quote={{ span }}
                inForceOn={span.validity?.on || view.context.referenceDate}
                locale={speech.locale}
                onPropose={quote}
              />
              <OtherWords span={span} onPropose={quote} />
            </Suspense>
          ) : null}
        </LookingContext>
      ) : (
        aboutItem(view, entryId, speech)
      )}
    </ItemCard>
  );
};

/** Back to the passages of the claim that is quoted for. */
const OtherPassage = ({ bindingId }: { readonly bindingId: string }) => {
  const { view } = useRun();
  const { claimId = "", slotId = "" } = view.needMap?.bindings.find((one) => one.bindingId === bindingId) ?? {};
  return <BackToPassages claimId={claimId} slotId={slotId} />;
};

const OneMoment = () => {
  const { say } = useWords();
  useLooking();
  return <p>{say("page.one-moment")}</p>;
};

/** What stands before a quote in the body of a message: its header lines are shown elsewhere. */
const bodyBefore = (span: SpanRef): string => {
  const body = span.shownBefore.replace(/^[\s\S]*?(?:^|\n)(?:From|To|Cc|Date|Subject): [^\n]*\n\n/u, "");
  return body === span.shownBefore ? shownBeforeOf(span) : body;
};

/** Where the words stand, with the name of their paper: several papers have a first page. */
const placeOf = ({ evidence }: LedgerEntry, { address }: SpanRef, locale: Locale): string =>
  evidence?.evidence.case === "document"
    ? [evidence.evidence.value.title, placeIn(address, locale)].filter(Boolean).join(", ")
    : addressIn(address, locale);

interface Bare {
  readonly binding: Binding;
  readonly query: string;
}

/** A source without words yet: those of a paper are chosen among its sentences, those of law are pointed at. */
const Unquoted = ({ slot, ...bare }: Bare & { readonly slot: EvidenceSlot | undefined }) => {
  const { view } = useRun();
  const { speech } = useWords();
  const { evidence } = bare.binding.evidence ?? {};
  if (evidence?.case !== "document" || !slot) return <ToPointAt {...bare} />;
  const { evidenceId, title } = evidence.value;
  return (
    <div className="slot">
      <p className="asked">{slotAsked(view, slot.slotId, speech)}</p>
      <p className="note">{title}</p>
      <PassageChoice slot={slot} onChosen={() => undefined} paper={evidenceId} />
    </div>
  );
};

const ToPointAt = ({ binding: { bindingId, evidence, lawDate }, query }: Bare) => {
  const { view } = useRun();
  const { say, speech } = useWords();
  const quote = useQuote(bindingId);
  const quoteAt = useQuoteAt(bindingId);
  const source = evidence?.evidence;
  if (source?.case !== "document" && source?.case !== "law") return null;
  const { evidenceId } = source.value;
  return (
    <Suspense fallback={<p>{say("page.one-moment")}</p>}>
      <LawParts evidence={evidence} span={undefined} onTake={quoteAt} />
      <QuoteViewer
        strandId={view.context.strandId}
        quote={{ evidenceId }}
        query={query}
        inForceOn={lawDate || view.context.referenceDate}
        locale={speech.locale}
        onPropose={quote}
      />
    </Suspense>
  );
};
