import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { IndexEntry } from "../../search/full-text-index.ts";
import { analyseUnstemmed } from "../../search/words/analysis.ts";

/** Raise it when entries are made differently: every index is then rebuilt at its next opening. */
export const indexRevision = "i4";

/** Kinds as the index knows them. */
export const threadKind = "thread";
export const docKind = "doc";
export const eventKind = "event";

/** Types of the calendar; all other types but mail are documents. */
const calendarTypes: ReadonlySet<string> = new Set(["event", "task", "journal"]);

/**
 * What the index knows of a document. The body is the whole canonical text, the header block of a message included, so
 * that the place of a match is a place in the canonical text.
 */
export const entryOf = (record: DocRecord, text: string): IndexEntry => {
  const summary = record.detail?.summary;
  const block = summary?.docType === "email" ? headerBlockOf(text) : "";
  const peopleIn = peopleOf(block, record);
  return {
    id: summary?.docUid ?? "",
    kind: kindOf(summary?.docType ?? ""),
    date: summary?.authoredAtIso ?? "",
    title: summary?.title ?? "",
    body: text,
    bodyStart: block.length === text.length ? block.length : block.length && block.length + 2,
    people: [...(summary?.participants ?? [])],
    facets: {
      from: peopleIn("From"),
      to: peopleIn("To"),
      cc: peopleIn("Cc"),
      filename: wordsOf(fileNames(record)),
      has: (record.detail?.attachments.length ?? 0) > 0 ? ["attachment"] : [],
    },
  };
};

const kindOf = (docType: string): string =>
  docType === "email" ? threadKind : calendarTypes.has(docType) ? eventKind : docKind;

/** The header block at the beginning of a message's text, as its importer composes it; empty where it has none. */
const headerBlockOf = (text: string): string => {
  if (!/^(?:From|To|Cc|Date|Subject): /.test(text)) return "";
  const end = text.indexOf("\n\n");
  return end < 0 ? text : text.slice(0, end);
};

/**
 * Words of the people of one line of the header block. Only people whom the headers name count, so that a message without
 * headers cannot name its own sender in its text.
 */
const peopleOf = (block: string, record: DocRecord): ((field: string) => string[]) => {
  if (block === "") return () => [];
  const known = new Set(wordsOf([...(record.detail?.summary?.participants ?? []), ...record.addresses]));
  const lines = block.split("\n");
  return (field) => {
    const line = lines.find((one) => one.startsWith(`${field}: `));
    return line === undefined ? [] : wordsOf([line.slice(field.length + 2)]).filter((word) => known.has(word));
  };
};

const fileNames = ({ detail }: DocRecord): string[] => [
  detail?.summary?.path.split(/[\\/]/).at(-1) ?? "",
  ...(detail?.attachments ?? []).map(({ name }) => name),
];

/** Every word and reading of some texts, once each: what a field is asked by. */
const wordsOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => analyseUnstemmed(text).map(({ raw }) => raw))),
];
