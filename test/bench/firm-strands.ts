import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { VaultSearchService } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { openPostgresStore } from "../../src/store/postgres/open.ts";
import { pgDatabase } from "../../src/store/postgres/pg-database.ts";
import type { GivenFile } from "../../src/vault/import/read-file.ts";
import { vaultLongMethods, vaultRoutes } from "../../src/vault/routes.ts";
import { openVault, type Vault } from "../../src/vault/vault.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { median, medianMs, timed } from "./measure.ts";
import type { BenchRow } from "./row.ts";

const clock = { now: () => Date.now() };
/** PINCITE_BENCH_STRANDS makes it smaller where there is less time; the rows say how many there were. */
const strands = Number(process.env.PINCITE_BENCH_STRANDS ?? 2_000);
const inTurn = 200;
/** So many stay open at a server. */
const fewInTurn = 20;
const manyMails = 200;
const firstMsMost = 500;

/**
 * Search in many strands over PostgreSQL: the first one of a node that never saw a strand of 200 mails, and searches that go round 200 of 2,000 strands,
 * of which a server keeps 32 open, beside searches that go round 20 of them.
 */
export const benchFirmStrands = async (address: string): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-strands-"));
  const open = async (node: string) => {
    const store = await openPostgresStore({ database: pgDatabase(address), schema: "strands", clock });
    const tokenKey = new Uint8Array(32);
    const vault = await openVault({ store, owner: "bench", indexDir: join(dir, node), clock, tokenKey });
    return { store, vault };
  };
  const one = await open("one");
  const other = await open("other");
  try {
    for (let n = 0; n < strands; n++) await take(one.vault, `strand-${n}`, mails(n, 2));
    await take(one.vault, "large", mails(0, manyMails));
    const searches = searchesOf(other.vault);
    const firstMs = await timed(() => searches("large"));
    const round = (count: number) => {
      const every = Math.floor(strands / count);
      return (n: number) => searches(`strand-${(n % count) * every}`);
    };
    const seen: number[] = [];
    for (let n = 0; n < inTurn; n++) seen.push(await timed(() => round(inTurn)(n)));
    const many = await medianMs(2 * inTurn, round(inTurn));
    const few = await medianMs(2 * inTurn, round(fewInTurn));
    const of = strands.toLocaleString("en");
    return [
      row({
        what: `first search of a node that never saw a strand of ${manyMails} mails`,
        figure: firstMs,
        floor: [firstMsMost, `the longest time allowed, ${firstMsMost} ms`],
        target: "≤ 1×",
      }),
      row({
        what: `search that goes round ${inTurn} of ${of} strands of 2 mails, p50 (the first time in each ${median(seen).toFixed(1)} ms)`,
        figure: many,
        floor: [few, `round ${fewInTurn} of them, ${few.toFixed(2)} ms`],
        target: "told",
      }),
    ];
  } finally {
    for (const { vault, store } of [one, other]) {
      await vault.close();
      await store.close();
    }
    await rm(dir, { recursive: true, force: true });
  }
};

const take = async (vault: Vault, strandId: string, files: readonly GivenFile[]): Promise<void> => {
  for await (const { reason } of vault.importFiles(strandId, files)) if (reason !== "") throw new Error(reason);
};

/** Made-up mails, each of a hundred words. */
const mails = (from: number, count: number): GivenFile[] =>
  Array.from({ length: count }, (_, at) => {
    const n = from * 1_000 + at;
    const words = Array.from({ length: 100 }, (__, word) => `woord${(n * 31 + word * word) % 4_000}`).join(" ");
    const head = `From: Noor Fictief <noor@zaak.example>\r\nSubject: Stuk ${n}\r\nMessage-ID: <${n}@zaak.example>\r\n`;
    const text = `${head}Date: Tue, 3 Mar 2026 09:00:00 +0100\r\n\r\nDe levering van stuk ${n}. ${words}\r\n`;
    return { path: `${n}.eml`, mediaType: "", bytes: new TextEncoder().encode(text) };
  });

const searchesOf = (vault: Vault) => {
  const search = createClient(
    VaultSearchService,
    createInProcessTransport(vaultRoutes(vault), { longMethods: vaultLongMethods }),
  );
  return async (strandId: string): Promise<void> => {
    const { result } = await search.search({ strandId, query: "levering" });
    if (result?.candidates.length === 0) throw new Error(`nothing was found in ${strandId}`);
  };
};

const row = ({
  what,
  figure,
  floor: [base, floor],
  target,
}: {
  readonly what: string;
  readonly figure: number;
  readonly floor: readonly [number, string];
  readonly target: string;
}): BenchRow => ({ id: "firm", what, figure: `${figure.toFixed(2)} ms`, floor, ratio: figure / base, target });
