import { createHash } from "node:crypto";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** One version of the small law. */
export interface SmallVersion {
  readonly label: string;
  readonly from: string;
  readonly through: string;
  readonly knownFrom?: string;
  readonly xml?: string;
  readonly deleted?: boolean;
}

export const lawId = "BWBR0005290";

/** The toestand of a version: two articles, long enough to be cut. */
export const toestand = ({ label, from }: SmallVersion, id = lawId): string =>
  `<?xml version="1.0" encoding="UTF-8"?><toestand bwb-id="${id}" inwerkingtreding="${from}" bwb-ng-vast-deel="http://wetten.overheid.nl/id/${id}/${from}/${label.split("_")[1]}"><wetgeving soort="wet"><intitule>Burgerlijk Wetboek Boek 7 (${label})</intitule><wet-besluit><wettekst><boek bwb-ng-variabel-deel="/Boek7"><kop><label>Boek</label><nr>7</nr></kop><artikel bwb-ng-variabel-deel="/Boek7/Artikel611"><kop><label>Artikel</label><nr>611</nr></kop><al>De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.</al></artikel>${Array.from({ length: 60 }, (_, rank) => `<artikel bwb-ng-variabel-deel="/Boek7/Artikel${700 + rank}"><kop><label>Artikel</label><nr>${700 + rank}</nr></kop><al>Bepaling ${createHash("sha256").update(`${label} ${rank}`).digest("hex")} van ${label}.</al></artikel>`).join("")}</boek></wettekst></wet-besluit></wetgeving></toestand>`;

const sha512 = (text: string) => createHash("sha512").update(text).digest("hex");

/** The manifest of some versions, with the size and SHA-512 of their texts. */
export const manifest = (versions: readonly SmallVersion[], id = lawId): string =>
  `<?xml version="1.0" encoding="utf-8"?><work label="${id}" gegenereerd="2025-01-01T06:00:00+01:00" _latestItem="x"><metadata><datum_inwerkingtreding>1992-01-01</datum_inwerkingtreding></metadata>${versions
    .map((version) => {
      const { label, from, through, knownFrom = from, deleted = false } = version;
      const xml = version.xml ?? toestand(version, id);
      const size = new TextEncoder().encode(xml).length;
      return `<expression label="${label}"><metadata><datum_inwerkingtreding>${from}</datum_inwerkingtreding><einddatum>${through}</einddatum><zichtdatum_start>${knownFrom}</zichtdatum_start><zichtdatum_eind>9999-12-31</zichtdatum_eind></metadata><manifestation label="xml"><metadata><size>${size}</size><hashcode>${sha512(xml)}</hashcode></metadata><item label="${id}_${label}.xml" _deleted="${deleted}"/></manifestation></expression>`;
    })
    .join("")}</work>`;

export const wti = (id = lawId): string =>
  `<?xml version="1.0"?><wetstechnische-informatie bwb-id="${id}"><algemene-informatie gegenereerd="2025-01-01"><citeertitel>Burgerlijk Wetboek Boek 7</citeertitel><afkortingen><afkorting>BW7</afkorting></afkortingen></algemene-informatie></wetstechnische-informatie>`;

/** What the search service says of a day: every version that was in force, as it answers (SRU 1.2, gzd records). */
export const searchAnswer = (versions: readonly SmallVersion[], day: string, id = lawId): string => {
  const hits = versions.filter(({ from, through }) => from <= day && day <= through);
  const records = hits.map(
    ({ label, from, through }) =>
      `<record><recordSchema>http://standaarden.overheid.nl/sru/</recordSchema><recordPacking>xml</recordPacking><recordData><gzd xmlns:dcterms="http://purl.org/dc/terms/" xmlns:overheidbwb="http://standaarden.overheid.nl/bwb/terms/"><originalData><overheidbwb:meta><owmskern><dcterms:identifier>${id}</dcterms:identifier><dcterms:title>Burgerlijk Wetboek Boek 7</dcterms:title><dcterms:type>wet</dcterms:type></owmskern><bwbipm><overheidbwb:geldigheidsperiode_startdatum>${from}</overheidbwb:geldigheidsperiode_startdatum><overheidbwb:geldigheidsperiode_einddatum>${through}</overheidbwb:geldigheidsperiode_einddatum></bwbipm></overheidbwb:meta></originalData><enrichedData><overheidbwb:locatie_toestand>https://repository.officiele-overheidspublicaties.nl/bwb/${id}/${label}/xml/${id}_${label}.xml</overheidbwb:locatie_toestand></enrichedData></gzd></recordData></record>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?><searchRetrieveResponse xmlns="http://www.loc.gov/zing/srw/"><version>1.2</version><numberOfRecords>${hits.length}</numberOfRecords>${hits.length > 0 ? `<records>${records.join("")}</records>` : ""}</searchRetrieveResponse>`;
};

/** Paths as they are asked for. */
export const paths = {
  search: (day: string, id = lawId) =>
    `/sru/Search?operation=searchRetrieve&version=1.2&x-connection=BWB&maximumRecords=100&query=dcterms.identifier==${id} and overheidbwb.geldigheidsdatum==${day}`,
  manifest: (id = lawId) => `/bwb/${id}/manifest.xml`,
  wti: (id = lawId) => `/bwb/${id}/${id}.WTI`,
  text: (label: string, id = lawId) => `/bwb/${id}/${label}/xml/${id}_${label}.xml`,
  ruling: (ecli: string) => `/uitspraken/content?id=${ecli}`,
};

/** Two versions that follow one another. */
export const versions: readonly [SmallVersion, SmallVersion] = [
  { label: "2020-01-01_0", from: "2020-01-01", through: "2023-12-31" },
  { label: "2024-01-01_0", from: "2024-01-01", through: "9999-12-31" },
];

/** All files of the small law, and what the search says on some days. */
export const smallService = (all: readonly SmallVersion[] = versions, id = lawId): Map<string, Uint8Array> =>
  new Map([
    ...["1991-12-31", "2022-06-01", "2024-06-01", "2025-01-01"].map(
      (day) => [paths.search(day, id), bytesOf(searchAnswer(all, day, id))] as const,
    ),
    [paths.manifest(id), bytesOf(manifest(all, id))],
    [paths.wti(id), bytesOf(wti(id))],
    ...all.map((version) => [paths.text(version.label, id), bytesOf(version.xml ?? toestand(version, id))] as const),
  ]);
