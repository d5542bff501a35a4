import type { MessageId } from "../../messages/message.ts";

// What a page has in the place of messages/key.ts: texts lie under the digest of their id, so that no page loads ids.

const digits = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

/** Marks a message that only a page, or a letter and its guide, say; nothing that is recorded reads like it. */
const pagesOnly = "~";
const ofPages = /^(?:clause|explain|guide|item-kind|item-name|memo|page|prompt-part|scope|tool-does|typed|usage)[.-]/u;

/** The key of an id; a key is its own, since no key has a dot. The build refuses two ids with one key. */
export const keyOf = (id: string): string => {
  if (!id.includes(".")) return id;
  let digest = 0x811c9dc5;
  for (const character of id) digest = Math.imul(digest ^ character.charCodeAt(0), 0x01000193);
  let key = "";
  for (let at = 0; at < 4; at += 1) key += digits.charAt((digest >>> (at * 6)) & 63);
  return ofPages.test(id) ? `${pagesOnly}${key}` : key;
};

/** Whether a message under this key may have been recorded as a finished sentence. */
export const mayBeRecorded = (key: string): key is MessageId => !key.startsWith(pagesOnly);
