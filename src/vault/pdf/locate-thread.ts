import { answerOnce } from "../../confined/answer-once.ts";
import { locateOnPages, type WantedOnPage } from "./locate-job.ts";

/** The thread in which a stranger's PDF is opened once more, for the places of words on it. */
await answerOnce(({ bytes, wanted }: { readonly bytes: Uint8Array; readonly wanted: readonly WantedOnPage[] }) =>
  locateOnPages(bytes, wanted),
);
