import {
  type CompareSpanResponse,
  CompareSpanResponse_Verdict as Verdict,
} from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { type Validity, Validity_State } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { WatchedMemo, WatchedQuote } from "../../client/law-watch.ts";
import { oneLine } from "../text/plain.ts";

/** Characters of a text that are shown. */
const shownMax = 300;

/** What is said in a language. */
interface Words {
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly count: (quotes: number, rulings: number) => string;
  readonly held: (then: string, now: string) => string;
  readonly inForce: (validity: Validity) => string;
  readonly movedTo: (address: string) => string;
  readonly surroundings: string;
  readonly was: string;
  readonly is: string;
  readonly difference: string;
  readonly rewritten: string;
  readonly alike: (address: string) => string;
  readonly otherwise: (command: string) => string;
}

const by = ({ authority, knownOn }: Validity): string => authority && ` (${authority}${knownOn && `, ${knownOn}`})`;

const dutch: Words = {
  verdicts: {
    [Verdict.UNSPECIFIED]: "",
    [Verdict.UNCHANGED]: "ONGEWIJZIGD",
    [Verdict.MOVED]: "VERPLAATST",
    [Verdict.CHANGED]: "GEWIJZIGD",
    [Verdict.REPEALED]: "VERVALLEN",
    [Verdict.UNKNOWN]: "ONBEKEND",
  },
  reasons: {
    LAW_NOT_FOUND: "van deze wet is geen tekst geladen; haal haar op met `pincite law fetch`",
    VERSION_NOT_FOUND: "de geciteerde versie is niet geladen",
    LOCATOR_INVALID: "het citaat staat niet zo in de geladen tekst van zijn versie",
    NOTHING_NEWER:
      "er is geen nieuwere tekst geladen, en niemand staat ervoor in dat deze nog geldt; haal de wet op met `pincite law fetch`",
  },
  count: (quotes, rulings) =>
    `${quotes === 1 ? "1 wetscitaat" : `${quotes} wetscitaten`}${rulings > 0 ? `; ${rulings} citaten uit uitspraken, die niet wijzigen` : ""}`,
  held: (then, now) => `${then} naast ${now}`,
  inForce: (validity) =>
    validity.state === Validity_State.IN_FORCE
      ? `geldt op ${validity.on}${by(validity)}`
      : validity.state === Validity_State.NOT_IN_FORCE
        ? `geldt niet op ${validity.on}: van ${validity.from}${validity.until && ` tot en met ${validity.until}`}${by(validity)}`
        : `of die op ${validity.on} geldt is niet bekend`,
  movedTo: (address) => `nu: ${address}`,
  surroundings: "de woorden eromheen zijn gewijzigd; lees de bepaling opnieuw",
  was: "was",
  is: "is",
  difference: "verschil",
  rewritten: "de bepaling zegt iets anders; lees haar opnieuw",
  alike: (address) => `een nieuwe bepaling lijkt erop: ${address}`,
  otherwise: (command) => `Hoe het memo met het nieuwe recht wordt: ${command}`,
};

const english: Words = {
  verdicts: {
    [Verdict.UNSPECIFIED]: "",
    [Verdict.UNCHANGED]: "UNCHANGED",
    [Verdict.MOVED]: "MOVED",
    [Verdict.CHANGED]: "CHANGED",
    [Verdict.REPEALED]: "REPEALED",
    [Verdict.UNKNOWN]: "UNKNOWN",
  },
  reasons: {
    LAW_NOT_FOUND: "no text of this law is loaded; get it with `pincite law fetch`",
    VERSION_NOT_FOUND: "the version quoted is not loaded",
    LOCATOR_INVALID: "the quote does not stand so in the loaded text of its version",
    NOTHING_NEWER:
      "no newer text is loaded, and nobody vouches that this one is still the law; get the law with `pincite law fetch`",
  },
  count: (quotes, rulings) =>
    `${quotes === 1 ? "1 quote of law" : `${quotes} quotes of law`}${rulings > 0 ? `; ${rulings} quotes of rulings, which do not change` : ""}`,
  held: (then, now) => `${then} beside ${now}`,
  inForce: (validity) =>
    validity.state === Validity_State.IN_FORCE
      ? `in force on ${validity.on}${by(validity)}`
      : validity.state === Validity_State.NOT_IN_FORCE
        ? `not in force on ${validity.on}: from ${validity.from}${validity.until && ` through ${validity.until}`}${by(validity)}`
        : `whether it is in force on ${validity.on} is not known`,
  movedTo: (address) => `now: ${address}`,
  surroundings: "the words around it changed; read the provision again",
  was: "was",
  is: "is",
  difference: "difference",
  rewritten: "the provision says something else; read it again",
  alike: (address) => `a new provision is much like it: ${address}`,
  otherwise: (command) => `How the memo turns out under the new law: ${command}`,
};

/** What became of each quote of a memo, in the language of the memo. */
export const watchedLines = (memo: WatchedMemo): string[] => {
  const { runId, title, locale } = memo.context;
  const words = locale.startsWith("en") ? english : dutch;
  const day = newLawDay(memo);
  return [
    `${runId}  ${oneLine(title, 80)}`,
    `  ${words.count(memo.quotes.length, memo.rulingCount)}`,
    ...memo.quotes.flatMap((quote) => quoteLines(quote, words)),
    ...(day ? [`  ${words.otherwise(`pincite replay ${runId} --with law-date=${day}`)}`] : []),
  ];
};

const otherwise: ReadonlySet<Verdict> = new Set([Verdict.MOVED, Verdict.CHANGED, Verdict.REPEALED]);

/** The day of the newest text that says or places something otherwise; "" where none does. */
const newLawDay = ({ quotes, day }: WatchedMemo): string => {
  const days = quotes.flatMap(({ answer }) =>
    otherwise.has(answer.verdict) ? [answer.versionNow?.validFrom ?? ""] : [],
  );
  return days.length === 0 ? "" : ([day, ...days].sort().at(-1) ?? "");
};

const quoteLines = ({ span, answer }: WatchedQuote, words: Words): string[] => {
  const { verdict, versionNow, validityNow, reason } = answer;
  const held =
    versionNow && versionNow.docUid !== span.docUid ? words.held(span.docUid, versionNow.docUid) : span.docUid;
  const line = [
    (words.verdicts[verdict] ?? "").padEnd(11),
    span.address,
    held,
    validityNow && words.inForce(validityNow),
  ];
  return [
    `  ${line.filter(Boolean).join("  ")}`,
    ...detailsOf(span.excerpt, answer, words).map((each) => `      ${each}`),
  ].concat(reason ? [`      ${words.reasons[reason] ?? reason}`] : []);
};

const detailsOf = (excerpt: string, answer: CompareSpanResponse, words: Words): string[] => {
  const { verdict, spanNow, nearest, differences, surroundingsChanged } = answer;
  const around = spanNow && surroundingsChanged ? [words.surroundings] : [];
  if (verdict === Verdict.MOVED) return [words.movedTo(spanNow?.address ?? ""), ...around];
  if (verdict === Verdict.UNCHANGED) return around;
  if (verdict !== Verdict.CHANGED && verdict !== Verdict.REPEALED) return [];
  const was = `${words.was}: ${oneLine(excerpt, shownMax)}`;
  if (verdict === Verdict.REPEALED) return nearest ? [was, words.alike(nearest.address)] : [was];
  if (!nearest) return [was, words.rewritten];
  return [
    was,
    `${words.is}: ${oneLine(nearest.excerpt, shownMax)}`,
    `${words.difference}: ${differences.map(({ quoteText, sourceText }) => `"${quoteText}" → "${sourceText}"`).join(", ")}`,
  ];
};
