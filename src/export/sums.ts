import type { DraftSentence } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { Demand } from "../../gen/pincite/memo/v1/intent_pb.ts";
import type { Speech } from "../messages/speech.ts";
import type { Table } from "./table.ts";

/** The words of a demand without the stop that ends them: more may stand behind them in its sentence. */
export const demandWords = (text: string): string => text.replace(/[.\s]+$/u, "");

/** So many sums are read more easily below one another. */
const sumsMin = 3;

/**
 * The sums that these sentences ask for, each with what it is for in the author's words; undefined where they are few. It sums nothing
 * up: one demand may stand in another's place. A demand that a sentence says otherwise is left out.
 */
export const sumsIn = (
  sentences: readonly Pick<DraftSentence, "text">[],
  demands: readonly Pick<Demand, "text" | "sum">[],
  { phrase }: Speech,
): Table | undefined => {
  const asked = demands
    .filter(({ sum: amount }) => amount !== "")
    .map(({ text, sum: amount }) => ({ text: demandWords(text), amount }))
    .filter((one) => sentences.some(({ text }) => text.includes(one.text) && text.includes(one.amount)));
  if (asked.length < sumsMin) return undefined;
  const lead = sharedLead(asked.map(({ text }) => text));
  const rows = asked.map(({ text, amount }) => [text.slice(lead.length).trimStart(), amount]);
  return { columns: [lead === "" ? phrase("memo.demand") : `${lead} …`, phrase("memo.sum")], widths: [75, 25], rows };
};

/** The words that all of them begin with, which none of them is (`Ik verzoek u`). */
const sharedLead = (texts: readonly string[]): string => {
  const [first = [], ...others] = texts.map((text) => text.split(" "));
  const end = first.findIndex((word, at) => others.some((one) => one[at] !== word || at + 1 >= one.length));
  return first.slice(0, end < 0 ? first.length - 1 : end).join(" ");
};
