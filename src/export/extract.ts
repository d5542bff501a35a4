import { accountsIn, withoutAccounts } from "#kit/account-cells.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { Speech } from "../messages/speech.ts";
import { exhibitTitle } from "./exhibit-names.ts";
import { citedEntries, type Exhibit, nameOf } from "./exhibits.ts";
import type { Layout } from "./layout.ts";
import type { Memo } from "./memo.ts";
import type { Original } from "./original.ts";
import { isMessage, placeIn } from "./place-words.ts";
import { messageBy } from "./said-by.ts";

/** What a memo quotes of an exhibit, each with its place, in place of the whole paper: what it does not quote concerns nobody. */
export const extractOf = (memo: Memo, exhibit: Exhibit, { digest }: Original, speech: Speech): Layout => {
  const { phrase } = speech;
  const quoted = quotesOf(memo, exhibit.evidenceId);
  const isShortened = quoted.some((entry) => shown(memo, entry) !== (entry.span?.excerpt ?? ""));
  const about = [phrase("memo.extract-about", { digest }), isShortened && phrase("memo.extract-without-accounts")];
  const quotes = quoted.map((entry, at) => [
    {
      id: `quote:${at}`,
      text: [placed(entry, speech), `“${shown(memo, entry)}”`].filter(Boolean).join(": "),
      notes: [],
    },
  ]);
  const head = [
    { id: "title", text: `${exhibitTitle(exhibit, speech)}.`, notes: [] },
    { id: "about", text: about.filter(Boolean).join(" "), notes: [] },
  ];
  return {
    language: memo.draft.locale || "nl",
    title: phrase("memo.extract-of", { number: exhibit.number }),
    day: memo.frame?.date ?? "",
    unfinished: memo.finalised ? undefined : phrase("memo.unfinished"),
    letter: undefined,
    sections: [{ title: undefined, paragraphs: [head, ...quotes], sums: undefined }],
    exhibits: undefined,
    notes: [],
    provenance: undefined,
  };
};

/** What is quoted of a paper, each place once, in its order. */
const quotesOf = (memo: Memo, evidenceId: string): LedgerEntry[] => {
  const quoted = citedEntries(memo).filter(
    ({ evidence, span }) =>
      span && evidence?.evidence.case === "document" && evidence.evidence.value.evidenceId === evidenceId,
  );
  const places = new Map(quoted.map((entry) => [`${entry.span?.startChar} ${entry.span?.endChar}`, entry]));
  return [...places.values()].toSorted((a, b) => (a.span?.startChar ?? 0) - (b.span?.startChar ?? 0));
};

/** What was quoted, without account numbers that no sentence says: what the letter leaves out is not handed over beside it. */
const shown = ({ draft }: Memo, { span }: LedgerEntry): string => {
  const excerpt = span?.excerpt ?? "";
  const said = draft.sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)).join("\n");
  return accountsIn(excerpt).some((one) => said.includes(one)) ? excerpt : withoutAccounts(excerpt);
};

const placed = ({ span }: LedgerEntry, speech: Speech): string => {
  if (!span) return "";
  const place = placeIn(span.address, speech.locale);
  const { voice, speaker, segmentDateText: dateText } = span;
  return isMessage(span) ? messageBy(place, { voice, speaker: nameOf(speaker), dateText }, speech) : place;
};
