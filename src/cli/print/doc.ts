import { type Attachment, DateSource, type DocDetail, type DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { ScreenPhrase, Speech } from "../../words/speech.ts";
import { oneLine } from "../text/plain.ts";
import { markWords, setWords } from "./persons-values.ts";

/** Where a date comes from, as far as a reader must know: a header needs no word. */
const sourceWords: Readonly<Record<DateSource, ScreenPhrase | "">> = {
  [DateSource.UNSPECIFIED]: "",
  [DateSource.HEADER]: "",
  [DateSource.TEXT]: "by its text",
  [DateSource.NAME]: "by its file name",
  [DateSource.METADATA]: "by what a program wrote into it",
  [DateSource.PERSON]: "as a person said",
  [DateSource.NONE]: "",
};

/** A document as one row: day, sender, title, id. Whole ids are what other commands take, and too long for a row. */
export const docRow = (
  { authoredAtIso, authoredAtText, participants, title, docUid, docType, setByPerson, marks }: DocSummary,
  speech: Speech,
): string[] => [
  authoredAtIso.slice(0, 10) || speech.phrase(authoredAtText === "" ? "no date" : "zone unknown"),
  docType,
  oneLine(participants[0] ?? "", 40),
  oneLine(title, 80),
  `vault:${docUid.slice(0, 12)}`,
  [setWords(setByPerson, speech), ...markWords(marks, speech)].filter((words) => words !== "").join("; "),
];

/** What is known of a document, line by line; nothing is said of what it has not. */
export const docLines = (doc: DocDetail, speech: Speech): string[] => {
  const { phrase } = speech;
  const { summary } = doc;
  if (summary === undefined) return [];
  const said = (name: ScreenPhrase, value: string): string[] =>
    value === "" ? [] : [`${phrase(name)}: ${oneLine(value, 2_000)}`];
  return [
    ...said("title", summary.title),
    ...setLines(summary, speech),
    ...markWords(summary.marks, speech),
    ...said("id", `vault:${summary.docUid}`),
    ...said("type", phrase("{1}, read by {2}", summary.docType, `${doc.extractor} ${doc.extractorVersion}`)),
    ...said("date", dateOf(summary, speech)),
    ...said("received", doc.receivedAtIso),
    ...said("appointment", appointmentOf(doc)),
    ...summary.participants.map((person, i) => `${phrase(i === 0 ? "from" : "with")}: ${oneLine(person, 200)}`),
    ...said("message id", doc.messageId),
    ...said("path", summary.path),
    ...said("thread", summary.threadUid),
    ...said("replaces", doc.supersedesDocUid),
    ...said("replaced by", summary.supersededByDocUid),
    ...doc.parentDocUids.map((uid) => `${phrase("inside")}: vault:${uid}`),
    ...(doc.pageCount > 0 ? [`${phrase("pages")}: ${doc.pageCount}`] : []),
    ...said("original", `${doc.original?.sizeBytes ?? 0} bytes, SHA-256 ${doc.original?.digest ?? ""}`),
    ...(doc.lostWordCount > 0 ? [`${phrase("words missing from its text")}: ${doc.lostWordCount}`] : []),
    ...doc.notes.map((note) => `${phrase("note")}: ${speech.sentence(note)}`),
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
    set.date ? set.sourceAuthoredAtText || set.sourceAuthoredAtIso || speech.phrase("no date") : "",
  ].filter((words) => words !== "");
  const by = speech.phrase("{1} ({2}, {3})", setWords(set, speech), oneLine(set.by, 80), set.setAtIso.slice(0, 10));
  return [by, speech.phrase("the document itself says: {1}", source.join("; "))];
};

/** Texts that were made of it before, and whether it would be read otherwise now. */
const readingLines = ({ earlierTexts, outdated, summary }: DocDetail, { phrase }: Speech): string[] => [
  ...earlierTexts.map(({ extractor, extractorVersion, readAtIso, sourceDigest }) =>
    phrase(
      "earlier text: {1}, by {2}, SHA-256 {3}",
      readAtIso.slice(0, 10),
      `${extractor} ${extractorVersion}`,
      sourceDigest,
    ),
  ),
  ...(outdated
    ? [
        phrase(
          "Its text was made by older rules: `pincite vault reimport vault:{1}` reads it again.",
          summary?.docUid.slice(0, 12) ?? "",
        ),
      ]
    : []),
];

const dateOf = ({ authoredAtIso, authoredAtText, dateSource }: DocSummary, { phrase }: Speech): string => {
  const written = authoredAtText === "" ? phrase("no date") : authoredAtText;
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
    `${phrase("part")}: ${oneLine(name, 200)}  ${mediaType || phrase("unknown type")}, ${sizeBytes} bytes${at}${became}`,
  ];
};

const placeText = (
  { offsetBytes, lengthBytes, transferEncoding }: NonNullable<Attachment["place"]>,
  phrase: Speech["phrase"],
): string =>
  transferEncoding === "identity"
    ? phrase("at byte {1}, {2} bytes as they are", String(offsetBytes), String(lengthBytes))
    : phrase("at byte {1}, {2} bytes of {3}", String(offsetBytes), String(lengthBytes), transferEncoding);
