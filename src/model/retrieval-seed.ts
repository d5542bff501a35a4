import { Principal_Kind } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { ConversationEntry } from "../../gen/pincite/memo/v1/conversation_pb.ts";
import { queryTerms } from "../search/words/analysis.ts";

/** A message with fewer telling words says too little to search by: "that one too", "ja, die ook". */
const tellingWords = 3;
/** A longer message is taken at its word however few telling words it has. In characters. */
const shortChars = 80;
/** Characters of the last reply that are kept: what it was about stands at its beginning. */
const seedChars = 1_000;

/**
 * The model's last reply, when the user's message is too short to search by [S77]; empty when the message stands alone or
 * nothing was said before. It is only words to search by: it confirms nothing, and a "yes" stays a word.
 */
export const retrievalSeed = (userPrompt: string, conversation: readonly ConversationEntry[]): string => {
  if (!isShort(userPrompt)) return "";
  const last = conversation.findLast((one) => one.meta?.createdBy?.kind === Principal_Kind.MODEL && one.text !== "");
  return [...(last?.text ?? "")].slice(0, seedChars).join("");
};

const isShort = (message: string): boolean =>
  [...message.trim()].length <= shortChars && new Set(queryTerms(message)).size < tellingWords;
