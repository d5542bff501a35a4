import { eml } from "./eml.ts";
import { htmlFile } from "./html-file.ts";
import { type Importer, ImportRefusal } from "./importer.ts";
import { markdown, plainText } from "./text-file.ts";

/** Every format this Vault reads. A further format is one more entry. */
export const importers: readonly Importer[] = [eml, plainText, markdown, htmlFile];

const accepted = ".eml, .txt, .md and .html";

/**
 * The importer for a file: by its media type where that says something, else by the end of its name.
 * Errors: `ImportRefusal` naming what can be imported.
 */
export const importerFor = (path: string, mediaType: string): Importer => {
  const declared = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  const byType = importers.find((importer) => importer.mediaTypes.includes(declared));
  const lower = path.toLowerCase();
  const bySuffix = importers.find((importer) => importer.suffixes.some((suffix) => lower.endsWith(suffix)));
  // `text/plain` is what senders say when they do not know: a name that says more wins over it.
  const found = declared === "text/plain" ? (bySuffix ?? byType) : (byType ?? bySuffix);
  if (found !== undefined) return found;
  const what = declared === "" ? "this kind of file" : `files of type ${declared.slice(0, 64)}`;
  throw new ImportRefusal(`${what} cannot be imported yet: save it as one of ${accepted} and import that`);
};
