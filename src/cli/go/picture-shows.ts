import { create } from "@bufbuild/protobuf";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { Connection } from "../../client/connection.ts";
import { correctQuote, type ReadQuote, type ReadWord, readQuote } from "../../client/correct-quote.ts";
import type { RunView } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { typedForms } from "../text/typed-words.ts";

const form = new RegExp(
  `^\\s*(?:${typedForms("typed.picture")}):(?<number>\\d{1,4})\\s*=\\s*(?<read>.*\\S)\\s*(?:=>|→)\\s*(?<shows>\\S.*?)\\s*$`,
  "iu",
);

/** Whether an answer says that a picture shows other words than a machine read in a quote: `picture:2=3.4l2,50 => 3.412,50`. */
export const isReadingMend = (said: string): boolean => form.test(said);

/**
 * Corrects what a machine read in quotes, and gives the quotes as they read then. The text before stands, with all that quotes it. Errors:
 * ITEM_UNKNOWN for a quote that is not there, REQUEST_INVALID for words that a machine has not read in it, and those of CorrectReading.
 */
export const mendReadings = async (
  { docs, newKey }: { readonly docs: Connection["docs"]; newKey(): string },
  { ledger, context }: RunView,
  said: readonly string[],
): Promise<StageProposal> => {
  const asking = { docs, strandId: context.strandId };
  const byNumber = Map.groupBy(
    said.map((one) => form.exec(one)?.groups ?? {}),
    ({ number = "" }) => Number(number),
  );
  const spans: { bindingId: string; span: { case: "locator"; value: Awaited<ReturnType<typeof correctQuote>> } }[] = [];
  for (const [number, mends] of byNumber) {
    const entry = ledger?.entries.find(({ entryId }) => entryId.split(":")[1] === String(number));
    if (!entry?.span)
      throw new DomainError(
        "ITEM_UNKNOWN",
        worded("command.there-is-no-in-what-was-shown", { name: `picture:${number}` }),
      );
    const quote = await readQuote(asking, entry.span);
    const changed = mends.map(({ read = "", shows = "" }) => ({ ...stretchIn(quote, read), words: shows }));
    const value = await correctQuote(asking, quote as ReadQuote, changed, newKey());
    spans.push({ bindingId: entry.bindingId, span: { case: "locator", value } });
  }
  return create(StageProposalSchema, { proposal: { case: "citationLedger", value: { spans } } });
};

/** Where a quote has words as whole words that a machine read. Errors: REQUEST_INVALID where it has not, or more than once. */
const stretchIn = (quote: ReadQuote | undefined, read: string): Pick<ReadWord, "startChar" | "endChar"> => {
  const wanted = read.normalize("NFC").replace(/\s+/gu, " ").trim();
  const words = quote?.words ?? [];
  const found = words.flatMap(({ startChar }, at) => {
    const end = words.findIndex((_, i) => i >= at && joined(words.slice(at, i + 1)) === wanted);
    return end < 0 ? [] : [{ startChar, endChar: words[end]?.endChar ?? 0 }];
  });
  const [only, ...more] = found;
  if (only && more.length === 0) return only;
  throw new DomainError(
    "REQUEST_INVALID",
    more.length > 0
      ? worded("correct.several-in-the-quote", { read, count: found.length })
      : worded("correct.not-in-the-quote", { read }),
  );
};

const joined = (words: readonly ReadWord[]): string => words.map((one) => one.words).join(" ");
