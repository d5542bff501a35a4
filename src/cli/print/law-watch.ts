import {
  type CompareSpanResponse,
  CompareSpanResponse_Verdict as Verdict,
} from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { type Validity, Validity_State } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { WatchedMemo, WatchedQuote } from "../../client/law-watch.ts";
import { type PlainId, type Speech, speechOf } from "../../messages/speech.ts";
import { oneLine } from "../text/plain.ts";
import { transitionalLines } from "./transitional-lines.ts";

/** Characters of a text that are shown. */
const shownMax = 300;

const verdicts: Readonly<Record<Verdict, PlainId | undefined>> = {
  [Verdict.UNSPECIFIED]: undefined,
  [Verdict.UNCHANGED]: "law-watch.unchanged",
  [Verdict.MOVED]: "law-watch.moved",
  [Verdict.CHANGED]: "law-watch.changed",
  [Verdict.REPEALED]: "law-watch.repealed",
  [Verdict.UNKNOWN]: "law-watch.unknown",
};

/** Why it is not known, by the reason of the server; a newer server's reason is shown as it is. */
const reasons: Readonly<Record<string, PlainId>> = {
  LAW_NOT_FOUND: "law-watch.law-not-found",
  VERSION_NOT_FOUND: "law-watch.version-not-found",
  LOCATOR_INVALID: "law-watch.locator-invalid",
  NOTHING_NEWER: "law-watch.nothing-newer",
};

const by = ({ authority, knownOn }: Validity): string => authority && ` (${authority}${knownOn && `, ${knownOn}`})`;

const inForce = (validity: Validity, { phrase }: Speech): string => {
  const { state, on: day, from, until } = validity;
  if (state === Validity_State.IN_FORCE) return `${phrase("law-watch.in-force", { day })}${by(validity)}`;
  if (state !== Validity_State.NOT_IN_FORCE) return phrase("law-watch.not-known-in-force", { day });
  const period =
    until === ""
      ? phrase("law-watch.not-in-force", { day, from })
      : phrase("law-watch.not-in-force-any-more", { day, from, until });
  return `${period}${by(validity)}`;
};

/** What became of each quote of a memo, in the language of the memo. */
export const watchedLines = (memo: WatchedMemo): string[] => {
  const { runId, title, locale } = memo.context;
  const speech = speechOf(locale);
  const day = newLawDay(memo);
  const counts = { quoteCount: memo.quotes.length, rulingCount: memo.rulingCount };
  const command = `pincite replay ${runId} --with law-date=${day}`;
  return [
    `${runId}  ${oneLine(title, 80)}`,
    `  ${speech.phrase("law-watch.quote-count", counts)}`,
    ...memo.quotes.flatMap((quote) => quoteLines(quote, speech)),
    ...(day ? [`  ${speech.phrase("law-watch.replay", { command })}`] : []),
  ];
};

const otherwise: ReadonlySet<Verdict> = new Set([Verdict.MOVED, Verdict.CHANGED, Verdict.REPEALED]);

/** The day of the newest text that says or places something otherwise; "" where none does. */
const newLawDay = ({ quotes, day }: WatchedMemo): string => {
  // Another day for the whole memo is no other day for a claim that has its own.
  const days = quotes.flatMap(({ answer, lawDate }) =>
    lawDate === "" && otherwise.has(answer.verdict) ? [answer.versionNow?.validFrom ?? ""] : [],
  );
  return days.length === 0 ? "" : ([day, ...days].sort().at(-1) ?? "");
};

const quoteLines = ({ span, answer, lawDate }: WatchedQuote, speech: Speech): string[] => {
  const { verdict, versionNow, validityNow, reason } = answer;
  const { phrase } = speech;
  const isOther = versionNow !== undefined && versionNow.docUid !== span.docUid;
  const held = isOther ? phrase("law-watch.beside", { cited: span.docUid, current: versionNow.docUid }) : span.docUid;
  const word = verdicts[verdict];
  const line = [
    (word === undefined ? "" : phrase(word)).padEnd(11),
    span.address,
    held,
    validityNow && inForce(validityNow, speech),
    lawDate && `(${phrase("item.law-of", { day: lawDate })})`,
  ];
  const why = reasons[reason];
  return [
    `  ${line.filter(Boolean).join("  ")}`,
    ...detailsOf(span.excerpt, answer, speech).map((each) => `      ${each}`),
    ...(reason ? [`      ${why === undefined ? reason : phrase(why)}`] : []),
    ...transitionalLines(answer.transitional, speech).map((each) => `      ${each}`),
  ];
};

const detailsOf = (excerpt: string, answer: CompareSpanResponse, { phrase }: Speech): string[] => {
  const { verdict, spanNow, nearest, differences, surroundingsChanged } = answer;
  const around = spanNow && surroundingsChanged ? [phrase("law-watch.surroundings")] : [];
  if (verdict === Verdict.MOVED) return [phrase("law-watch.now", { address: spanNow?.address ?? "" }), ...around];
  if (verdict === Verdict.UNCHANGED) return around;
  if (verdict !== Verdict.CHANGED && verdict !== Verdict.REPEALED) return [];
  const was = `${phrase("law-watch.was")}: ${oneLine(excerpt, shownMax)}`;
  if (verdict === Verdict.REPEALED)
    return nearest ? [was, phrase("law-watch.alike", { address: nearest.address })] : [was];
  if (!nearest) return [was, phrase("law-watch.rewritten")];
  const changes = differences.map(({ quoteText, sourceText }) => `"${quoteText}" → "${sourceText}"`);
  return [
    was,
    `${phrase("law-watch.is")}: ${oneLine(nearest.excerpt, shownMax)}`,
    `${phrase("law-watch.difference")}: ${changes.join(", ")}`,
  ];
};
