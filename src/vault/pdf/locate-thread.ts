import { answerOnce } from "../../confined/answer-once.ts";
import { locateOnPages, type WantedOnPage } from "./locate-job.ts";
import { pageStrips, type WantedStrip } from "./page-strips.ts";

/** What is asked of a PDF: places of words on pages that have them, and strips of pages that are pictures. */
interface Asked {
  readonly bytes: Uint8Array;
  readonly wanted: readonly WantedOnPage[];
  readonly strips: readonly WantedStrip[];
}

/** The thread in which a stranger's PDF is opened once more, for the places of words on it. */
await answerOnce(async ({ bytes, wanted, strips }: Asked) => ({
  placed: wanted.length === 0 ? [] : await locateOnPages(bytes.slice(), wanted),
  strips: await pageStrips(bytes, strips),
}));
