import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { tellsLatePapers } from "../../show/late-papers.ts";
import { OtherLanguages } from "../parts/other-languages.tsx";
import { TroubleNote } from "../parts/trouble-note.tsx";
import { isSignedIn, WhoseSession } from "../parts/whose-session.tsx";
import { LocaleContext } from "../words/say.ts";
import { useWords } from "../words/use-words.ts";
import { Conversation } from "./conversation.tsx";
import { Cta } from "./cta.tsx";
import { methodOf } from "./deeds.ts";
import { Rail, Stale, stageNames } from "./rail.tsx";
import { RunStoreContext, useRun } from "./run-store.ts";
import { StageAtHand } from "./stage-at-hand.tsx";
import { ToolRequests } from "./tool-requests.tsx";
import { Trace } from "./trace.tsx";
import { useRunState } from "./use-run-state.ts";

/** Asked for by who goes back, and by nobody who begins. */
const RewindPanel = lazy(async () => ({ default: (await import("./rewind-panel.tsx")).RewindPanel }));

/** Asked for where passages are chosen, and after. */
const ToldAbove = lazy(async () => ({ default: (await import("./told-above.tsx")).ToldAbove }));

/** Asked for where people sign in, and by nobody else. */
const WhoCanRead = lazy(async () => ({ default: (await import("../access/who-can-read.tsx")).WhoCanRead }));

/** The page of one run. */
export const RunPage = ({ runId }: { readonly runId: string }) => {
  const { store, trouble, words } = useRunState(runId);
  const { locale } = words.speech;
  const title = store?.view.context.title;
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return (
    <LocaleContext value={locale}>
      {store ? (
        <RunStoreContext value={store}>
          <Shown title={title ?? ""} />
        </RunStoreContext>
      ) : (
        <main className="plain">
          {trouble ? <TroubleNote trouble={trouble} /> : <p>{words.say("page.one-moment")}</p>}
          {trouble ? <WhoseSession /> : null}
          <p>
            <a href={`/#lang=${locale}`}>{words.say("page.to-your-memos")}</a>
          </p>
        </main>
      )}
    </LocaleContext>
  );
};

const Shown = ({ title }: { readonly title: string }) => {
  const { say, speech } = useWords();
  const { view, isBusy, trouble, progress, dismissTrouble } = useRun();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isGoingBack, setIsGoingBack] = useState(false);
  const { context } = view;
  const stage = stageNames[context.state - 1];
  useNewStage(`${context.state} ${context.lifecycle}`, heading);
  const kind = view.profile?.title.find((one) => one.locale === speech.locale)?.text ?? say("page.memo");
  return (
    <div className="run" data-stage={context.state} data-version={context.version} data-busy={isBusy ? "yes" : "no"}>
      <header className="top">
        <a href={`/#lang=${speech.locale}`} className="quiet-link">
          {say("page.memos")}
        </a>
        <p className="top-title">{title || kind}</p>
        <span className="top-links">
          <OtherLanguages locale={speech.locale} hashOf={(other) => `#lang=${other}`} />
          <a
            href={`/vault#lang=${speech.locale}&strand=${context.strandId}&run=${context.runId}`}
            className="quiet-link"
          >
            {say("page.open-the-vault")}
          </a>
          <WhoseSession />
        </span>
      </header>
      <Rail />
      <main>
        <p className="step">{say("page.step-of-6", { state: context.state })}</p>
        <h1 ref={heading} tabIndex={-1}>
          {stage ? say(stage) : ""}
        </h1>
        <p className="live" role="status">
          {progress}
        </p>
        <TroubleNote trouble={trouble} onClose={dismissTrouble} />
        <Suspense>{isGoingBack ? <RewindPanel onClose={() => setIsGoingBack(false)} /> : null}</Suspense>
        <Stale />
        <ToolRequests />
        <Suspense>{tellsLatePapers(context) ? <ToldAbove /> : null}</Suspense>
        <StageAtHand />
        <Conversation />
        <Trace />
        <Suspense>{isSignedIn() ? <WhoCanRead runId={context.runId} /> : null}</Suspense>
      </main>
      <footer className="bar">
        {context.state > 1 && methodOf(context) !== "Rewind" ? (
          <button type="button" className="quiet" data-rewind="" onClick={() => setIsGoingBack(true)}>
            {say("page.go-back-a-step")}
          </button>
        ) : (
          <span />
        )}
        <Cta onRewind={() => setIsGoingBack(true)} />
      </footer>
    </div>
  );
};

/** Another stage begins at its heading, for the eye and for who listens; the first one shown leaves the focus where it is. */
const useNewStage = (stage: string, heading: RefObject<HTMLHeadingElement | null>): void => {
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current === stage) return;
    shown.current = stage;
    globalThis.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [stage, heading]);
};
