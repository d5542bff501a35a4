import type { PDFDocumentProxy } from "pdfjs-dist";
import { oneLine } from "../mail/clean-text.ts";
import type { AttachedPart } from "../reader/port.ts";
import type { PageAnnotation } from "./page-fields.ts";

/** Files of one PDF: a court's bundle has some hundreds. */
const filesMax = 500;
/** What all of them may unpack to, in bytes. */
const bytesMax = 128 * 1024 * 1024;

/** A file that a PDF holds: what it is called, and the id under which the library gives its bytes. */
export interface HeldFile {
  readonly id: string;
  readonly name: string;
}

/** The files that are pinned to a page (ISO 32000-1, 12.5.6.15). */
export const pinnedFiles = (annotations: readonly PageAnnotation[]): HeldFile[] =>
  annotations.flatMap(({ fileId, file }) =>
    typeof fileId === "string" ? [{ id: fileId, name: file?.filename ?? "" }] : [],
  );

/** What a PDF holds beside its pages. */
export interface AttachedFiles {
  readonly parts: readonly AttachedPart[];
  readonly notes: readonly string[];
}

/**
 * The files that are attached to a PDF as a whole (ISO 32000-1, 7.11.4), and behind them those that are pinned to its pages. One
 * that cannot be taken out is counted in a note, so that nobody takes it for one that is not there.
 */
export const attachedFiles = async (opened: PDFDocumentProxy, pinned: readonly HeldFile[]): Promise<AttachedFiles> => {
  const held = [...(await attachedToAll(opened)), ...pinned];
  const parts: AttachedPart[] = [];
  let [bytes, lost] = [0, 0];
  for (const { id, name } of held.slice(0, filesMax)) {
    const content = bytes > bytesMax ? undefined : await contentOf(opened, id);
    if (content === undefined) lost++;
    else parts.push({ name: nameOf(name, parts.length + 1), mediaType: "", bytes: content });
    bytes += content?.length ?? 0;
  }
  return { parts, notes: lostNote(lost + Math.max(0, held.length - filesMax)) };
};

const attachedToAll = async (opened: PDFDocumentProxy): Promise<HeldFile[]> => {
  try {
    const listed = await opened.getAttachments();
    return [...(listed ?? [])].map(([id, { filename }]) => ({ id, name: filename }));
  } catch {
    // A list that is damaged names no file.
    return [];
  }
};

const contentOf = async (opened: PDFDocumentProxy, id: string): Promise<Uint8Array | undefined> => {
  try {
    return (await opened.getAttachmentContent(id)) ?? undefined;
  } catch {
    return undefined;
  }
};

const nameOf = (given: string, number: number): string =>
  oneLine(given.split(/[/\\]/).at(-1) ?? "", 200) || `part-${number}`;

const lostNote = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count} ${count === 1 ? "file" : "files"} inside it could not be taken out; open it in a PDF reader, save what is attached and import that.`,
      ];
