import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { chunkText } from "../../../src/span/chunk.ts";
import { eml } from "../../../src/vault/import/eml.ts";
import { pdf } from "../../../src/vault/import/pdf.ts";
import { sharedData } from "../../support/shared-data.ts";
import { readTarGz } from "../../support/tar.ts";
import { pathsBelow, readBytes } from "../../vault/support/data-files.ts";
import { docUid, sourceOf } from "../sample-source.ts";
import { said } from "./said.ts";

/** One real text to quote from, and what it says without its typesetting. */
export interface CampaignText {
  readonly set: string;
  readonly source: ReturnType<typeof sourceOf>;
  readonly said: string;
}

/** Shorter ones hold nothing to mutate; longer ones only cost time. */
const [charsMin, charsMax] = [600, 600_000];

/** How many texts of each set: all of them, or so few that a suite stays quick. */
export interface TextCounts {
  readonly contracts: number;
  readonly agreements: number;
  readonly mails: number;
  readonly statutes: number;
  readonly pdfs: number;
}
export const everyText: TextCounts = { contracts: 60, agreements: 61, mails: 400, statutes: 5, pdfs: 20 };
export const someTexts: TextCounts = { contracts: 6, agreements: 8, mails: 40, statutes: 1, pdfs: 2 };

/** The sets beside the checkout; those that are absent give nothing. */
export const campaignTexts = async (counts: TextCounts): Promise<CampaignText[]> => [
  ...lines<{ text: string }>("spans-cuad/cuad.jsonl.gz")
    .slice(0, counts.contracts)
    .flatMap(({ text }) => made("contracts", text)),
  ...agreements()
    .slice(0, counts.agreements)
    .flatMap((text) => made("agreements", text)),
  ...(await mails("email-enron", "enron.tar.gz", Math.ceil(counts.mails / 2))),
  ...(await mails("email-spamassassin", "spamassassin.tar.gz", Math.floor(counts.mails / 2))),
  ...statutes()
    .slice(0, counts.statutes)
    .flatMap((text) => made("statutes", text)),
  ...(await pdfs(counts.pdfs)),
];

/** Canonical texts are NFC with LF line ends: what the importers make of every file. */
const made = (set: string, text: string): CampaignText[] => {
  const clean = text.replaceAll(/\r\n?/g, "\n").normalize("NFC").toWellFormed();
  if (clean.length < charsMin || clean.length > charsMax) return [];
  return [{ set, source: sourceOf(clean, { chunks: chunkText(docUid, clean) }), said: said(clean) }];
};

const unpacked = (path: string): string | undefined => {
  const full = sharedData(path);
  return full === undefined ? undefined : gunzipSync(readFileSync(full)).toString();
};

const lines = <T>(path: string): T[] =>
  (unpacked(path) ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);

const agreements = (): string[] => {
  const json = unpacked("spans-contract-nli/dev.json.gz");
  return json === undefined
    ? []
    : (JSON.parse(json) as { documents: { text: string }[] }).documents.map(({ text }) => text);
};

const statutes = (): string[] => {
  const folder = sharedData("law-text-bw7");
  if (folder === undefined) return [];
  const paths = pathsBelow(folder).filter((path) => path.endsWith(".gz"));
  // A third of the book: whole, five states would be most of the campaign's text.
  return paths.toReversed().map((path) =>
    gunzipSync(readFileSync(`${folder}/${path}`))
      .toString()
      .slice(0, 300_000),
  );
};

const mails = async (folder: string, archive: string, count: number): Promise<CampaignText[]> => {
  const path = sharedData(`${folder}/${archive}`);
  if (path === undefined || count === 0) return [];
  const files = readTarGz(path).filter((file) => file.path.endsWith(".eml"));
  const step = Math.max(1, Math.floor(files.length / count));
  const texts: CampaignText[] = [];
  for (let at = 0; at < files.length; at += step) {
    const read = await eml.extract(files[at]?.bytes ?? new Uint8Array(), { path: "mail.eml" }).catch(() => undefined);
    if (read !== undefined) texts.push(...made("mails", read.text));
  }
  return texts;
};

const pdfs = async (count: number): Promise<CampaignText[]> => {
  const folder = sharedData("pdf-text");
  if (folder === undefined) return [];
  const texts: CampaignText[] = [];
  // The last ones first: among them are papers in two columns, full of words that a line end breaks.
  for (const path of pathsBelow(folder).toReversed()) {
    if (!path.endsWith(".pdf")) continue;
    if (texts.length >= count) break;
    const read = await pdf.extract(readBytes(folder, path), { path }).catch(() => undefined);
    if (read !== undefined) texts.push(...made("pdfs", read.text));
  }
  return texts;
};
