import { readDocumentLink } from "#kit/document-link.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { Connection } from "./connection.ts";

/** The Vault's service of documents. */
export type Docs = Connection["docs"];

/** Every document of a strand, page by page. */
export async function* allDocs(
  docs: Docs,
  filter: { strandId: string; docTypes: string[]; includeSuperseded: boolean },
) {
  for (let pageToken = ""; ; ) {
    const page = await docs.listDocs({ ...filter, pageToken, pageSize: 200 });
    yield* page.docs;
    pageToken = page.nextPageToken;
    if (pageToken === "") return;
  }
}

/** Every strand into which something was put, page by page. */
export async function* allStrands(docs: Docs) {
  for (let pageToken = ""; ; ) {
    const page = await docs.listStrands({ pageToken, pageSize: 200 });
    yield* page.strands;
    pageToken = page.nextPageToken;
    if (pageToken === "") return;
  }
}

/** The id that begins so. Errors: DOCUMENT_NOT_FOUND where none does, REQUEST_INVALID where several do. */
export const wholeUid = async (docs: Docs, strandId: string, given: string): Promise<string> => {
  if (/^[0-9a-f]{64}$/.test(given) || !/^[0-9a-f]{6,63}$/.test(given)) return given;
  const found: string[] = [];
  for await (const { docUid } of allDocs(docs, { strandId, docTypes: [], includeSuperseded: true }))
    if (docUid.startsWith(given) && found.push(docUid) > 1) break;
  const [only, another] = found;
  if (only !== undefined && another === undefined) return only;
  if (only === undefined)
    throw new DomainError(
      "DOCUMENT_NOT_FOUND",
      worded("command.no-document-of-strand-begins-with-pincite", { strandId, given }),
    );
  throw new DomainError(
    "REQUEST_INVALID",
    worded("command-error.several-documents-of-strand-begin-with-give", { strandId, given }),
  );
};

/** The document named by its id, its first digits or a candidate's `source_link` with its part. Errors: those of `wholeUid`. */
export const namedDocument = async (
  docs: Docs,
  strandId: string,
  given: string,
): Promise<{ strandId: string; docUid: string }> => {
  const linked = readDocumentLink(given);
  if (linked) return { strandId: linked.strandId || strandId, docUid: linked.docUid };
  return { strandId, docUid: await wholeUid(docs, strandId, given.replace(/^vault:/, "")) };
};

/** The beginning of a document's id, as lists show it: shorter than the whole. */
const begunId = /vault:([0-9a-f]{6,63})(?![0-9a-f])/gu;

/**
 * Texts of a command line with each document's id written out whole, where its first digits stand: lists show no more. Errors:
 * DOCUMENT_NOT_FOUND where none begins so, REQUEST_INVALID where several do.
 */
export const withWholeIds = async (docs: Docs, strandId: string, texts: readonly string[]): Promise<string[]> => {
  const begun = new Set(texts.flatMap((text) => [...text.matchAll(begunId)].map(([, digits = ""]) => digits)));
  const whole = new Map<string, string>();
  for (const digits of begun) whole.set(digits, await wholeUid(docs, strandId, digits));
  return texts.map((text) => text.replace(begunId, (_, digits: string) => `vault:${whole.get(digits)}`));
};

/**
 * The letter that a person names: by the id of its document or its first digits, or by the name of its file as she has it, in whatever
 * folder, or its title, as lists show it. Gives the id of a run's evidence. Errors: DOCUMENT_NOT_FOUND where none is called so,
 * REQUEST_INVALID where several are.
 */
export const letterNamed = async (docs: Docs, strandId: string, given: string): Promise<string> => {
  // What is no document of the Vault the server refuses by name.
  if (given.startsWith("law:")) return given;
  const digits = given.replace(/^vault:/u, "");
  if (digits !== given || /^[0-9a-f]{6,64}$/u.test(given)) return `vault:${await wholeUid(docs, strandId, digits)}`;
  const found: string[] = [];
  for await (const { docUid, path, title } of allDocs(docs, { strandId, docTypes: [], includeSuperseded: false }))
    if (fileName(path) === fileName(given) || title.toLowerCase() === given.trim().toLowerCase())
      found.push(`vault:${docUid}`);
  const [only, ...more] = found;
  const facts = { strandId: strandId || "default", given };
  if (only === undefined)
    throw new DomainError("DOCUMENT_NOT_FOUND", worded("command.no-document-of-strand-is-called-so", facts));
  if (more.length === 0) return only;
  const shown = found.map((one) => one.slice(0, "vault:".length + 12)).join(", ");
  throw new DomainError(
    "REQUEST_INVALID",
    worded("command.several-documents-are-called-so", { ...facts, found: shown }),
  );
};

/** A file's own name, whatever folders stand before it; big and small letters are one, as people type them. */
const fileName = (path: string): string => (path.trim().split(/[/\\]/u).at(-1) ?? "").toLowerCase();
