import type { CanonicalText } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { type Attachment, DateSource, type DocDetail, type DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { writtenAt } from "../../client/written-at.ts";
import type { PlainId, Speech } from "../../messages/speech.ts";
import { shownIn } from "../../show/shown-text.ts";
import { oneLine } from "../text/plain.ts";
import { markWords, setWords } from "./persons-values.ts";

/** Where a date comes from, as far as a reader must know: a header needs no word. */
const sourceWords: Readonly<Record<DateSource, PlainId | "">> = {
  [DateSource.UNSPECIFIED]: "",
  [DateSource.HEADER]: "",
  [DateSource.TEXT]: "screen.by-its-text",
  [DateSource.NAME]: "screen.by-its-file-name",
  [DateSource.METADATA]: "screen.by-what-a-program-wrote-into-it",
  [DateSource.PERSON]: "screen.as-a-person-said",
  [DateSource.NONE]: "",
};

/** A document as one row: day, sender, title, id. Whole ids are what other commands take, and too long for a row. */
export const docRow = (doc: DocSummary, speech: Speech): string[] => {
  const { authoredAtText, dateSource, participants, title, docUid, docType, firstDay, lastDay } = doc;
  const { setByPerson, marks, sameMessageAsDocUid, machineRead } = doc;
  return [
    writtenAt(doc).slice(0, 10) ||
      daysBetween({ firstDay, lastDay }) ||
      speech.phrase(
        authoredAtText === "" || dateSource === DateSource.METADATA ? "item.no-date" : "screen.zone-unknown",
      ),
    docType,
    oneLine(participants[0] ?? "", 40),
    oneLine(title, 80),
    `vault:${docUid.slice(0, 12)}`,
    [
      sameWords(sameMessageAsDocUid, speech),
      machineRead ? speech.phrase("item.machine-read") : "",
      setWords(setByPerson, speech),
      ...markWords(marks, speech),
    ]
      .filter((words) => words !== "")
      .join("; "),
  ];
};

const sameWords = (docUid: string, { phrase }: Speech): string =>
  docUid === "" ? "" : `${phrase("screen.same-message")} vault:${docUid.slice(0, 12)}`;

/** What is known of a document, line by line; nothing is said of what it has not. */
export const docLines = (doc: DocDetail, speech: Speech): string[] => {
  const { phrase } = speech;
  const { summary } = doc;
  if (summary === undefined) return [];
  const said = (name: PlainId, value: string): string[] =>
    value === "" ? [] : [`${phrase(name)}: ${oneLine(value, 2_000)}`];
  return [
    ...said("screen.title", summary.title),
    ...setLines(summary, speech),
    ...markWords(summary.marks, speech),
    ...said("screen.id", `vault:${summary.docUid}`),
    ...said(
      "screen.type",
      phrase("screen.read-by", { docType: summary.docType, value: `${doc.extractor} ${doc.extractorVersion}` }),
    ),
    ...said("screen.date", dateOf(summary, speech)),
    ...said("screen.received", doc.receivedAtIso),
    ...said("screen.appointment", appointmentOf(doc)),
    ...summary.participants.map(
      (person, i) => `${phrase(i === 0 ? "screen.from" : "screen.with")}: ${oneLine(person, 200)}`,
    ),
    ...said("screen.written-by", summary.writtenBy),
    ...said("screen.message-id", doc.messageId),
    ...said("screen.path", summary.path),
    ...said("screen.labels", doc.labels.join(", ")),
    ...(doc.markedDeleted ? [phrase("screen.marked-deleted")] : []),
    ...said("screen.thread", summary.threadUid),
    ...said("screen.replaces", doc.supersedesDocUid),
    ...said("screen.replaced-by", summary.supersededByDocUid),
    ...doc.sameMessages.map(
      ({ docUid, path }) => `${phrase("screen.same-message")}: vault:${docUid}  ${oneLine(path, 2_000)}`,
    ),
    ...doc.parentDocUids.map((uid) => `${phrase("screen.inside")}: vault:${uid}`),
    ...(doc.pageCount > 0 ? [`${phrase("screen.pages")}: ${doc.pageCount}`] : []),
    ...said("screen.original", `${doc.original?.sizeBytes ?? 0} bytes, SHA-256 ${doc.original?.digest ?? ""}`),
    ...(doc.lostWordCount > 0 ? [`${phrase("screen.words-missing-from-its-text")}: ${doc.lostWordCount}`] : []),
    ...doc.notes.map((note) => `${phrase("screen.note-2")}: ${speech.sentence(note)}`),
    ...correctionLines(doc, speech),
    ...readingLines(doc, speech),
    ...doc.attachments.flatMap((part) => attachmentLines(part, speech)),
  ];
};

/** By what an entry of a calendar is told from the others of its UID. */
const appointmentOf = ({ event }: DocDetail): string =>
  [event?.calendarUid, event?.method, event?.sequence ? `#${event.sequence}` : "", event?.status, event?.stampText]
    .filter(Boolean)
    .join(", ");

/** What a person set, and what the source says in its place. */
const setLines = ({ setByPerson: set }: DocSummary, speech: Speech): string[] => {
  if (set === undefined) return [];
  const source = [
    set.title ? oneLine(set.sourceTitle, 200) : "",
    set.date ? set.sourceAuthoredAtText || set.sourceAuthoredAtIso || speech.phrase("item.no-date") : "",
    set.writtenBy ? set.sourceWrittenBy || speech.phrase("item.writer-not-known") : "",
  ].filter((words) => words !== "");
  const by = speech.phrase("screen.gap", {
    setWords: setWords(set, speech),
    by: oneLine(set.by, 80),
    setAtIso: set.setAtIso.slice(0, 10),
  });
  return [by, speech.phrase("screen.the-document-itself-says", { source: source.join("; ") })];
};

/** What a person set in place of what a machine had read from its pictures. */
const correctionLines = ({ machineReading }: DocDetail, { phrase }: Speech): string[] =>
  (machineReading?.corrections ?? []).map(({ page, words, readAs, by, correctedAtIso }) =>
    phrase("screen.corrected-reading", {
      page,
      words: oneLine(words, 200),
      readAs: oneLine(readAs, 200),
      by: oneLine(by, 80),
      day: correctedAtIso.slice(0, 10),
    }),
  );

/** What a text has like any other words and its source does not: struck through, or so that no reader sees them. Then who is quoted in it. */
export const shownLines = (text: CanonicalText | undefined, { phrase }: Speech): string[] => {
  const { struck, unseen, others } = shownIn(text);
  const joined = (words: readonly string[]): string => words.map((one) => oneLine(one, 200)).join("”, “");
  return [
    ...(struck.length === 0 ? [] : [phrase("item.struck-words", { words: joined(struck) })]),
    ...(unseen.length === 0 ? [] : [phrase("item.unseen-words", { words: joined(unseen) })]),
    ...others.map(({ isQuoted, speaker, dateText, words }) => {
      const name = [oneLine(speaker, 80), oneLine(dateText, 60)].filter((part) => part !== "").join(", ");
      return `${isQuoted ? quotedFrom(name, phrase) : phrase("screen.nobodys-words")}: “${oneLine(words, 60)}”`;
    }),
  ];
};

const quotedFrom = (name: string, phrase: Speech["phrase"]): string =>
  name === "" ? phrase("page-vault.quoted-from-somebody-else") : phrase("page-vault.quoted-from", { name });

/** What people said of who speaks where in a text, in the order in which they did. */
export const speakerLines = (text: CanonicalText | undefined, { phrase }: Speech): string[] =>
  (text?.speakersSet ?? []).map(({ startChar, endChar, speaker, dateText, withdrawn, by, setAtIso }) => {
    const facts = { startChar, endChar, by: oneLine(by, 80), setAt: setAtIso.slice(0, 10) };
    if (withdrawn) return phrase("screen.speaker-as-in-file", facts);
    const who = oneLine(speaker, 200) || phrase("screen.nobody-known");
    return phrase("screen.speaker-set", { ...facts, who, day: oneLine(dateText, 80) || phrase("item.no-date") });
  });

/** Texts that were made of it before, and whether it would be read otherwise now. */
const readingLines = ({ earlierTexts, outdated, summary }: DocDetail, { phrase }: Speech): string[] => [
  ...earlierTexts.map(({ extractor, extractorVersion, readAtIso, sourceDigest }) =>
    phrase("screen.earlier-text-by-sha-256", {
      readAtIso: readAtIso.slice(0, 10),
      value: `${extractor} ${extractorVersion}`,
      sourceDigest,
    }),
  ),
  ...(outdated
    ? [phrase("screen.its-text-was-made-by-older-rules-pincite", { docUid: summary?.docUid.slice(0, 12) ?? "" })]
    : []),
];

/** The first and last day of a chat or a table, as one where they are; empty: it has none. */
const daysBetween = ({ firstDay, lastDay }: Pick<DocSummary, "firstDay" | "lastDay">): string =>
  [...new Set([firstDay, lastDay])].join(" – ");

const dateOf = (summary: DocSummary, { phrase }: Speech): string => {
  const { authoredAtIso, authoredAtText, dateSource } = summary;
  const written = authoredAtText || daysBetween(summary) || phrase("item.no-date");
  const source = sourceWords[dateSource];
  const instant = authoredAtIso === "" ? "" : ` (${authoredAtIso})`;
  return [`${written}${instant}`, source ? phrase(source) : ""].filter((word) => word !== "").join(", ");
};

const attachmentLines = (
  { name, mediaType, sizeBytes, docUid, reason, place }: Attachment,
  { phrase, sentence }: Speech,
): string[] => {
  const at = place ? `, ${placeText(place, phrase)}` : "";
  const became = docUid === "" ? ` (${sentence(reason)})` : `  vault:${docUid}`;
  return [
    `${phrase("screen.part")}: ${oneLine(name, 200)}  ${mediaType || phrase("screen.unknown-type")}, ${sizeBytes} bytes${at}${became}`,
  ];
};

const placeText = (
  { offsetBytes, lengthBytes, transferEncoding }: NonNullable<Attachment["place"]>,
  phrase: Speech["phrase"],
): string =>
  transferEncoding === "identity"
    ? phrase("screen.at-byte-bytes-as-they-are", { offsetBytes: String(offsetBytes), lengthBytes: String(lengthBytes) })
    : phrase("screen.at-byte-bytes-of", {
        offsetBytes: String(offsetBytes),
        lengthBytes: String(lengthBytes),
        transferEncoding,
      });
