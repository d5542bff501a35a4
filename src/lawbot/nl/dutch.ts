import type { Jurisdiction } from "../jurisdiction.ts";
import { readBwb } from "./bwb/read-bwb.ts";
import { readBwbCompanion } from "./bwb/read-companion.ts";
import { parseDutchCitations } from "./citation-parser.ts";
import { dutchShortName, lawIdsOf, locateDutch, tableWith } from "./locate.ts";
import { renderDutch } from "./render.ts";

/** Dutch law: statutes from the Basiswettenbestand, citations by the Leidraad's customs. */
export const dutch: Jurisdiction = {
  id: "nl",
  owns: (lawId) => /^BWB[A-Z]\d{7}$/.test(lawId),
  readSource: readBwb,
  readCompanion: readBwbCompanion,
  parseCitations: (text, laws) => parseDutchCitations(text, tableWith(laws)),
  render: (citation, style) => renderDutch(citation, style),
  locate: locateDutch,
  lawIds: lawIdsOf,
  shortName: dutchShortName,
  address: (labels, shortName) => [...labels, shortName].filter(Boolean).join(" "),
  publicPage: (lawId, versionDate, path) =>
    `https://wetten.overheid.nl/${lawId}/${versionDate}#${encodeURIComponent(path.replace(/^\//, "").replaceAll("/", "_"))}`,
  loadingHint:
    "import a statute first: its BWB XML file with the day from which the text was in force (LawImportService.Import; on the command line, `pincite law import`)",
};
