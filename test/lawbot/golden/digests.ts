import { readdirSync, readFileSync } from "node:fs";
import { ImportItem_Outcome as Outcome } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { jurisdiction } from "../../../src/lawbot/known-jurisdictions.ts";
import { sharedData } from "../../support/shared-data.ts";
import { openCases } from "../support/case-client.ts";
import { importMessages, openClients } from "../support/lawbot-client.ts";

/** Folders of ../shared/data with statutes and rulings. */
export const goldenFolders = ["law-bwb-2012", "law-bwb-toestand", "law-other-xml", "case-rechtspraak"] as const;

/** The table, beside this file: digests only, no word of any law. */
export const tableFile = new URL("./digests.tsv", import.meta.url);

/** The day given for laws of the older form, which have none inside: the collection's. */
const olderFormFrom = "2012-10-01";

/**
 * What importing one file makes. A text's own digest (sha256 of its UTF-8) moves when a word of it moves; that of its
 * artifact (sha256 of the stored CanonicalText) also when an address, a chunk or a voice does. A file that makes no text
 * has "-" for both, and `what` says why.
 */
export interface GoldenRow {
  /** Folder and name below ../shared/data. */
  readonly file: string;
  /** doc_uid of the text, or `register`, `names`, `refused REASON`. */
  readonly what: string;
  readonly text: string;
  readonly artifact: string;
}

/** Files of a folder of the shared data that the table covers, in order; none where the data is absent. */
export const goldenFiles = (folder: string): string[] => {
  const path = sharedData(folder);
  if (!path) return [];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:xml|html)$/.test(name));
  return names.map((name) => `${folder}/${name.replaceAll("\\", "/")}`).sort();
};

/** Imports one file into a LawBot of its own, as a client would, so that no file can stand in the way of another. */
export const goldenRow = async (file: string): Promise<GoldenRow> => {
  const path = sharedData(file);
  if (!path) throw new Error(`${file} is not in ../shared/data`);
  const bytes = readFileSync(path);
  const messages = (validFrom: string) =>
    importMessages(file, [{ path: file.slice(file.lastIndexOf("/") + 1), validFrom, bytes }]);
  return jurisdiction.rulings.readsRuling(bytes) ? ruling(file, messages("")) : statute(file, messages);
};

type Messages = ReturnType<typeof importMessages>;

const statute = async (file: string, messages: (validFrom: string) => Messages): Promise<GoldenRow> => {
  const { imports, lawbot } = await openClients();
  try {
    const validFrom = file.startsWith("law-bwb-2012/") ? olderFormFrom : "";
    const item = (await imports.import(messages(validFrom))).items[0];
    const { version, register, naming } = item ?? {};
    if (version) return row(file, version.docUid, version.sourceDigest, version.text?.digest);
    if (register) return row(file, "register");
    if (naming) return row(file, "names");
    return row(file, `refused ${item?.outcome === Outcome.REFUSED ? item.reason : "nothing"}`);
  } finally {
    lawbot.close();
  }
};

const ruling = async (file: string, messages: Messages): Promise<GoldenRow> => {
  const { client, cases } = await openCases();
  try {
    const item = (await client.importRulings(messages)).items[0];
    const made = item?.ruling;
    if (made) return row(file, made.ecli, made.sourceDigest, made.text?.digest);
    return row(file, `refused ${item?.reason ?? "nothing"}`);
  } finally {
    cases.close();
  }
};

const row = (file: string, what: string, text = "-", artifact = "-"): GoldenRow => ({ file, what, text, artifact });

/** The table as it stands on disk, by file. */
export const readTable = (): Map<string, GoldenRow> => {
  const [, ...lines] = readFileSync(tableFile, "utf8").trimEnd().split("\n");
  const rows = lines.map((line) => row(...(line.split("\t") as [string, string, string, string])));
  return new Map(rows.map((each) => [each.file, each]));
};

/** The table as text: a heading, and a line for each file. */
export const writeTable = (rows: readonly GoldenRow[]): string =>
  [["file", "what", "text_sha256", "artifact_sha256"], ...rows.map((each) => Object.values(each))]
    .map((cells) => `${cells.join("\t")}\n`)
    .join("");
