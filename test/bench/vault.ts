import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createClient } from "@connectrpc/connect";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import PostalMime from "postal-mime";
import { VaultSearchService } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { GivenFile } from "../../src/vault/import/read-file.ts";
import { vaultLongMethods, vaultRoutes } from "../../src/vault/routes.ts";
import { openVault, type Vault } from "../../src/vault/vault.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { sharedData } from "../support/shared-data.ts";
import { readTarGz } from "../support/tar.ts";
import type { BenchRow } from "./row.ts";

const archives = ["email-enron/enron.tar.gz", "email-spamassassin/spamassassin.tar.gz"];
/** One of each sort that differs in cost: rare, mid, common, several words, phrase. */
const queries = ["arbitration", "contract", "meeting", "gas contract price", '"natural gas"'];
const rounds = 40;

/**
 * Import of real mail on disk, everything included (parse, canonical text, threads, index, fsync), beside the parser
 * alone; and search over what was imported, through the whole call, beside the index alone. Without the shared data
 * there is nothing to measure and no row.
 */
export const benchVault = async (): Promise<BenchRow[]> => {
  const files = realMail();
  if (files.length === 0) return [];
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-vault-"));
  const store = await openLevelStore({ dir: join(dir, "store"), clock: { now: () => Date.now() } });
  const vault = await openVault({
    store,
    owner: "bench",
    indexDir: join(dir, "index"),
    clock: { now: () => Date.now() },
    tokenKey: new Uint8Array(32),
  });
  try {
    return [
      await benchImport(vault, files),
      ...(await benchPdf(vault)),
      await benchSearch(vault),
      await benchBusySearch(vault, files),
    ];
  } finally {
    await vault.close();
    await store.close();
    await rm(dir, { recursive: true, force: true });
  }
};

const realMail = (): GivenFile[] =>
  archives
    .map((archive) => sharedData(archive))
    .flatMap((path) => (path === undefined ? [] : readTarGz(path)))
    .filter(({ path }) => path.endsWith(".eml"))
    .map(({ path, bytes }) => ({ path, mediaType: "", bytes }));

const benchImport = async (vault: Vault, files: readonly GivenFile[]): Promise<BenchRow> => {
  const parse = async (): Promise<void> => {
    for (const { bytes } of files) await PostalMime.parse(bytes);
  };
  const take = async (strandId: string): Promise<void> => {
    for await (const row of vault.importFiles(strandId, files))
      if (row.path === "") throw new Error("a row without a path");
  };
  // Both sides run once unmeasured, so that neither pays for compilation.
  await parse();
  await take("warm");
  const floor = files.length / (await seconds(parse));
  const figure = files.length / (await seconds(() => take("measured")));
  return {
    id: "P13",
    what: `mail import of ${files.length} real messages on disk, against postal-mime alone`,
    figure: `${figure.toFixed(0)} msgs/s`,
    floor: `${floor.toFixed(0)} msgs/s`,
    ratio: figure / floor,
    target: ">= 0.7x",
  };
};

/** P14: PDFs through the whole import, beside pdf.js alone reading their text page by page. */
const benchPdf = async (vault: Vault): Promise<BenchRow[]> => {
  const folders = ["pdf-text", "spans-cuad/pdf"].flatMap((folder) => sharedData(folder) ?? []);
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".pdf") && !name.includes("password"))
      .map((name) => ({ path: name, mediaType: "", bytes: new Uint8Array(readFileSync(join(folder, name))) })),
  );
  if (files.length === 0) return [];
  let pages = 0;
  const alone = async (): Promise<void> => {
    pages = 0;
    for (const { bytes } of files) pages += await readPages(bytes);
  };
  const take = async (strandId: string): Promise<void> => {
    for await (const row of vault.importFiles(strandId, files))
      if (row.path === "") throw new Error("a row without a path");
  };
  await alone();
  await take("pdf-warm");
  const floor = await seconds(alone);
  const figure = await seconds(() => take("pdf-measured"));
  return [
    {
      id: "P14",
      what: `PDF import of ${pages} pages in ${files.length} files on disk, against pdf.js text extraction alone`,
      figure: `${(pages / figure).toFixed(0)} pages/s`,
      floor: `${(pages / floor).toFixed(0)} pages/s`,
      ratio: floor / figure,
      target: ">= 0.9x",
    },
  ];
};

const readPages = async (bytes: Uint8Array): Promise<number> => {
  const opened = await getDocument({ data: bytes.slice(), verbosity: 0, useSystemFonts: false, disableFontFace: true })
    .promise;
  for (let number = 1; number <= opened.numPages; number++) await (await opened.getPage(number)).getTextContent();
  const pages = opened.numPages;
  await opened.loadingTask.destroy();
  return pages;
};

const benchSearch = async (vault: Vault): Promise<BenchRow> => {
  const transport = createInProcessTransport(vaultRoutes(vault), { longMethods: vaultLongMethods });
  const search = createClient(VaultSearchService, transport);
  const { index } = await vault.strand("measured");
  const call = async (query: string): Promise<void> => void (await search.search({ strandId: "measured", query }));
  const bare = async (query: string): Promise<void> => void index.search({ text: query, limit: 20, offset: 0 });
  for (const query of queries) await call(query);
  const [figure, floor] = [await medianMs(call), await medianMs(bare)];
  return {
    id: "vault-search",
    what: `Search p50 over ${index.count()} imported messages, whole call in process, against the index alone`,
    figure: `${figure.toFixed(2)} ms`,
    floor: `${floor.toFixed(2)} ms`,
    ratio: figure / floor,
    target: "the index and one call in process",
  };
};

/** Search while mail is imported into another strand, beside search with nothing else to do: what an import costs others. */
const benchBusySearch = async (vault: Vault, files: readonly GivenFile[]): Promise<BenchRow> => {
  const transport = createInProcessTransport(vaultRoutes(vault), { longMethods: vaultLongMethods });
  const search = createClient(VaultSearchService, transport);
  const times = async (isOver: (round: number) => boolean): Promise<number> => {
    const all: number[] = [];
    for (let round = 0; !isOver(round); round++) {
      const query = queries[round % queries.length] ?? "";
      all.push((await seconds(async () => void (await search.search({ strandId: "measured", query })))) * 1000);
      await setTimeout(2);
    }
    return all.sort((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? 0;
  };
  const floor = await times((round) => round >= 400);
  let isDone = false;
  const importing = (async () => {
    for await (const row of vault.importFiles("busy", files))
      if (row.path === "") throw new Error("a row without a path");
    isDone = true;
  })();
  const figure = await times(() => isDone);
  await importing;
  return {
    id: "vault-busy",
    what: `Search p99 while ${files.length} messages are imported, against search alone`,
    figure: `${figure.toFixed(1)} ms`,
    floor: `${floor.toFixed(1)} ms`,
    ratio: figure / floor,
    target: "the commit of one batch",
  };
};

const seconds = async (work: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

const medianMs = async (ask: (query: string) => Promise<void>): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const query of queries) times.push((await seconds(() => ask(query))) * 1000);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
};
