import { normaliseSubject } from "../mail/subject.ts";
import { DisjointSets } from "./disjoint-sets.ts";

/** What decides the thread of a message. Ids without brackets; addresses in lower case, sender first. */
export interface ThreadedMail {
  readonly docUid: string;
  readonly messageId: string;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  readonly subject: string;
  readonly addresses: readonly string[];
}

/** Receivers looked at for the subject rule. A message to a whole company is no dialogue. */
const receiversMax = 30;

/**
 * Threads of a set of messages. Two messages are of one thread when
 * - one names the other's Message-ID in References or In-Reply-To, or both name the same third one, here or not; or
 * - their subjects are equal without reply prefixes, the same two people are sender and receiver in both (in either
 *   direction), neither names any other message, so that nothing better is known of them, and one such message between
 *   these two under that subject is a reply or forward. Two mails that merely share a subject ("Factuur") stay apart.
 *
 * Both rules depend on the set alone: messages may come in any order, one by one, and the threads are the same.
 */
export class Threads {
  private readonly sets = new DisjointSets();
  /** Nodes of documents and message ids, by a hash of their names: the names are most of what this would hold. */
  private readonly nodes = new Map<number, number>();
  /** Documents by the root of their set. */
  private readonly members = new Map<number, string[]>();
  /** By a hash of two people and a subject. Most have one message, which is why its node stands for the whole. */
  private readonly dialogues = new Map<number, number | Dialogue>();

  /** Adds one message; adding it again changes nothing. */
  add(mail: ThreadedMail): void {
    const name = `d:${mail.docUid}`;
    if (this.nodes.has(hashOf(name))) return;
    const node = this.node(name);
    this.members.set(node, [mail.docUid]);
    for (const id of [mail.messageId, ...mail.inReplyTo, ...mail.references]) {
      if (id !== "") this.link(node, this.node(`m:${id}`));
    }
    if (mail.references.length + mail.inReplyTo.length === 0) this.linkBySubject(mail, node);
  }

  /** `thread:<smallest doc_uid of the thread>`, or undefined for a document that is no message here. */
  threadOf(docUid: string): string | undefined {
    const members = this.membersWith(docUid);
    return members && `thread:${smallest(members)}`;
  }

  /** Documents of the thread that holds this one, in no particular order. */
  membersWith(docUid: string): readonly string[] | undefined {
    const node = this.nodes.get(hashOf(`d:${docUid}`));
    return node === undefined ? undefined : this.members.get(this.sets.find(node));
  }

  /** Every thread as its documents. */
  all(): Iterable<readonly string[]> {
    return this.members.values();
  }

  private node(name: string): number {
    const key = hashOf(name);
    const known = this.nodes.get(key);
    if (known !== undefined) return known;
    const node = this.sets.add();
    this.nodes.set(key, node);
    return node;
  }

  private link(a: number, b: number): void {
    const union = this.sets.union(a, b);
    if (union === undefined) return;
    const [kept, moved] = [this.members.get(union.root) ?? [], this.members.get(union.absorbed) ?? []];
    this.members.delete(union.absorbed);
    // The root is that of the larger set of nodes; documents are moved from the shorter list all the same.
    const [long, short] = kept.length >= moved.length ? [kept, moved] : [moved, kept];
    for (const docUid of short) long.push(docUid);
    if (long.length > 0) this.members.set(union.root, long);
  }

  private linkBySubject(mail: ThreadedMail, node: number): void {
    const { base, isReply } = normaliseSubject(mail.subject);
    const [sender, ...receivers] = mail.addresses;
    if (base === "" || sender === undefined) return;
    for (const receiver of receivers.slice(0, receiversMax)) {
      if (receiver !== sender) this.joinDialogue([...[sender, receiver].sort(), base].join("\n"), node, isReply);
    }
  }

  /** Messages wait apart until the first reply of their dialogue joins all of them, those to come included. */
  private joinDialogue(name: string, node: number, isReply: boolean): void {
    const key = hashOf(name);
    const known = this.dialogues.get(key);
    if (known === undefined && !isReply) {
      this.dialogues.set(key, node);
      return;
    }
    const waiting = typeof known === "number" ? [known] : [];
    const dialogue = typeof known === "object" ? known : { waiting, joined: undefined };
    this.dialogues.set(key, dialogue);
    if (isReply) dialogue.joined ??= node;
    dialogue.waiting.push(node);
    if (dialogue.joined === undefined) return;
    for (const waiting of dialogue.waiting) this.link(dialogue.joined, waiting);
    dialogue.waiting = [];
  }
}

interface Dialogue {
  waiting: number[];
  joined: number | undefined;
}

/**
 * 53 bits of a name, in two rounds with multipliers of their own (those of FNV-1a and of Knuth's multiplicative hash). Among
 * a million names two are alike once in twenty thousand Vaults; then two threads are shown as one. Whoever wants that
 * on purpose need only write a References header.
 */
const hashOf = (name: string): number => {
  let [low, high] = [0x811c9dc5 | 0, name.length | 0];
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code ^ (low >>> 15), 0x9e3779b1);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
};

const smallest = (docUids: readonly string[]): string =>
  docUids.reduce((least, docUid) => (docUid < least ? docUid : least));
