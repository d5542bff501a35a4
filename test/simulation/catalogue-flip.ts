import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DescMessage, type MessageShape, toJson } from "@bufbuild/protobuf";
import { GetDocResponseSchema, ListDocsResponseSchema } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { ListThreadsResponseSchema } from "../../gen/pincite/vault/v1/threads_service_pb.ts";
import { SearchResponseSchema } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { CatalogueSum } from "../../src/vault/strand/catalogue-sum.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { file, importAll, mail, openTestVault } from "../vault/vault-fixture.ts";
import { seeded } from "./store-seed.ts";

/** What became of flips, one each in the file of a closed catalogue. */
export interface CatalogueFlips {
  /** Everything is listed as before, from that file or from one that was made anew. */
  same: number;
  /** A question was refused with INDEX_STALE or DATA_LOSS. */
  told: number;
  /** Another answer, or another refusal. */
  readonly wrong: string[];
}

const letters = [
  ...Array.from({ length: 30 }, (_, number) => {
    const head = {
      From: `p${number % 5}@example.org`,
      Date: `Mon, ${1 + (number % 28)} Jan 2024 10:00:00 +0000`,
      Subject: `Zaak ${number % 7}`,
      "Message-ID": `<m${number}@example.org>`,
    };
    const answers = number > 6 ? { "In-Reply-To": `<m${number - 7}@example.org>` } : {};
    return file(`m${number}.eml`, mail({ ...head, ...answers }, `een toezegging ${number}`));
  }),
  file("n.txt", "oude toezegging"),
  file("n.txt", "nieuwe toezegging"),
  file("map/o.txt", "nog een toezegging"),
];

/** Flips one bit each time in the bytes of a catalogue that say something, opens the Vault over it and asks for every list. */
export const flipCatalogues = async (flips: number, random: () => number): Promise<CatalogueFlips> => {
  const folder = await mkdtemp(join(tmpdir(), "pincite-catalogue-flips-"));
  const [dir, whole] = [join(folder, "index"), join(folder, "whole")];
  const report: CatalogueFlips = { same: 0, told: 0, wrong: [] };
  try {
    const store = await openMemoryStore();
    const filled = await openTestVault({ store, indexDir: dir });
    await importAll(filled.vault, letters);
    const { docs } = await filled.docs.listDocs({ pageSize: 100, includeSuperseded: true });
    await filled.vault.close();
    const uids = docs.map(({ docUid }) => docUid);
    const answers = () => answersOf(openTestVault({ store, indexDir: dir }), uids);
    const expected = await answers();
    await cp(dir, whole, { recursive: true });
    const name = (await readdir(whole)).find((one) => one.endsWith(".catalogue"))!;
    const bytes = await readFile(join(whole, name));
    const places = [...bytes.keys()].filter((at) => bytes[at] !== 0);
    for (let flip = 0; flip < flips; flip++) {
      await rm(dir, { recursive: true });
      await cp(whole, dir, { recursive: true });
      const [at, bit] = [places[Math.floor(random() * places.length)]!, Math.floor(random() * 8)];
      await writeFile(join(dir, name), bytes.with(at, bytes[at]! ^ (1 << bit)));
      const given = await answers();
      const changed = given.filter((answer, number) => answer !== expected[number]);
      const others = changed.map((answer) => `byte ${at}, bit ${bit}: ${answer.slice(0, 200)}`);
      const wrong = others.filter((other) => !/: (INDEX_STALE|DATA_LOSS)$/.test(other));
      if (wrong.length > 0) report.wrong.push(wrong[0]!);
      else report[others.length > 0 ? "told" : "same"] += 1;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return report;
};

const answersOf = async (opening: ReturnType<typeof openTestVault>, uids: readonly string[]): Promise<string[]> => {
  const { vault, docs, threads, search } = await opening;
  const ask = <Desc extends DescMessage>(schema: Desc, answer: Promise<MessageShape<Desc>>): Promise<string> =>
    answer.then(
      (message) => JSON.stringify(toJson(schema, message)),
      (error) => fromConnectError(error).reason || String(error),
    );
  try {
    return [
      await ask(ListDocsResponseSchema, docs.listDocs({ pageSize: 100 })),
      await ask(ListDocsResponseSchema, docs.listDocs({ pageSize: 100, includeSuperseded: true })),
      await ask(ListThreadsResponseSchema, threads.listThreads({ pageSize: 100 })),
      ...(await Promise.all(uids.map((docUid) => ask(GetDocResponseSchema, docs.getDoc({ docUid }))))),
      await ask(SearchResponseSchema, search.search({ query: "toezegging", pageSize: 50 })),
    ];
  } finally {
    await vault.close();
  }
};

/** Opens catalogues without holding their rows to what they came to; they are held again behind it. */
const unheld = async <T>(work: () => Promise<T>): Promise<T> => {
  const { isOf } = CatalogueSum.prototype;
  CatalogueSum.prototype.isOf = () => true;
  try {
    return await work();
  } finally {
    CatalogueSum.prototype.isOf = isOf;
  }
};

/** `npm run campaign -- catalogue [flips] [seed]`: false where something else was listed without a word, or where as many flips that nothing holds are all told. */
export const simulateCatalogue = async ([flips = 300, seed = 1]: readonly number[]): Promise<boolean> => {
  const { wrong, ...counts } = await flipCatalogues(flips, seeded(seed));
  console.log(`${flips} flips in catalogues, seed ${seed}: ${JSON.stringify(counts)}, ${wrong.length} wrong`);
  for (const line of wrong) console.log(`  ${line}`);
  const control = await unheld(() => flipCatalogues(flips, seeded(seed)));
  console.log(`the same where nothing holds a catalogue's rows: ${control.wrong.length} wrong`);
  return wrong.length === 0 && control.wrong.length > 0;
};
