import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { ErasureService } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { OrchestratorState as S, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { key, RunDriver } from "../e2e/support/run-driver.ts";
import { clientsOf, importFiles } from "../e2e/support/server.ts";
import { note, proposalFor } from "../e2e/support/small-case.ts";
import { ownTransport } from "../support/own-transport.ts";

/** A function that ran, and how often. */
export interface Run {
  readonly file: string;
  readonly name: string;
  readonly count: number;
}

/** What a server did between two words. */
export interface Counted {
  readonly runs: readonly Run[];
}

/**
 * `node test/bench/ways.ts [way …]`: through how much of the source one warm call runs, server side, by V8's precise coverage: files and
 * functions of `src`, encodings, hashes and reads of LevelDB. `--files` names the files, `--rooms` counts them by folder. Figures are counts and
 * hold on any machine.
 */
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));

type Way = (server: Opened) => Promise<() => Promise<unknown>>;

/** Each makes ready what its one call needs, and gives that call. */
const ways: Readonly<Record<string, Way>> = {
  advance: async ({ docUid, clients }) => {
    const run = await (await RunDriver.create(clients)).park(docUid, S.SKELETON, StagePhase.PROPOSED);
    await run.confirmAll();
    return () => run.advance();
  },
  quote: async ({ docUid, clients }) => {
    const run = await (await RunDriver.create(clients)).park(docUid, S.SPAN_RESOLUTION, StagePhase.OPEN);
    const proposal = await proposalFor(S.SPAN_RESOLUTION, { driver: run, docUid });
    return () => run.propose(proposal);
  },
  confirm: async ({ docUid, clients }) => {
    const run = await (await RunDriver.create(clients)).park(docUid, S.SKELETON, StagePhase.PROPOSED);
    return () => run.confirmAll();
  },
  erasure: async ({ docUid, clients, erasure }) => {
    const run = await (await RunDriver.create(clients)).park(docUid, S.SKELETON, StagePhase.PROPOSED);
    const target = { target: { case: "runId", value: run.runId } } as const;
    return async () => {
      const { plan } = await erasure.planErasure({ target });
      await erasure.commitErasure({
        ...{ target, planDigest: plan?.digest ?? "", reason: ErasureReason.MISTAKE },
        idempotencyKey: key(),
      });
    };
  },
};

const opened = async (dir: string) => {
  const child = fork(new URL("./ways-server.ts", import.meta.url), [dir], {
    env: { ...process.env, PINCITE_ERASURE: "on" },
  });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  const clients = clientsOf(url);
  const transport = ownTransport(url);
  const [imported] = await importFiles(clients, [note]);
  const erasure = createClient(ErasureService, transport);
  return { child, clients, erasure, transport, docUid: imported?.docUid ?? "" };
};
type Opened = Awaited<ReturnType<typeof opened>>;

const taken = async (child: ChildProcess): Promise<Counted> => {
  child.send("take");
  const [counted] = (await once(child, "message")) as [Counted];
  return counted;
};

const sum = (runs: readonly Run[], of: (run: Run) => boolean): number =>
  runs.filter(of).reduce((all, { count }) => all + count, 0);
const inFile =
  (file: RegExp, name: RegExp) =>
  (run: Run): boolean =>
    file.test(run.file) && name.test(run.name);

const print = (way: string, { runs }: Counted): void => {
  const own = runs.filter(({ file }) => file.startsWith("src/"));
  const files = [...new Set(own.map(({ file }) => file))].toSorted();
  const coded = sum(runs, inFile(/protobuf\/dist\/esm\/(?:to|from)-binary\.js$/, /^(?:toBinary|fromBinary)$/));
  const hashed =
    sum(runs, inFile(/^src\/sha256\.ts$/, /./)) + sum(runs, inFile(/^src\/store\/level\/seal\.ts$/, /^checkOf$/));
  const reads = sum(runs, inFile(/^src\/store\/level\/database\.ts$/, /^(?:storedValue|entriesOf)$/));
  const writes = sum(runs, inFile(/^src\/store\/level\/database\.ts$/, /^writeSynced$/));
  console.log(
    `${way.padEnd(8)} ${files.length} files, ${own.length} functions, ${coded} to and from binary, ${hashed} hashes, ${reads} reads and ${writes} writes of LevelDB`,
  );
  if (process.argv.includes("--files")) console.log(files.map((file) => `  ${file}`).join("\n"));
  if (!process.argv.includes("--rooms")) return;
  const rooms = Map.groupBy(files, (file) => file.split("/").slice(1, -1).join("/") || "(alone)");
  for (const [room, inRoom] of [...rooms].toSorted((a, b) => b[1].length - a[1].length))
    console.log(`  ${inRoom.length} ${room}`);
};

const dir = mkdtempSync(join(tmpdir(), "pincite-ways-"));
try {
  for (const [name, way] of Object.entries(ways)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const server = await opened(join(dir, name));
    // Warm: the third call meets nothing that is made once.
    for (let n = 0; n < 2; n++) await (await way(server))();
    const call = await way(server);
    await taken(server.child);
    await call();
    print(name, await taken(server.child));
    server.clients.close();
    server.transport.close();
    server.child.send("end");
    await once(server.child, "exit");
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
