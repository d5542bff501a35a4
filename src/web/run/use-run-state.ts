import { useTransport } from "@connectrpc/connect-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { localeOf } from "../../messages/locale.ts";
import { shownLocale, useShownLocale } from "../words/page-locale.ts";
import { fetchTexts } from "../words/texts.ts";
import { type Words, wordsIn } from "../words/use-words.ts";
import { clientsOf } from "./clients.ts";
import { guideWith } from "./guide.ts";
import { loadView } from "./load-view.ts";
import { contextOf, type Deed, type RunStore, type Ticked, type Unsent } from "./run-store.ts";
import { fetchStage } from "./stage-at-hand.tsx";
import { type Trouble, troubleOf } from "./trouble-of.ts";
import { useWatch } from "./use-watch.ts";

/** The run as a store for the page; `store` is absent until the run was first read. */
export interface RunState {
  readonly store: RunStore | undefined;
  readonly trouble: Trouble | undefined;
  readonly words: Words;
}

/** Reads a run, keeps it as it is at the server, and does what a person asks for, one deed at a time. */
export const useRunState = (runId: string): RunState => {
  const transport = useTransport();
  const clients = useMemo(() => clientsOf(transport), [transport]);
  const [view, setView] = useState<RunView>();
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const [progress, setProgress] = useState("");
  const [ticked, setTicked] = useState<Ticked>();
  const typed = useRef(new Map<string, Unsent>());
  const [isTyped, setIsTyped] = useState(false);
  const shown = useRef<RunView>(undefined);
  const acting = useRef(false);
  const locale = useShownLocale(view?.context.locale);
  const words = useMemo(() => wordsIn(locale), [locale]);
  const wordsNow = useRef(words);
  wordsNow.current = words;

  /** Shows a newer state once its words are here; an older one that comes late is dropped. */
  const accept = useCallback(
    async (context: RunContext): Promise<void> => {
      if (context.version === shown.current?.context.version) return;
      if (context.eventCount < (shown.current?.context.eventCount ?? 0)) return;
      // The letter is drawn in its own language, everything around it in the reader's.
      const locales = [shownLocale(context.locale), localeOf(context.locale)];
      const [next] = await Promise.all([loadView(clients, context), fetchStage(context), ...locales.map(fetchTexts)]);
      if (context.eventCount < (shown.current?.context.eventCount ?? 0)) return;
      shown.current = next;
      setView(next);
    },
    [clients],
  );

  /** Gives the cursor of what it read; "": it could not be read, and why is told. */
  const refresh = useCallback(async (): Promise<string> => {
    try {
      const read = await clients.orchestrator.getRun({ runId });
      await accept(contextOf(read));
      setTrouble((now) => (now?.isGone ? undefined : now));
      return read.cursor;
    } catch (error) {
      setTrouble(troubleOf(error, wordsNow.current));
      return "";
    }
  }, [accept, clients, runId]);

  // However many events come at once, the run is read once, and once more if it went on meanwhile.
  const heard = useRef(0);
  const reading = useRef(false);
  const onEvent = useCallback(
    async (seq: number): Promise<void> => {
      const isBehind = () => heard.current > (shown.current?.context.eventCount ?? 0);
      heard.current = Math.max(heard.current, seq);
      if (reading.current || !isBehind()) return;
      reading.current = true;
      for (let before = -1; isBehind() && before !== heard.current; ) {
        before = heard.current;
        await refresh();
      }
      reading.current = false;
    },
    [refresh],
  );
  // What a person's own deed came to is not overwritten by a connection that breaks meanwhile.
  const onLost = useCallback((error: unknown) => {
    const lost = troubleOf(error, wordsNow.current);
    setTrouble((now) => (now && lost.isGone ? now : lost));
  }, []);
  useWatch(clients, runId, refresh, onEvent, onLost);

  const act = useCallback(
    async (deed: Deed): Promise<boolean> => {
      const from = shown.current?.context;
      if (acting.current || from === undefined) return false;
      acting.current = true;
      setIsBusy(true);
      setTrouble(undefined);
      try {
        const after = await deed(from);
        if (after) await accept(after);
        return true;
      } catch (error) {
        setTrouble(troubleOf(error, wordsNow.current));
        await refresh();
        return false;
      } finally {
        acting.current = false;
        setIsBusy(false);
        setProgress("");
      }
    },
    [accept, refresh],
  );

  const guide = useCallback(
    (context: RunContext, said = "") => guideWith(clients, context, said, wordsNow.current, setProgress),
    [clients],
  );
  // Only whether something is unsent draws the page again: drawn at each key, fast typing outruns what React takes for a loop.
  const setUnsent = useCallback((part: string, next: Unsent | undefined) => {
    if (next) typed.current.set(part, next);
    else typed.current.delete(part);
    setIsTyped(typed.current.size > 0);
  }, []);
  const unsent = useMemo(
    (): Unsent | undefined =>
      isTyped
        ? async (context) => {
            let after = context;
            for (const [part, send] of [...typed.current]) {
              after = await send(after);
              setUnsent(part, undefined);
            }
            return after;
          }
        : undefined,
    [isTyped, setUnsent],
  );
  const dismissTrouble = useCallback(() => setTrouble(undefined), []);
  const store = useMemo(
    () =>
      view && {
        clients,
        view,
        isBusy,
        progress,
        trouble,
        unsent,
        ticked,
        act,
        guide,
        setUnsent,
        setTicked,
        setProgress,
        dismissTrouble,
      },
    [clients, view, isBusy, progress, trouble, unsent, ticked, act, guide, setUnsent, dismissTrouble],
  );
  return { store, trouble, words };
};
