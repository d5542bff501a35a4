import { oneLine } from "./clean-text.ts";
import { decodeWords } from "./encoded-words.ts";
import type { MimeHeader } from "./header-bytes.ts";

/** What a mail program noted on a message besides the folder that it lies in. */
export interface MailLabels {
  /** Labels as the program writes them, each once; at most 50. */
  readonly labels: readonly string[];
  /** Whether its owner had deleted it: it was still in the file, and no program showed it. */
  readonly markedDeleted: boolean;
}

const [labelsMax, labelCharsMax, valueCharsMax] = [50, 200, 20_000];

/**
 * Labels and the mark of deletion. Gmail's export writes `X-Gmail-Labels` (names parted by commas, in quotation marks where they hold
 * one), Thunderbird `X-Mozilla-Keys` (parted by blanks) and `X-Mozilla-Status`, whose bit 0x0008 is nsMsgMessageFlags::Expunged; other
 * mailboxes write `X-Status`, where `D` is deleted (Dovecot, "mbox"). `behind`: what Apple Mail wrote behind a message (.emlx), a list of
 * properties whose `flags` have bit 1 for deleted.
 */
export const mailLabels = (headers: readonly MimeHeader[], behind: string): MailLabels => {
  const values = (key: string): string[] =>
    headers.filter((header) => header.key === key).map(({ value }) => value.slice(0, valueCharsMax));
  const labels = [
    ...values("x-gmail-labels").flatMap((value) => commaParted(decodeWords(value))),
    ...values("x-mozilla-keys").flatMap((value) => value.split(/\s+/)),
  ].map((label) => oneLine(label, labelCharsMax).toWellFormed());
  const mozilla = Number.parseInt(values("x-mozilla-status")[0]?.trim().slice(0, 8) ?? "", 16);
  const apple = /<key>flags<\/key>\s*<integer>(\d{1,20})<\/integer>/.exec(behind)?.[1] ?? "0";
  return {
    labels: [...new Set(labels)].filter((label) => label !== "").slice(0, labelsMax),
    markedDeleted:
      (mozilla & 0x0008) !== 0 ||
      values("x-status").some((value) => value.includes("D")) ||
      (BigInt(apple) & 0b10n) !== 0n,
  };
};

/** Names parted by commas; one in quotation marks may hold commas. */
const commaParted = (value: string): string[] =>
  [...value.matchAll(/"([^"]*)"|([^,"]+)/g)].map(([, quoted, plain = ""]) => (quoted ?? plain).trim());
