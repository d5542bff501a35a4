import { pageSentenceInDutch } from "./page-sentences.ts";
import { dutchWith, english, isDutch, type Speech } from "./speech-port.ts";

/** No page says how a command is typed. */
const dutch = dutchWith({ sentence: pageSentenceInDutch, usage: (text) => text });

/** The speech of a page, by a language tag as `speechOf` has it. */
export const pageSpeechOf = (tag: string | undefined): Speech => (isDutch(tag) ? dutch : english);
