import { sha256Hex } from "../../../src/sha256.ts";
import { importerFor } from "../../../src/vault/import/importers.ts";
import type { GivenFile, ReadFile } from "../../../src/vault/import/read-file.ts";
import { makeDocument } from "../../../src/vault/import/record.ts";
import type { Reader } from "../../../src/vault/parse/reader.ts";
import type { ExtractedDocument } from "../../../src/vault/reader/port.ts";

/** A reader as an older program had it: what today's importer gives, changed, by rules of version 0; it reads no attachments. */
export const olderReader = (change: (extracted: ExtractedDocument) => Partial<ExtractedDocument>): Reader => ({
  read: (file, importedAtIso) => ({
    units: (async function* () {
      yield await readOnce(file, importedAtIso, change);
    })(),
    cancel: () => undefined,
  }),
  close: async () => undefined,
});

const readOnce = async (
  { path, mediaType, bytes }: GivenFile,
  importedAtIso: string,
  change: (extracted: ExtractedDocument) => Partial<ExtractedDocument>,
): Promise<ReadFile> => {
  const extracted = await importerFor(path, mediaType).extract(bytes, { path });
  const docUid = sha256Hex(bytes);
  const older = { ...extracted, segments: [], parts: [], ...change(extracted) };
  const made = makeDocument(docUid, bytes, older, { path, importedAtIso, attachments: [], version: "0" });
  return { path, docUid, made, refusal: "", opened: false, children: [] };
};
