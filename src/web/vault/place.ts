import { useCallback, useMemo, useSyncExternalStore } from "react";
import { localeOf, onHashChange } from "../words/page-locale.ts";
import type { Locale } from "../words/say.ts";
import { useFetched } from "../words/texts.ts";

/** Which lists the page has. */
export type Tab = "threads" | "documents" | "events";

/** Where a person is on the page. It stands behind the # of its address, which no server is sent; no words of a source are in it. */
export interface Place {
  readonly strandId: string;
  readonly tab: Tab;
  /** The document that is read, 64 hex; empty: none. */
  readonly docUid: string;
  /** The thread that is read; empty: none. */
  readonly threadUid: string;
  /** The passage to go to in the document; empty: its beginning. */
  readonly chunkUid: string;
  /** The memo that a person came from, `run-…`; empty: from none. */
  readonly runId: string;
  readonly locale: Locale;
}

const tabs: readonly Tab[] = ["threads", "documents", "events"];

/** Reads an address. What has no meaning in it is left out: whoever makes a link to the page chooses no more than a place. */
export const placeOf = (hash: string, languages: readonly string[]): Place => {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const kept = (name: string, shape: RegExp): string => shape.exec(given.get(name) ?? "")?.[0] ?? "";
  return {
    strandId: kept("strand", /^[a-z0-9][a-z0-9._-]{0,63}$/),
    tab: tabs.find((tab) => tab === given.get("list")) ?? "threads",
    docUid: kept("doc", /^[0-9a-f]{64}$/),
    threadUid: kept("thread", /^thread:[0-9a-f]{64}$/),
    chunkUid: kept("passage", /^[0-9a-f]{64}#[\w.:-]{1,190}$/),
    runId: kept("run", /^run-[0-9A-Z]{26}$/),
    locale: localeOf(hash, languages),
  };
};

/** Writes a place as an address. */
export const hashOf = ({ strandId, tab, docUid, threadUid, chunkUid, runId, locale }: Place): string => {
  const said = {
    strand: strandId,
    list: tab,
    thread: threadUid,
    doc: docUid,
    passage: chunkUid,
    run: runId,
    lang: locale,
  };
  return `#${new URLSearchParams(Object.entries(said).filter(([, value]) => value !== ""))}`;
};

/** The place, and going to another one: the browser's way back goes back through them. */
export const usePlace = (): readonly [Place, (change: Partial<Place>) => void] => {
  const hash = useSyncExternalStore(onHashChange, () => globalThis.location.hash);
  const wanted = useMemo(() => placeOf(hash, globalThis.navigator.languages), [hash]);
  const locale = useFetched(wanted.locale);
  const place = useMemo(() => ({ ...wanted, locale }), [wanted, locale]);
  const go = useCallback((change: Partial<Place>) => {
    const now = placeOf(globalThis.location.hash, globalThis.navigator.languages);
    globalThis.location.hash = hashOf({ ...now, ...change });
  }, []);
  return [place, go];
};
