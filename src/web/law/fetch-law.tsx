import { createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { LawFetchService, FetchStep_Kind as Step } from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import type { Reason } from "../../error.ts";
import type { MessageWith } from "../../messages/speech.ts";
import { fromConnectError } from "../../wire/error.ts";
import { sentenceOf } from "../quote/trouble.tsx";
import { newKey } from "../run/run-store.ts";
import { useSay, useSentence } from "../words/say.ts";

/** How far a fetch is: absent before it was asked for. */
interface Fetching {
  readonly isDone: boolean;
  readonly said: string;
}

/** What a person can do where the service is away, or gave what is no law: its address and what a program would call say nothing to her. */
const inLayWords: Readonly<Partial<Record<Reason, MessageWith<"lawId">>>> = {
  UPSTREAM_UNAVAILABLE: "page-law.not-fetched",
  IMPORT_REFUSED: "page-law.fetched-is-no-law",
  LIMIT_EXCEEDED: "page-law.fetched-is-no-law",
};

/**
 * Has the server fetch one law from the official service, as it was in force on a day. Nothing is asked of anybody before the
 * press, a second press stops it, and what is wrong is told; it may be pressed again then.
 */
export const FetchLaw = ({ lawId, on }: { readonly lawId: string; readonly on: string }) => {
  const say = useSay();
  const sentence = useSentence();
  const transport = useTransport();
  const queries = useQueryClient();
  const [fetching, setFetching] = useState<Fetching>();
  const isUnderWay = fetching !== undefined && !fetching.isDone;
  const stopping = useRef<AbortController>(undefined);
  const whyNot = (error: unknown): string => {
    const lay = inLayWords[fromConnectError(error).reason];
    return lay ? say(lay, { lawId }) : say("page-runs.that-did-not-work", { sentenceOf: sentence(sentenceOf(error)) });
  };
  const fetchIt = async (): Promise<void> => {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    setFetching({ isDone: false, said: say("page-law.asking") });
    const request = { idempotencyKey: newKey(), targets: [lawId], inForceOn: on };
    try {
      for await (const { event } of createClient(LawFetchService, transport).fetchLaw(request, { signal }))
        if (event.case === "step" && event.value.kind === Step.DOWNLOADING)
          setFetching({
            isDone: false,
            said: say("page-law.of-kb-have-come", { kB: kB(event.value.doneBytes), kB2: kB(event.value.totalBytes) }),
          });
      setFetching({ isDone: true, said: "" });
    } catch (error) {
      const said = signal.aborted ? say("page-law.stopped-nothing-more-is-asked-for-press-again") : whyNot(error);
      setFetching({ isDone: true, said });
    }
    await queries.invalidateQueries();
  };
  return (
    <>
      {/* One button, so that the focus stays where it was; of a double click the second half would stop what the first began. */}
      <button
        type="button"
        className="quiet"
        onClick={({ detail }) => {
          if (detail > 1) return;
          if (isUnderWay) stopping.current?.abort();
          else void fetchIt();
        }}
      >
        {isUnderWay ? say("page-law.stop-fetching", { lawId }) : say("page-law.fetch", { lawId })}
      </button>
      <span role="status"> {fetching?.said}</span>
    </>
  );
};

const kB = (bytes: bigint): number => Math.ceil(Number(bytes) / 1000);
