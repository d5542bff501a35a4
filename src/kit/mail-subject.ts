import { listOf } from "./lexicon.ts";

const replies = listOf("nl en", "reply-prefix").join("|");
const forwards = listOf("nl en", "forward-prefix").join("|");
/** Reply and forward prefixes of mail programs, `[n]` counts included. */
const prefix = new RegExp(`^(?:${replies}|${forwards})\\s*(?:\\[\\d{1,3}\\]|\\(\\d{1,3}\\))?\\s*:\\s*`, "i");
/** `[list-name]` in front. */
const listTag = /^\[[^\]]{1,40}\]\s*/;
const forwardPrefix = new RegExp(`^(?:\\[[^\\]]{1,40}\\]\\s*)?(?:(?:${replies})\\s*:\\s*)*(?:${forwards})\\s*:`, "i");

/** A subject as it was written first, without reply prefixes and list tags; and whether a reply prefix was there. */
const unanswered = (subject: string): { rest: string; isReply: boolean } => {
  let rest = subject.trim();
  let isReply = false;
  // Bounded: a subject of a thousand "Re:" is not worth reading to its end.
  for (let i = 0; i < 20; i++) {
    const match = prefix.exec(rest) ?? listTag.exec(rest);
    if (match === null) break;
    isReply ||= !match[0].startsWith("[");
    rest = rest.slice(match[0].length);
  }
  return { rest, isReply };
};

/** A subject without what replies, forwards and lists put in front of it. */
export const bareSubject = (subject: string): string => unanswered(subject).rest;

/** A subject without reply prefixes and list tags, lower case, for comparing; and whether a reply prefix was there. */
export const normaliseSubject = (subject: string): { base: string; isReply: boolean } => {
  const { rest, isReply } = unanswered(subject);
  return { base: rest.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim(), isReply };
};

/** True when the subject says that the message forwards another. */
export const saysForwarded = (subject: string): boolean => forwardPrefix.test(subject.trim());
