import type { MessageId } from "./message.ts";

/** The key under which a language's texts have a message: its id. A page has shorter ones (web/words/message-key.ts). */
export const keyOf = (id: string): string => id;

/** Messages that only a page, a line of usage, the account of a tool call, a check of a setting, a profile or a tool, or a letter and its guide say: nothing that is recorded reads like them. */
const neverRecorded =
  /^(?:clause|explain|guide|item-kind|item-name|memo|page|profile-problem|prompt-part|said|scope|setting-problem|tool-does|tool-problem|typed|usage)[.-]/u;

/** Whether a message under this key may have been recorded as a finished sentence. */
export const mayBeRecorded = (key: string): key is MessageId => !neverRecorded.test(key);
