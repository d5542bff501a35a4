import { MailboxConvention } from "../../../gen/pincite/vault/v1/container_pb.ts";

/** What a mailbox has shown of its convention. */
export interface MailboxCounts {
  countedCount: bigint;
  bareSeparatorCount: bigint;
  escapedCount: bigint;
  escapedTwiceCount: bigint;
  unescapedCount: bigint;
}

const escaped = Buffer.from("\n>From ");
const escapedTwice = Buffer.from("\n>>From ");
const unescaped = Buffer.from("\nFrom ");

/** Counts what one message shows. */
export const countMessage = (counts: MailboxCounts, message: Buffer, isCounted: boolean, isBare: boolean): void => {
  if (isCounted) counts.countedCount++;
  if (isBare) counts.bareSeparatorCount++;
  if (message.includes(escaped)) counts.escapedCount++;
  if (message.includes(escapedTwice)) counts.escapedTwiceCount++;
  if (isCounted && message.includes(unescaped)) counts.unescapedCount++;
};

/** The convention that a mailbox follows by what it has shown. */
export const conventionOf = (counts: MailboxCounts): MailboxConvention => {
  if (counts.countedCount > 0n)
    return counts.unescapedCount > 0n ? MailboxConvention.MBOXCL2 : MailboxConvention.MBOXCL;
  if (counts.escapedTwiceCount > 0n) return MailboxConvention.MBOXRD;
  return counts.escapedCount > 0n ? MailboxConvention.MBOXO : MailboxConvention.PLAIN;
};

const words: Readonly<Partial<Record<MailboxConvention, string>>> = {
  [MailboxConvention.PLAIN]:
    "Its messages are kept apart by lines `From …`; no line inside a message had to be escaped.",
  [MailboxConvention.MBOXO]:
    "Its messages are kept apart by lines `From …`; lines `>From ` inside messages are escaped ones (mboxo, or mboxrd).",
  [MailboxConvention.MBOXRD]:
    "Its messages are kept apart by lines `From …`, with escaped lines as mboxrd writes them (`>>From `).",
  [MailboxConvention.MBOXCL]: "Content-Length says where its messages end (mboxcl), and the separators bear it out.",
  [MailboxConvention.MBOXCL2]:
    "Content-Length says where its messages end (mboxcl2), and the separators bear it out; lines `From ` inside messages are not escaped.",
};

/** The same for a person. */
export const conventionNotes = (convention: MailboxConvention, bareCount: bigint): string[] => [
  ...[words[convention] ?? []].flat(),
  ...(bareCount === 0n
    ? []
    : [
        `${bareCount} of its separators name no date (\`From - \`, as Netscape writes): each has a message's headers below it.`,
      ]),
];
