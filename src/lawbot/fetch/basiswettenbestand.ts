import {
  type FetchedFile,
  FetchStep_Kind as Kind,
  FetchedFile_Outcome as Outcome,
} from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import type { RegisteredVersion, VersionRegister } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type Choice, chooseVersion } from "../choose-version.ts";
import { registerRecord } from "../companion-record.ts";
import { readBwbCompanion } from "../nl/bwb/read-companion.ts";
import type { AskedDays, FetchTools, Loaded, OfficialService, Telling } from "../port/official-service.ts";
import { registeredFault } from "../version-faults.ts";
import { badStatus, refusedFile } from "./fetch-faults.ts";
import { fetchLimits } from "./fetch-limits.ts";
import { fileRefused, fileThere, imported, noteOf, reading } from "./fetched-file.ts";
import { hashFault } from "./register-check.ts";
import { readSearchAnswer, type SearchAnswer } from "./sru-answer.ts";

const searchHost = "zoekservice.overheid.nl";
const repositoryHost = "repository.officiele-overheidspublicaties.nl";

/**
 * The Basiswettenbestand: the search service (SRU 1.2) says whether it knows the regulation on that day, the manifest in the
 * repository which texts exist and what their SHA-512 is, and from there come the text and the WTI. The manifest decides;
 * addresses in answers are compared and never followed.
 */
export const basiswettenbestand: OfficialService = {
  name: "Basiswettenbestand",
  hosts: [searchHost, repositoryHost],
  requestGapMs: 500,
  idOf: (target) => (/^BWB[RV]\d{7}$/.test(target) ? target : undefined),
  fetch: fetchRegulation,
};

async function* fetchRegulation(lawId: string, asked: AskedDays, tools: FetchTools): AsyncGenerator<Telling, Loaded> {
  const search = yield* askIndex(lawId, asked.day, tools);
  const listed = search.records.filter((record) => record.lawId === lawId);
  const title = listed[0]?.title ?? "";
  if (listed.length > 0) yield { kind: Kind.FOUND, message: title || lawId };
  else
    yield noteOf(`the search service lists no version of ${lawId} for ${asked.day}; the register of versions decides`);
  const manifest = yield* getManifest(lawId, tools);
  const version = chosen(manifest.register, lawId, asked);
  yield {
    kind: Kind.VERSION_CHOSEN,
    message: `${version.label}, in force from ${version.inForceFrom}${through(version)}`,
  };
  const url = textUrl(lawId, version);
  if (listed.length > 0 && !listed.some((record) => record.textUrl === "" || record.textUrl === url))
    yield noteOf("the search service names another text; the register of versions, which has the hash, decides");
  // The text first: a register without its text would make what is loaded now unfindable.
  const text = yield* getText(lawId, version, tools);
  const register = imported(await tools.importLaw(`${lawId}/manifest.xml`, manifest.bytes), lawId, "manifest.xml");
  yield register;
  if (register.outcome === Outcome.IMPORTED || !tools.isNamed(lawId)) yield* getNames(lawId, tools);
  const docUid = text.version?.docUid ?? "";
  const isNew = text.outcome === Outcome.IMPORTED;
  return { docUid, isNew, message: `${title || lawId}: ${docUid} is ${isNew ? "loaded" : "loaded already"}` };
}

/** The days and the id were checked: nothing in them can be CQL. */
async function* askIndex(lawId: string, day: string, tools: FetchTools): AsyncGenerator<Telling, SearchAnswer> {
  const query = `dcterms.identifier==${lawId} and overheidbwb.geldigheidsdatum==${day}`;
  const url = `https://${searchHost}/sru/Search?operation=searchRetrieve&version=1.2&x-connection=BWB&maximumRecords=100&query=${encodeURIComponent(query)}`;
  // An answer of the search service is of no use to a person; the register is, which names the texts.
  const byHand = manifestUrl(lawId);
  const bytesMax = fetchLimits.searchBytesMax;
  const bytes = yield* tools.download({ url, fileName: "", bytesMax, byHand, roots: ["searchRetrieveResponse"] });
  // Without the service at its address no other target would be found either.
  if (!bytes) throw badStatus("search service of the Basiswettenbestand", { url, byHand }, 404);
  return reading(url, () => readSearchAnswer(bytes), byHand);
}

const manifestUrl = (lawId: string): string => `https://${repositoryHost}/bwb/${lawId}/manifest.xml`;

interface Manifest {
  readonly bytes: Uint8Array;
  readonly register: VersionRegister;
}

async function* getManifest(lawId: string, tools: FetchTools): AsyncGenerator<Telling, Manifest> {
  const url = manifestUrl(lawId);
  const fileName = "manifest.xml";
  const bytes = yield* tools.download({ url, fileName, bytesMax: fetchLimits.registerBytesMax, roots: ["work"] });
  if (!bytes)
    throw new DomainError("LAW_NOT_FOUND", worded("law.the-basiswettenbestand-has-no-regulation-look", { lawId }), {
      law_id: lawId,
    });
  const path = `${lawId}/${fileName}`;
  const register = reading(url, () => readBwbCompanion(bytes, { path, validFrom: "" }));
  if (register?.kind !== "register") throw refusedFile("UNKNOWN_ROOT", url, "the register of versions cannot be read");
  return { bytes, register: registerRecord(register, bytes, { path, importedAtMs: 0 }) };
}

const chosen = (register: VersionRegister, lawId: string, { day, knownOn }: AskedDays): RegisteredVersion => {
  const choice = chooseVersion(register, day, knownOn);
  if (!("why" in choice)) return choice.version;
  const { reason, message, facts } = registeredFault({ lawId, day, knownOn }, choice, register, []);
  throw new DomainError(reason, message + instead(choice), facts);
};

/** No neighbour is ever taken for the version that was asked for; how to get it is told. */
const instead = ({ before, after }: Exclude<Choice, { readonly version: unknown }>): string => {
  if (before && after) return ". Neither is loaded in its place: fetch with a day of the one you want";
  return before || after ? ". It is not loaded in its place: fetch with a day on which it was in force" : "";
};

const through = ({ inForceThrough }: RegisteredVersion): string =>
  inForceThrough === "9999-12-31" ? "" : ` through ${inForceThrough}`;

/** Made of the id and of a label that has its form; a name of another form would be another file. */
const textUrl = (lawId: string, { label, fileName }: RegisteredVersion): string => {
  const url = `https://${repositoryHost}/bwb/${lawId}/${label}/xml/${lawId}_${label}.xml`;
  if (!/^\d{4}-\d{2}-\d{2}_\d{1,4}$/.test(label) || (fileName && fileName !== `${lawId}_${label}.xml`))
    throw refusedFile(
      "UNKNOWN_ROOT",
      url,
      `the register names its text "${fileName.slice(0, 60)}", which no text is called`,
    );
  return url;
};

async function* getText(
  lawId: string,
  version: RegisteredVersion,
  tools: FetchTools,
): AsyncGenerator<Telling, FetchedFile> {
  const fileName = `${lawId}_${version.label}.xml`;
  const known = tools
    .loaded(lawId)
    .find((each) => each.label === version.label && version.sha512 && each.originalSha512 === version.sha512);
  if (known) {
    const there = fileThere(fileName, `${known.docUid} is loaded, with the SHA-512 that the register names`, known);
    yield there;
    return there;
  }
  const url = textUrl(lawId, version);
  const bytes = yield* tools.download({ url, fileName, bytesMax: fetchLimits.textBytesMax, roots: ["toestand"] });
  if (!bytes)
    throw refusedFile("NOT_FOUND", url, `the register names ${fileName}, and the repository does not have it`);
  const fault = hashFault(bytes, version);
  if (fault) throw refusedFile(fault.why, url, `${fileName} ${fault.message}`);
  if (version.sha512)
    yield { kind: Kind.HASH_CHECKED, message: "size and SHA-512 are those of the register", fileName };
  else yield noteOf("the register has no hash of this text; only its form and its ids were checked");
  const file = imported(await tools.importLaw(fileName, bytes), lawId, fileName);
  yield file;
  if (file.outcome === Outcome.REFUSED) throw refusedFile(file.reason, url, `${fileName} is refused: ${file.message}`);
  return file;
}

/** WTI has no hash anywhere. Without it the law is loaded all the same, under the names of its headings. */
async function* getNames(lawId: string, tools: FetchTools): AsyncGenerator<Telling, void> {
  const fileName = `${lawId}.WTI`;
  const url = `https://${repositoryHost}/bwb/${lawId}/${fileName}`;
  const roots = ["wetstechnische-informatie"];
  try {
    const bytes = yield* tools.download({ url, fileName, bytesMax: fetchLimits.namesBytesMax, roots });
    if (bytes) yield imported(await tools.importLaw(fileName, bytes), lawId, fileName);
    else yield fileRefused(fileName, "NOT_FOUND", "the repository has no names for this law; it is loaded without");
  } catch (error) {
    if (!(error instanceof DomainError) || !["IMPORT_REFUSED", "LIMIT_EXCEEDED"].includes(error.reason)) throw error;
    yield fileRefused(fileName, error.facts.why ?? "TOO_LARGE", error.message);
  }
}
