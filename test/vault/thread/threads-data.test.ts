import { expect, it } from "vitest";
import { sha256Hex } from "../../../src/sha256.ts";
import { mbox } from "../../../src/vault/import/mbox.ts";
import { describeWithData } from "../../support/shared-data.ts";
import { emls } from "../second-opinion.ts";
import { mailboxes } from "../support/data-files.ts";
import { file, importAll, openTestVault } from "../vault-fixture.ts";

interface Message {
  readonly docUid: string;
  readonly ids: readonly string[];
  /** A reply by its subject that names no other message: whose reply it is, References do not say. */
  readonly isOrphan: boolean;
}

/** What References, In-Reply-To and Message-ID of the raw header say, read without the Vault's own parser. */
const linksOf = (bytes: Uint8Array): Message => {
  const head =
    Buffer.from(bytes)
      .toString("latin1")
      .split(/\r?\n\r?\n/)[0] ?? "";
  const unfolded = head.replace(/\r?\n[ \t]+/g, " ");
  const fields = unfolded.match(/^(?:message-id|in-reply-to|references):.*$/gim) ?? [];
  const isReply = /^subject:\s*(?:\[[^\]]*\]\s*)?(?:re|aw|sv|fwd?)\s*(?:\[\d+\])?:/im.test(unfolded);
  const isOrphan = isReply && !fields.some((line) => /^(?:in-reply-to|references):.*</i.test(line));
  return {
    docUid: sha256Hex(bytes),
    isOrphan,
    ids: [...new Set(fields.flatMap((line) => line.match(/<[^<>\s]+>/g) ?? []))],
  };
};

/** Sets of messages that hang together by the ids they name. */
const byReferences = (messages: readonly Message[]): Map<string, string> => {
  const root = new Map<string, string>();
  const find = (node: string): string => {
    let at = node;
    while (root.get(at) !== undefined && root.get(at) !== at) at = root.get(at) as string;
    return at;
  };
  for (const { docUid, ids } of messages) for (const id of ids) root.set(find(id), find(docUid));
  return new Map(messages.map(({ docUid }) => [docUid, find(docUid)]));
};

const pairs = (threads: ReadonlyMap<string, string>): Set<string> => {
  const members = new Map<string, string[]>();
  for (const [docUid, thread] of threads) members.set(thread, [...(members.get(thread) ?? []), docUid]);
  const found = new Set<string>();
  for (const group of members.values()) {
    group.sort();
    for (const [i, a] of group.entries()) for (const b of group.slice(i + 1)) found.add(`${a} ${b}`);
  }
  return found;
};

const agreement = async (
  files: readonly { path: string; mediaType: string; bytes: Uint8Array }[],
  messages: readonly Message[],
) => {
  const { vault } = await openTestVault();
  await importAll(vault, files);
  const { catalogue } = await vault.strand("");
  const theirThreads = byReferences(messages);
  const sizes = new Map<string, number>();
  for (const thread of theirThreads.values()) sizes.set(thread, (sizes.get(thread) ?? 0) + 1);
  const open = new Set(messages.filter(({ isOrphan }) => isOrphan).map(({ docUid }) => theirThreads.get(docUid)));
  /** Threads of several messages in which every reply says whose it is: of others, References tell a part only. */
  const isJudged = (docUid: string): boolean => {
    const thread = theirThreads.get(docUid) ?? "";
    return (sizes.get(thread) ?? 0) > 1 && !open.has(thread);
  };
  const ours = pairs(new Map(messages.map(({ docUid }) => [docUid, catalogue.threadOf(docUid) ?? docUid])));
  const theirs = pairs(theirThreads);
  const both = [...theirs].filter((pair) => ours.has(pair)).length;
  const added = [...ours].filter((pair) => !theirs.has(pair));
  const againstThem = added.filter((pair) => pair.split(" ").every(isJudged)).length;
  return { theirs: theirs.size, missed: theirs.size - both, againstThem, bySubject: added.length - againstThem };
};

describeWithData("threads of the SpamAssassin corpus", "email-spamassassin", (folder) => {
  it("hold every pair that References tell, and contradict none; replies that name nobody add a few by subject", async () => {
    const files = emls(folder, "spamassassin.tar.gz").map(({ path, bytes }) => file(path, bytes));
    const found = await agreement(
      files,
      files.map(({ bytes }) => linksOf(bytes)),
    );
    expect(found).toMatchObject({ theirs: 2356, missed: 0, againstThem: 0 });
    expect(found.bySubject).toBeLessThanOrEqual(45);
  });
});

describeWithData("threads of the Apache mailboxes", "email-apache-mbox", (folder) => {
  it("hold every pair that References tell, and contradict none; replies that name nobody add a few by subject", async () => {
    const boxes = mailboxes(folder);
    const messages = boxes.flatMap(({ bytes }) =>
      [...(mbox.open(bytes) ?? [])].flatMap((entry) => ("bytes" in entry ? [linksOf(entry.bytes)] : [])),
    );
    const found = await agreement(boxes, messages);
    expect(found).toMatchObject({ theirs: 274, missed: 0, againstThem: 0 });
    expect(found.bySubject).toBeLessThanOrEqual(31);
  });

  it("do not depend on the order in which the mailboxes come", async () => {
    const threadsOf = async (boxes: ReturnType<typeof mailboxes>): Promise<string[]> => {
      const { vault } = await openTestVault();
      await importAll(vault, boxes);
      return (await vault.strand("")).catalogue
        .threads()
        .map((members) => members.join(" "))
        .sort();
    };
    expect(await threadsOf(mailboxes(folder).toReversed())).toEqual(await threadsOf(mailboxes(folder)));
  });
});
