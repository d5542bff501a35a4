import { createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LawFetchService, FetchStep_Kind as Step } from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { useSay, useSentence } from "../quote/say.ts";
import { sentenceOf } from "../quote/trouble.tsx";
import { newKey } from "../run/run-store.ts";
import { lawInDutch } from "./words.ts";

/** How far a fetch is: absent before it was asked for. */
interface Fetching {
  readonly isDone: boolean;
  readonly said: string;
}

/**
 * Has the server fetch one law from the official service, as it was in force on a day. Nothing is asked of anybody before the
 * press; what is wrong is told, and it may be pressed again.
 */
export const FetchLaw = ({ lawId, on }: { readonly lawId: string; readonly on: string }) => {
  const say = useSay(lawInDutch);
  const sentence = useSentence();
  const transport = useTransport();
  const queries = useQueryClient();
  const [fetching, setFetching] = useState<Fetching>();
  const isUnderWay = fetching !== undefined && !fetching.isDone;
  const fetchIt = async (): Promise<void> => {
    setFetching({ isDone: false, said: say("Asking…") });
    const request = { idempotencyKey: newKey(), targets: [lawId], inForceOn: on };
    try {
      for await (const { event } of createClient(LawFetchService, transport).fetchLaw(request))
        if (event.case === "step" && event.value.kind === Step.DOWNLOADING)
          setFetching({
            isDone: false,
            said: say("{1} of {2} kB have come", kB(event.value.doneBytes), kB(event.value.totalBytes)),
          });
      setFetching({ isDone: true, said: "" });
      await queries.invalidateQueries();
    } catch (error) {
      setFetching({ isDone: true, said: say("That did not work: {1}", sentence(sentenceOf(error))) });
    }
  };
  return (
    <>
      <button type="button" className="quiet" disabled={isUnderWay} onClick={() => void fetchIt()}>
        {say("Fetch {1}", lawId)}
      </button>
      <span role="status"> {fetching?.said}</span>
    </>
  );
};

const kB = (bytes: bigint): number => Math.ceil(Number(bytes) / 1000);
