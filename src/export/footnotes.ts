import { withoutAccounts } from "#kit/account-cells.ts";
import { addressIn } from "#kit/address-notes.ts";
import type { SearchEvidence } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftSentence } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind, SpanFlag, type SpanRef, type Validity, Validity_State } from "../../gen/pincite/span/v1/span_pb.ts";
import type { Speech } from "../messages/speech.ts";
import { toldDay } from "../span/told-day.ts";
import { dateInWords } from "./days.ts";
import { exhibitName } from "./exhibit-names.ts";
import { type Exhibit, exhibitsOf, nameOf } from "./exhibits.ts";
import { framed, type Memo } from "./memo.ts";
import { isMessage, placeIn } from "./place-words.ts";
import { messageBy, otherVoice } from "./said-by.ts";
import { searchedIn } from "./scope.ts";
import { quotedList } from "./words.ts";

/** One footnote: its number and what it says, as plain text that still has to be escaped. */
export interface Footnote {
  readonly number: number;
  /** Source, speaker, place and quote as one sentence. */
  readonly text: string;
  /** What it rests on. */
  readonly entry: LedgerEntry;
  /** Number of the exhibit it points to; undefined: to none. */
  readonly exhibit: number | undefined;
}

/** Footnotes of a memo in order, handed out sentence by sentence. */
export class Footnotes {
  readonly all: Footnote[] = [];
  readonly exhibits: ReadonlyMap<string, Exhibit>;
  readonly #memo: Memo;
  readonly #speech: Speech;
  /** Whether the memo goes to somebody as a letter. */
  readonly #isLetter: boolean;
  readonly #entries: ReadonlyMap<string, LedgerEntry>;
  /** Note in which a source was first cited in full. */
  readonly #firstNote = new Map<string, number>();

  constructor(memo: Memo, speech: Speech) {
    this.exhibits = exhibitsOf(memo);
    this.#memo = memo;
    this.#speech = speech;
    this.#isLetter = framed(memo) !== undefined;
    this.#entries = new Map(memo.ledger.entries.map((entry) => [entry.entryId, entry]));
  }

  /**
   * One footnote for each place the sentence rests on: one per reference mark, each with a number of its own; the same words that serve
   * the claim twice have one. None in a letter for
   * what its writer says of herself and the sentence says: its reader knows who writes.
   */
  of(sentence: DraftSentence): Footnote[] {
    const cited = sentence.entryIds.flatMap((id) => this.#entries.get(id) ?? []);
    const isSaid = (entry: LedgerEntry) =>
      entry.evidence?.evidence.case === "statement" && saidBeside(entry, sentence) === "";
    const said = framed(this.#memo) ? cited.filter((entry) => !isSaid(entry)) : cited;
    const entries = said.filter((entry, at) => !said.slice(0, at).some((former) => isSamePlace(former, entry)));
    return entries.map((entry) => {
      const number = this.all.length + 1;
      const note = {
        number,
        text: closed(capital(`${this.#citation(entry, number)}${saidBeside(entry, sentence)}`)),
        entry,
        exhibit: this.exhibits.get(documentOf(entry))?.number,
      };
      this.all.push(note);
      return note;
    });
  }

  /** Source and pin; from the second time on the short form that points to the first note. */
  #citation(entry: LedgerEntry, number: number): string {
    const source = sourceKey(entry);
    const first = this.#firstNote.get(source);
    if (first === undefined) this.#firstNote.set(source, number);
    const { phrase } = this.#speech;
    const named = first === undefined ? this.#source(entry) : this.#seeNote(first, this.#shortName(entry));
    // The reader of a letter has the picture before him, and who signs it has compared the words with it: the provenance says so.
    const isTold = isMachineRead(entry) && !framed(this.#memo);
    const read = isTold ? [phrase("memo.machine-read"), ...this.#corrected(entry)].join(", ") : "";
    const said = entry.span?.flags.includes(SpanFlag.SPEAKER_SET) ? phrase("memo.speaker-set") : "";
    return [named, ...this.#where(entry), read, said].filter(Boolean).join(", ");
  }

  /** A source that an earlier note has in full: by its short name where it has one. */
  #seeNote(note: number, name: string): string {
    const { phrase } = this.#speech;
    return name === "" ? phrase("memo.see-note", { note }) : phrase("memo.see-note-of", { note, name });
  }

  /** Whose words they are, and where they stand: a message of a chat is named by both. */
  #where(entry: LedgerEntry): (string | undefined)[] {
    const { span } = entry;
    if (span === undefined || !isMessage(span))
      return [this.#otherVoice(entry) ?? this.#rowsDay(entry), this.#pin(entry)];
    const { voice, speaker, segmentDateText } = span;
    const by = { voice, speaker: nameOf(speaker), dateText: squeezed(segmentDateText) };
    return [messageBy(this.#pin(entry), by, this.#speech)];
  }

  /** The day of a row, where its paper has none: a list of payments has as many days as rows. */
  #rowsDay({ span, evidence }: LedgerEntry): string {
    const each = evidence?.evidence;
    const hasDay = each?.case !== "document" || each.value.occurredAtIso !== "";
    return hasDay ? "" : this.#day(toldDay(span, undefined));
  }

  /** Which words a person set in place of what a machine had read. */
  #corrected({ span }: LedgerEntry): string[] {
    const words = correctedWords(span);
    return words.length === 0
      ? []
      : [this.#speech.phrase("memo.corrected", { words: quotedList(words, this.#speech) })];
  }

  /** What an exhibit or a provision is called once it was named in full; empty where its note alone says it. */
  #shortName({ evidence, span }: LedgerEntry): string {
    const each = evidence?.evidence;
    if (each?.case === "document") {
      const number = this.exhibits.get(each.value.evidenceId)?.number;
      return number === undefined ? "" : `${this.#speech.phrase("memo.exhibit")} ${number}`;
    }
    if (each?.case !== "law") return "";
    const short = span?.address || each.value.address;
    return this.#lawAddress(short);
  }

  #lawAddress(short: string): string {
    return addressIn(this.#memo.fullCitation?.(short) ?? short, this.#speech.locale);
  }

  #day(iso: string): string {
    return dateInWords(iso, this.#speech.locale);
  }

  /** Whose words they are, where not the author's: a message quotes others, and their words are not its sender's. */
  #otherVoice({ span }: LedgerEntry): string | undefined {
    if (span === undefined) return undefined;
    const { voice, speaker, segmentDateText } = span;
    return otherVoice({ voice, speaker: nameOf(speaker), dateText: squeezed(segmentDateText) }, this.#speech);
  }

  #source(entry: LedgerEntry): string {
    const evidence = entry.evidence?.evidence;
    switch (evidence?.case) {
      case "document":
        return this.#document(evidence.value.evidenceId);
      case "law": {
        const short = entry.span?.address || evidence.value.address || evidence.value.evidenceId;
        const date = this.#day(entry.span?.versionDate || evidence.value.versionDate);
        const address = this.#lawAddress(short);
        return date === "" ? address : `${address} (${this.#inForce(date, evidence.value.validity, entry.lawDate)})`;
      }
      case "search":
        return searchedIn(evidence.value.scope || entry.address, dismissedIn(evidence.value), this.#speech);
      default:
        return this.#speech.phrase("memo.statement-of-author");
    }
  }

  /** From when the version is, by which day it is read where the claim has its own, and whether its text is authentic. */
  #inForce(from: string, validity: Validity | undefined, lawDate: string): string {
    const { phrase } = this.#speech;
    // Whether the law still holds is a matter between the program and whoever writes, before the letter: its reader is told which text is quoted.
    const isPlain = this.#isLetter && validity?.state === Validity_State.UNKNOWN;
    const version = isPlain
      ? phrase("memo.text-of", { from })
      : versionWords(from, validity, this.#day(lawDate), this.#speech);
    return validity?.consolidated ? `${version}; ${this.#speech.phrase("memo.not-authentic")}` : version;
  }

  /** Such as `Productie 3, e-mail van Iris Denkbeeld d.d. 9 december 2025`. */
  #document(evidenceId: string): string {
    const exhibit = this.exhibits.get(evidenceId);
    const named = exhibit ? exhibitName(exhibit, this.#speech) : this.#speech.phrase("memo.untitled");
    return `${this.#speech.phrase("memo.exhibit")} ${exhibit?.number ?? "?"}, ${named}`;
  }

  /** The place in the source as a reader finds it; empty where it has none. A law's place is its address. */
  #pin(entry: LedgerEntry): string {
    const { span } = entry;
    if (entry.evidence?.evidence.case !== "document") return "";
    if (entry.slotKind === SlotKind.LOCATION || span === undefined) return placeIn(entry.address, this.#speech.locale);
    return placeIn(span.address, this.#speech.locale);
  }
}

/** The same words of the same paper, quoted for another slot of the claim. */
const isSamePlace = (one: LedgerEntry, other: LedgerEntry): boolean =>
  one.span !== undefined &&
  one.span.docUid === other.span?.docUid &&
  one.span.sourceDigest === other.span.sourceDigest &&
  one.span.startChar === other.span.startChar &&
  one.span.endChar === other.span.endChar;

/** Whether a machine read the quoted words from a picture. */
export const isMachineRead = ({ span }: LedgerEntry): boolean => span?.matchKind === MatchKind.MACHINE_READ;

/** The words of a quote that a person set in place of what a machine had read, on one line each. */
export const correctedWords = (span: SpanRef | undefined): string[] => {
  const characters = [...(span?.excerpt ?? "")];
  const { startChar: from = 0, corrected = [] } = span ?? {};
  return corrected.map(({ startChar, endChar }) =>
    squeezed(characters.slice(startChar - from, endChar - from).join("")),
  );
};

const documentOf = ({ evidence }: LedgerEntry): string =>
  evidence?.evidence.case === "document" ? evidence.evidence.value.evidenceId : "";

/** How many hits a person dismissed. Searches of rules 1 tell of hits alone, and nobody knows whether they were looked at. */
const dismissedIn = ({ reviewed, dismissals }: SearchEvidence): number | undefined =>
  reviewed && dismissals.length === 0 ? undefined : dismissals.length;

/**
 * The quoted words, or what the author stated and confirmed, unless the sentence says it itself: a note should carry what the
 * reader cannot see above.
 */
const saidBeside = ({ span, evidence }: LedgerEntry, { text }: DraftSentence): string => {
  const words = evidence?.evidence.case === "statement" ? evidence.evidence.value.text : (span?.excerpt ?? "");
  // Accounts that the sentence leaves out are not put back beside it.
  const bare = withoutAccounts(words);
  const isSaid = [words, bare].some((one) => squeezed(text).includes(squeezed(one).replace(/[.]$/u, "")));
  return isSaid ? "" : `: “${bare}”`;
};

const squeezed = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** What counts as the same source: a document as a whole, a law unit by its address, a search, an own statement by its words. */
const sourceKey = ({ evidence, span, lawDate }: LedgerEntry): string => {
  const each = evidence?.evidence;
  if (each?.case === "document") return each.value.evidenceId;
  // What is in force on one day need not be on another, so that each day is told once.
  if (each?.case === "law")
    return `${each.value.evidenceId.split("#")[0]} ${lawDate} ${span?.address || each.value.address}`;
  if (each?.case === "statement") return `statement ${each.value.text}`;
  return each?.case === "search" ? each.value.toolResultId : "";
};

/** With the full stop a note ends in, unless a quote brought one. */
const closed = (text: string): string => (/[.!?…]”?$/u.test(text) ? text : `${text}.`);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** From when a version is, and where that is not all: that it ended, or that nobody knows whether it did. */
export const versionWords = (
  from: string,
  validity: Validity | undefined,
  ownDay: string,
  { phrase, locale }: Speech,
): string => {
  const on = dateInWords(validity?.on ?? "", locale);
  if (validity?.fromDocumentDate)
    return on === "" ? phrase("memo.made-on", { from }) : phrase("memo.made-on-asked", { from, on });
  if (validity?.state === Validity_State.UNKNOWN) {
    const through = dateInWords(validity.knownOn, locale);
    return through === ""
      ? phrase("memo.validity-unknown", { from, on })
      : phrase("memo.known-through", { from, through, on });
  }
  if (validity?.state === Validity_State.NOT_IN_FORCE) {
    const until = dateInWords(validity.until, locale);
    return until === ""
      ? phrase("memo.not-in-force", { from, on })
      : phrase("memo.not-in-force-until", { from, until, on });
  }
  return ownDay === "" ? phrase("memo.in-force-from", { from }) : phrase("memo.in-force-on", { from, on: ownDay });
};
