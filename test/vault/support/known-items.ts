import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { sentencesOf } from "../../../src/span/sentences.ts";
import type { Strand } from "../../../src/vault/strand/strand.ts";
import { sharedData } from "../../support/shared-data.ts";
import { emls } from "../second-opinion.ts";
import { file } from "../vault-fixture.ts";
import { mailboxes } from "./data-files.ts";

/** How many of the first hits a person looks at. */
export const topOf = 5;

/** A message and a sentence of its author's. */
export interface KnownItem {
  readonly docUid: string;
  readonly sentence: string;
}

/** Mail of three corpora in one strand: business, private and lists, with much said twice. */
export const knownItemCorpus = () => [
  ...emls(sharedData("email-enron") ?? "", "enron.tar.gz").map(({ path, bytes }) => file(`enron/${path}`, bytes)),
  ...emls(sharedData("email-spamassassin") ?? "", "spamassassin.tar.gz").map(({ path, bytes }) =>
    file(`sa/${path}`, bytes),
  ),
  ...mailboxes(sharedData("email-apache-mbox") ?? ""),
];

/**
 * At most `count` messages, each with a sentence that fits and that at most as many messages hold as are looked at: of
 * more, none is the one that is meant.
 */
export const drawKnownItems = async (
  strand: Strand,
  texts: readonly string[],
  {
    count,
    shuffled,
    fits,
  }: {
    readonly count: number;
    readonly shuffled: <Item>(items: readonly Item[]) => Item[];
    readonly fits: (sentence: string) => boolean;
  },
): Promise<KnownItem[]> => {
  const mails = strand.catalogue
    .docUids()
    .filter((docUid) => strand.record(docUid).detail?.summary?.docType === "email");
  const found: KnownItem[] = [];
  for (const docUid of shuffled(mails)) {
    const source = await strand.sources.source(strand.record(docUid));
    const own = source.canonical.segments.filter(({ voice }, at) => at > 0 && voice === Voice.AUTHOR);
    const sentences = own.flatMap(({ startChar, endChar }) => {
      const text = source.codePoints.slice(startChar, endChar);
      return sentencesOf(text).map(({ start, end }) => [...text].slice(start, end).join(""));
    });
    const sentence = shuffled(sentences).find(
      (one) => fits(one) && texts.filter((text) => text.includes(one)).length <= topOf,
    );
    if (sentence !== undefined) found.push({ docUid, sentence });
    if (found.length === count) break;
  }
  return found;
};
