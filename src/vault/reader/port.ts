import type { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { DateSource } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { Passwords } from "../locked/passwords.ts";

/**
 * The port behind which every file format lives. An importer is a pure function of the bytes: no clock, no network, no
 * file system, so that importing the same bytes twice gives the same text and the same digests.
 */
export interface Importer {
  /** Media types it reads, in lower case, without parameters. */
  readonly mediaTypes: readonly string[];
  /** Ends of file names it reads, with the dot, in lower case. */
  readonly suffixes: readonly string[];
  /** Version of its rules: raised with every change after which the same bytes may give another text or other facts. */
  readonly version: string;
  /** Throws `ImportRefusal` for bytes that it cannot read; nothing else may be thrown for hostile input. */
  extract(original: Uint8Array, context: ImportContext): Promise<ExtractedDocument>;
}

/**
 * A format that holds files and is not a document itself: a mailbox, an archive, a calendar of several entries.
 * Entries are made one by one, so that a mailbox costs the memory of one message.
 */
export interface Opener {
  readonly mediaTypes: readonly string[];
  readonly suffixes: readonly string[];
  /**
   * Returns undefined when these bytes are one document after all. `path` is that of the whole, for what bears no name in it;
   * `passwords` are tried on entries that are locked. Throws `ImportRefusal`, also between two entries.
   */
  open(original: Uint8Array, path: string, passwords?: Passwords): Iterable<Entry> | AsyncIterable<Entry> | undefined;
}

/** One file inside another, or the reason why it is not given. */
export type Entry =
  | { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly refusal: string };

export interface ImportContext {
  /** Path as the caller gave it; importers use its last part as a title of last resort. */
  readonly path: string;
  /** Told before a picture of so many pixels is read: whoever watches over time and memory gives it what a picture may take. */
  readonly atPicture?: (pixels: number) => void;
}

/** The result of importing one file. `text` is valid Unicode, NFC, LF; offsets are code points of it. */
export interface ExtractedDocument {
  readonly text: string;
  readonly segments: readonly TextSegment[];
  /** Name of the rules that made the text, and what they had to assume. */
  readonly extractor: string;
  readonly docType:
    | "email"
    | "text"
    | "markdown"
    | "html"
    | "pdf"
    | "picture"
    | "docx"
    | "rtf"
    | "csv"
    | "sheet"
    | "odt"
    | "slides"
    | "doc"
    | "chat"
    | "event"
    | "task"
    | "journal";
  readonly mediaType: string;
  readonly title: string;
  /** The document's date in UTC, RFC 3339 with milliseconds; empty when unknown. */
  readonly authoredAtIso: string;
  /** The date as the source writes it; empty when the source has none. */
  readonly authoredAtText: string;
  /** Where the date comes from; absent: from the header of a message or entry, or there is none. */
  readonly dateSource?: DateSource;
  /** When the last server took a message in, as `authoredAtIso`; absent where none says so. */
  readonly receivedAtIso?: string;
  /** Who signed it, as its own words say; empty or absent: nobody, several, or it is not certain. Mail has its sender first in `participants`. */
  readonly writtenBy?: string;
  /** The participants as the source writes them, sender first. */
  readonly participants: readonly string[];
  /** Who speaks in the messages of a chat, in the order of their first words. Default: whoever is heard in its segments, unless it is mail. */
  readonly speakers?: readonly string[];
  readonly mail?: MailIdentity;
  /** Labels that a mail program noted in a message. Default: none. */
  readonly labels?: readonly string[];
  /** Whether its mail program had marked a message as deleted. Default: no. */
  readonly markedDeleted?: boolean;
  readonly event?: EventFacts;
  /** Pages in order, where the source has pages. */
  readonly pages?: readonly TextPage[];
  /** Numbers of the pages that have no words, though they may show something: scans without a text layer, blank pages. */
  readonly pagesWithoutText?: readonly number[];
  /** Pages whose words a machine read from a picture, in order; each is marked `machine-read` as well. */
  readonly machineRead?: readonly MachineReadPage[];
  /** Stretches of the text that a reader must know to be special, in order of start, outer before inner. */
  readonly marks?: readonly TextMark[];
  readonly parts: readonly AttachedPart[];
  /** The words of the file by a second, plainer reading, to hold the text against; absent where there is none. */
  readonly witness?: string;
  /** Sentences a reader should know, such as hidden text that was left out. */
  readonly notes: readonly string[];
}

/** A stretch of the text spoken by one voice; half-open, code points. */
export interface TextSegment {
  readonly start: number;
  readonly end: number;
  readonly voice: Voice;
  readonly speaker: string;
  readonly depth: number;
  readonly dateText: string;
}

/** One page; half-open, code points. */
export interface TextPage {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** What a machine read from the picture of a page, in the words of `MachineReadPage` of the proto. */
export interface MachineReadPage {
  readonly number: number;
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly languages: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly turnedDegrees: number;
  readonly words: readonly {
    readonly start: number;
    readonly end: number;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly confidence: number;
  }[];
}

/** A footnote, an inserted passage, a line repeated on every page: text like the rest, with a label of its own. */
export interface TextMark {
  readonly start: number;
  readonly end: number;
  /** Offset where the words of the mark begin, after a number that belongs to it; default `start`. */
  readonly textStart?: number;
  /**
   * `footnote`, `endnote`, `numbered`, `insertion`, `placeholder`, `ruby`, `comment`, `header`, `footer`, `struck`, `message`;
   * of a spreadsheet `sheet`, `row`, `cell` (their addresses stand in `number`), `shape`; of slides `slide`, `slide-notes`;
   * in HTML `unseen`, `link` (its address stands in `number`), `alternative-text`; for pages `page-header`, `page-footer`,
   * `form-field`, `annotation`, `machine-read`.
   */
  readonly element: string;
  /** Number as the source writes it; empty where it has none. */
  readonly number: string;
  /** Address for people, such as `footnote 3`. */
  readonly label: string;
  readonly flags: readonly string[];
}

/** The facts that a calendar entry states about its time, in the words of EventTimes. */
export interface EventFacts {
  readonly calendarUid: string;
  readonly startText: string;
  readonly endText: string;
  readonly startIso: string;
  readonly endIso: string;
  readonly timeZone: string;
  readonly recurrence: readonly string[];
  readonly recurrenceId: string;
  readonly status: string;
  readonly method: string;
  readonly sequence: number;
  readonly stampText: string;
  readonly location: string;
}

/** The ids and addresses that threads are made of. Ids have no angle brackets; addresses are in lower case, sender first. */
export interface MailIdentity {
  readonly messageId: string;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  readonly addresses: readonly string[];
}

/** A part of a message other than its text; it becomes a document of its own where an importer reads it. */
export interface AttachedPart {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** Where it stands in the bytes of a mail; absent elsewhere. */
  readonly place?: PartPlace;
}

/** Where a part stands in its message: bytes from `offset` on, and how they are encoded there. */
export interface PartPlace {
  readonly offset: number;
  readonly length: number;
  readonly encoding: string;
}

export { ImportRefusal } from "../../confined/import-refusal.ts";

/** The last part of a path, without folders; `document` when nothing is left. */
export const fileName = (path: string): string => path.split(/[/\\]/).at(-1)?.trim() || "document";
