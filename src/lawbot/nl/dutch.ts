import { parseDutchCitations } from "../../citation/citation-parser.ts";
import { withJuriconnects } from "../../citation/juriconnect-citation.ts";
import { renderDutch } from "../../citation/render.ts";
import { basiswettenbestand } from "../fetch/basiswettenbestand.ts";
import { rechtspraak } from "../fetch/rechtspraak.ts";
import type { Jurisdiction } from "../port/jurisdiction.ts";
import { readAnnex } from "./annex-reference.ts";
import { backReferencesOf } from "./back-references.ts";
import { readBwb } from "./bwb/read-bwb.ts";
import { readBwbCompanion } from "./bwb/read-companion.ts";
import { dutchNames } from "./dutch-names.ts";
import { readElsewhere } from "./elsewhere.ts";
import { juriconnectOf, readJuriconnect } from "./juriconnect-reference.ts";
import { lawIdsOf, locateDutch, onDayDutch } from "./locate.ts";
import { readNameRegister } from "./name-register.ts";
import { dutchRulings } from "./rechtspraak/rulings.ts";

/** Dutch law: statutes from the Basiswettenbestand, citations by the Leidraad's customs. */
export const dutch: Jurisdiction = {
  id: "nl",
  owns: (lawId) => /^BWB[A-Z]\d{7}$/.test(lawId),
  readSource: readBwb,
  readCompanion: (bytes, claim) => readNameRegister(bytes) ?? readBwbCompanion(bytes, claim),
  parseCitations: (text, laws, standsIn) =>
    withJuriconnects(text, parseDutchCitations(text, dutchNames.table(laws), standsIn), { register: dutchNames, laws }),
  backReferences: backReferencesOf,
  readReference: (text, laws) => readJuriconnect(text, laws) ?? readAnnex(text, laws) ?? readElsewhere(text),
  reference: juriconnectOf,
  render: (citation, style) => renderDutch(citation, style),
  locate: locateDutch,
  onDay: onDayDutch,
  // A Juriconnect reference to a law nobody knows by name says its id in place of the name.
  lawIds: (citation, laws) => (/^BWB[RV]\d{7}$/.test(citation.lawRaw) ? [citation.lawRaw] : lawIdsOf(citation, laws)),
  shortName: (law) => dutchNames.shortName(law),
  address: (labels, shortName, { lawId, rank }) => {
    const book = dutchNames.bookOf(lawId);
    // An article says its book in its number; everything else of a law in books has to say it apart.
    const around = book && !/^(?:art\.|boek) /i.test(labels[0] ?? "") ? `Boek ${book}` : "";
    return [around, ...labels, rank > 0 ? `(${rank}e)` : "", shortName].filter(Boolean).join(" ");
  },
  rulings: dutchRulings,
  services: [basiswettenbestand, rechtspraak],
  publicPage: (lawId, versionDate, path) =>
    `https://wetten.overheid.nl/${lawId}/${versionDate}#${encodeURIComponent(path.replace(/^\//, "").replaceAll("/", "_"))}`,
  loadingHint:
    "import a statute first: its BWB XML file with the day from which the text was in force (LawImportService.Import; on the command line, `pincite law import`)",
};
