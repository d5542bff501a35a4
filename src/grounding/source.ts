import { inSpokenOrder } from "#kit/spoken-name.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { isNobodys } from "../span/nobodys.ts";
import { isoDay, type PartialDay } from "./language/calendar.ts";
import { courtOf } from "./language/courts.ts";
import type { Tongue } from "./language/grammar.ts";
import { grammarsFor, tongueOf } from "./language/tongue.ts";
import { fold, wordsIn } from "./language/words.ts";
import { titleInWords } from "./paper-name.ts";
import { signersIn } from "./signers.ts";
import { dayOf } from "./tokens/dates.ts";
import { readTokens } from "./tokens/read-tokens.ts";
import { relativeDays } from "./tokens/relative-days.ts";
import type { Token } from "./tokens/token.ts";
import { unwrapped } from "./wrapped-lines.ts";

/** The facts and words of a ledger entry that a sentence may take from it. */
export interface Source {
  readonly entry: LedgerEntry;
  readonly isLaw: boolean;
  readonly isDocument: boolean;
  /** The words that the entry carries: the excerpt with the lines of its paper joined, or the confirmed statement. */
  readonly said: string;
  /** Language of those words; undefined when the words do not show it. */
  readonly tongue: Tongue | undefined;
  /** Hard information in words, title and place. */
  readonly tokens: readonly Token[];
  /** Days that the words of the entry name, also by the day on which they were said ("gisteren"). */
  readonly saidDays: readonly PartialDay[];
  /** Days of the document itself: its own day, the day of quoted words, and the days in its title. */
  readonly ownDays: readonly PartialDay[];
  /** Days on which the words were said: those of a quoted message where it is one, else those of the document. */
  readonly spokenDays: readonly PartialDay[];
  /** Texts in which names stand, folded: participants one by one, title, words. A name must stand in one of these texts. */
  readonly namings: readonly string[];
  /** Words of excerpt, title and participants, folded. */
  readonly words: ReadonlySet<string>;
  /** The speaker as the source writes the name, folded; empty when the source does not say. */
  readonly speaker: string;
  readonly participants: readonly string[];
  /** Who signed the words below their mail, folded, where its header names somebody else, such as a desk. */
  readonly signers: readonly string[];
  readonly title: string;
}

/** What a paper is called: its title, and the name of a file without its ending or in its words; each once. */
export const namesOf = (title: string): string[] => {
  const bare = title.replace(/\.\p{L}{2,4}$/u, "");
  return [...new Set([title, bare, bare.replaceAll("_", " "), title.replaceAll("_", " "), titleInWords(title)])];
};

/** Reads an entry as a source. Each source is made once for a draft. */
export const sourceOf = (entry: LedgerEntry, known: ReadonlySet<string>): Source => {
  const evidence = entry.evidence?.evidence;
  const document = evidence?.case === "document" ? evidence.value : undefined;
  const law = evidence?.case === "law" ? evidence.value : undefined;
  // The reader's form of a place, as the source resolved it: `p. 3`, `onder “Werkplek”`.
  const place = document && entry.slotKind === SlotKind.LOCATION ? entry.address : "";
  const statement = evidence?.case === "statement" ? evidence.value.text : "";
  const said = unwrapped(entry.span?.excerpt ?? "") || statement;
  const scope = evidence?.case === "search" ? `${evidence.value.scope} ${entry.address}` : "";
  const title = document?.title ?? "";
  const spokenOn = entry.span?.segmentDateText ?? "";
  const read = (text: string): Token[] => readTokens(text, { grammars: grammarsFor(text, ""), known });
  const titleTokens = namesOf(title).flatMap(read);
  const saidTokens = read(said);
  const spokenTokens = read(spokenOn);
  const lawDays = law
    ? [law.versionDate, law.validity?.from ?? "", law.validity?.until ?? "", entry.span?.versionDate ?? ""]
    : [];
  const days = document ? [document.occurredAtIso, entry.span?.versionDate ?? ""] : lawDays;
  const participants = (document?.participants ?? []).map(inSpokenOrder);
  const daysOf = (tokens: readonly Token[]): PartialDay[] =>
    tokens.flatMap((token) => (token.kind === "date" ? [token.day] : []));
  const ownDays = [...days.flatMap((day) => isoDay(day) ?? []), ...daysOf([...titleTokens, ...spokenTokens])];
  const isQuoted = entry.span?.voice === Voice.QUOTED || entry.span?.voice === Voice.FORWARDED;
  const isUnsaid = entry.span !== undefined && isNobodys(entry.span);
  const spokenDays = isUnsaid ? [] : isQuoted ? daysOf(spokenTokens) : ownDays;
  const relative = relativeDays(said, spokenDays);
  const quoted = inSpokenOrder(entry.span?.speaker ?? "");
  const speaker = quoted || (document && !isUnsaid ? (participants[0] ?? "") : "");
  return {
    entry,
    isLaw: law !== undefined,
    isDocument: document !== undefined,
    said,
    tongue: tongueOf(said),
    tokens: [
      ...saidTokens,
      ...titleTokens,
      ...spokenTokens,
      ...read(scope),
      ...read(place),
      ...read(law?.address ?? ""),
      ...clockOf(document?.occurredAtIso ?? ""),
      ...relative.map((day): Token => ({ kind: "date", day, start: 0, end: 0, text: "" })),
    ],
    saidDays: [...daysOf(saidTokens), ...relative],
    ownDays,
    spokenDays,
    namings: [...participants, quoted, title, said, scope, place, law?.address ?? "", courtOf(law?.evidenceId ?? "")]
      .filter((text) => text !== "")
      .map(fold),
    words: new Set(
      [said, title, scope, place, ...participants, speaker, courtOf(law?.evidenceId ?? "")]
        .flatMap((text) => wordsIn(text.replaceAll(/[-_]/gu, " ")))
        .map(({ folded }) => folded),
    ),
    speaker: fold(speaker),
    participants: participants.map(fold),
    signers: isQuoted || isUnsaid ? [] : signersIn(participants).map(fold),
    title,
  };
};

/** Reads the time of day that an instant is written with. */
const clockOf = (iso: string): Token[] => {
  const [, hours, minutes] = /T(\d{2}):(\d{2})/u.exec(iso) ?? [];
  if (hours === undefined || minutes === undefined) return [];
  return [
    { kind: "time", minutes: Number(hours) * 60 + Number(minutes), isHalfDay: false, start: 0, end: 0, text: "" },
  ];
};

/** Lists the whole days that the entry names in its words or has as its own, as days since 1970. */
export const wholeDays = (source: Source): number[] => [
  ...source.tokens.flatMap((token) => dayOf(token) ?? []),
  ...source.ownDays.flatMap((day) => dayOf({ kind: "date", day, start: 0, end: 0, text: "" }) ?? []),
];
