import { normaliseSubject } from "#kit/mail-subject.ts";
import type { ThreadTable } from "./thread-table.ts";

/** What decides the thread of a message. Ids without brackets; addresses in lower case, sender first. */
export interface ThreadedMail {
  readonly messageId: string;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  readonly subject: string;
  readonly addresses: readonly string[];
}

/** Receivers looked at for the subject rule. A message to a whole company is no dialogue. */
const receiversMax = 30;

/**
 * The thread a new message belongs to, made or joined of others where it must be. Two messages are of one thread when
 * - one names the other's Message-ID in References or In-Reply-To, or both name the same third one, here or not; or
 * - their subjects are equal without reply prefixes, the same two people are sender and receiver in both (in either
 *   direction), neither names any other message, so that nothing better is known of them, and one such message between
 *   these two under that subject is a reply or forward. Two mails that merely share a subject ("Factuur") stay apart.
 *
 * Both rules depend on the set alone: messages may come in any order, one by one, and the threads are the same.
 */
export const threadFor = (threads: ThreadTable, mail: ThreadedMail): number => {
  const keys = new Set([mail.messageId, ...mail.inReplyTo, ...mail.references].filter((id) => id !== "").map(hashOf));
  const unknown: number[] = [];
  let thread: number | undefined;
  for (const key of keys) {
    const named = threads.namedIn(key);
    if (named === undefined) unknown.push(key);
    else thread = thread === undefined ? threads.rootOf(named) : threads.join(thread, named);
  }
  thread ??= threads.begin();
  for (const key of unknown) threads.name(key, thread);
  return mail.references.length + mail.inReplyTo.length === 0 ? joinBySubject(threads, mail, thread) : thread;
};

const joinBySubject = (threads: ThreadTable, mail: ThreadedMail, own: number): number => {
  const { base, isReply } = normaliseSubject(mail.subject);
  const [sender, ...receivers] = mail.addresses;
  if (base === "" || sender === undefined) return own;
  let thread = own;
  for (const receiver of new Set(receivers.slice(0, receiversMax))) {
    if (receiver === sender) continue;
    thread = joinDialogue(threads, hashOf([...[sender, receiver].sort(), base].join("\n")), thread, isReply);
  }
  return thread;
};

/** Messages wait apart until the first reply of their dialogue joins all of them, those to come included. */
const joinDialogue = (threads: ThreadTable, key: number, own: number, isReply: boolean): number => {
  const known = threads.dialogue(key);
  if (known !== undefined) return threads.join(known, own);
  if (!isReply) {
    threads.wait(key, own);
    return own;
  }
  const thread = threads.waiting(key).reduce((joined, waiting) => threads.join(joined, waiting), own);
  threads.joinDialogue(key, thread);
  return thread;
};

/**
 * 53 bits of a name, in two rounds with multipliers of their own (those of FNV-1a and of Knuth's multiplicative hash): the
 * names are most of what would be kept. Among a million names two are alike once in twenty thousand Vaults; then two
 * threads are shown as one. Whoever wants that on purpose need only write a References header.
 */
export const hashOf = (name: string): number => {
  let [low, high] = [0x811c9dc5 | 0, name.length | 0];
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code ^ (low >>> 15), 0x9e3779b1);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
};
