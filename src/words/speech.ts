import { usageInDutch } from "./dutch/usage.ts";
import { isDutch } from "./language.ts";
import { sentenceInDutch } from "./sentences.ts";
import { dutchWith, english, type Speech } from "./speech-port.ts";

export type { Locale, ScreenPhrase, Speech } from "./speech-port.ts";

const dutch = dutchWith({ sentence: sentenceInDutch, usage: usageInDutch });

/** The speech of a language tag (BCP 47), such as `nl` or `nl-BE`; English for every other one and for none. */
export const speechOf = (tag: string | undefined): Speech => (isDutch(tag) ? dutch : english);
