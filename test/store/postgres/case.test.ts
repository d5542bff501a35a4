import { cpSync } from "node:fs";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import type { Interceptor, StreamResponse, UnaryResponse } from "@connectrpc/connect";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MemoProofSchema } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { type Connection, openConnection } from "../../../src/client/connection.ts";
import { exportProof } from "../../../src/client/memo-export.ts";
import { walk } from "../../../src/demo/run-demo.ts";
import { copyStores } from "../../../src/main/copy-stores.ts";
import { verifyProof } from "../../../src/main/verify-proof.ts";
import { startPincite } from "../../../src/main.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { fromConnectError } from "../../../src/wire/error.ts";
import { killReplica, type Replica, type Site, startReplica } from "../../simulation/firm/replicas.ts";
import { newFolder } from "../../support/new-folder.ts";
import { ownTransport } from "../../support/own-transport.ts";
import { packedLauncher } from "../../support/packed.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";
import { withoutNames } from "../../support/proof-without-names.ts";
import { unpackedFile } from "../../support/unpacked-file.ts";

/** The call in which the replica that it goes to is killed: about the middle of the case. */
const killedIn = { method: "Confirm", time: 4 };

let cluster: Cluster;
let folder: string;
/** The case, answered by a server on a folder. */
let onFolder: Uint8Array;
const replicas: Replica[] = [];

const shell = { say: () => undefined, newKey: () => crypto.randomUUID() };

const proofOf = async (connection: Connection): Promise<Uint8Array> => {
  const { context } = await walk(shell, connection, "");
  return (await exportProof(connection, context.runId)).bytes;
};

/** The proof of a run by a server that is started for it, and the store it reads. */
const proofAt = async (dataDir: string, runId: string, store?: string): Promise<Uint8Array> => {
  const at = store === undefined ? {} : { store };
  const server = await startPincite({ dataDir, port: 0, user: "tester", log: "silent", ...at });
  const connection = openConnection(server.url);
  try {
    return (await exportProof(connection, runId)).bytes;
  } finally {
    connection.close();
    await server.stop();
  }
};

const openedProof = async (bytes: Uint8Array) => fromBinary(MemoProofSchema, await unpackedFile(bytes));

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: the case of 9 December over two servers; PostgreSQL is not installed");

describe.skipIf(!has)("the letter of 9 December, answered over two servers of which one is killed midway", () => {
  beforeAll(async () => {
    folder = newFolder("case");
    cluster = await startCluster();
    const alone = await startPincite({ dataDir: join(folder, "alone"), port: 0, user: "tester", log: "silent" });
    const near = openConnection(alone.url);
    onFolder = await proofOf(near);
    near.close();
    await alone.stop();
  });
  afterAll(async () => {
    for (const replica of replicas) {
      await killReplica(replica);
      replica.clients.close();
    }
    await cluster.remove();
  });

  it("has a proof that holds with no server running, and is the one of a server on a folder but for names and times", async () => {
    // The keys of the same installation, so that nothing but the store is another one; the second server gets those of the first.
    cpSync(join(folder, "alone", "keys"), join(folder, "one", "keys"), { recursive: true });
    const site: Site = { folder, store: cluster.address(), env: {}, launcher: await packedLauncher() };
    for (const name of ["one", "two"]) replicas.push(await startReplica(site, name));
    const [one, two] = replicas as [Replica, Replica];
    const other = ownTransport(two.clients.url);
    const asked = { one: 0, two: 0 };
    let kills = 0;
    let isKilled = false;
    const either: Interceptor = (next) => async (request) => {
      if (request.stream && !isKilled) return next(request);
      const toTwo = (): Promise<UnaryResponse | StreamResponse> => {
        asked.two++;
        const { signal, header } = request;
        return request.stream
          ? other.stream(request.method, signal, undefined, header, request.message)
          : other.unary(request.method, signal, undefined, header, request.message as Record<string, unknown>);
      };
      if (isKilled || (asked.one + asked.two) % 2 === 1) return toTwo();
      asked.one++;
      const answer: Promise<UnaryResponse | StreamResponse> = next(request);
      if (request.method.name === killedIn.method && ++kills === killedIn.time) {
        isKilled = true;
        void killReplica(one);
      }
      return answer.catch((error: unknown) => {
        if (!isKilled) throw error;
        return toTwo();
      });
    };
    const connection = openConnection(one.clients.url, undefined, [either]);
    /** On a machine too busy for a lease of five seconds the other server ends a turn, as it should: the case is begun again. */
    const begun = async (left: number): Promise<Uint8Array> => {
      kills = 0;
      try {
        return await proofOf(connection);
      } catch (error) {
        if (left === 0 || isKilled || !["FENCED", "SERVER_DRAINING"].includes(fromConnectError(error).reason))
          throw error;
        return begun(left - 1);
      }
    };
    const overTwo = await begun(4);
    connection.close();
    other.close();
    expect(isKilled).toBe(true);
    expect(Math.min(asked.one, asked.two)).toBeGreaterThan(10);

    for (const bytes of [onFolder, overTwo])
      expect((await verifyProof(bytes, undefined)).checks.filter(({ passed }) => !passed)).toEqual([]);
    const [here, there] = [await openedProof(onFolder), await openedProof(overTwo)];
    expect(there.events.length).toBe(here.events.length);
    expect(withoutNames(there)).toEqual(withoutNames(here));
    // The comparison sees a word.
    const changed = structuredClone(here);
    changed.texts = changed.texts.slice(1);
    expect(withoutNames(changed)).not.toEqual(withoutNames(here));
  });

  it("has the same proof, byte for byte but for its date, once it was moved into a database and back into a folder", async () => {
    const client = new pg.Client({ connectionString: cluster.address() });
    await client.connect();
    await client.query("CREATE DATABASE moved");
    await client.end();
    const database = new URL(cluster.address());
    database.pathname = "/moved";
    const [alone, back] = [join(folder, "alone"), join(folder, "back")];
    const there = await copyStores(alone, database.href);
    cpSync(join(alone, "keys"), join(back, "keys"), { recursive: true });
    expect(await copyStores(database.href, back)).toEqual(there);
    const { runId, events, artifacts, texts } = await openedProof(onFolder);
    for (const bytes of [await proofAt(alone, runId, database.href), await proofAt(back, runId)]) {
      expect((await verifyProof(bytes, undefined)).checks.filter(({ passed }) => !passed)).toEqual([]);
      const moved = await openedProof(bytes);
      for (const [was, is] of [
        [events, moved.events],
        [artifacts, moved.artifacts],
        [texts, moved.texts],
      ] as const)
        expect(is.map((one) => sha256Hex(one))).toEqual(was.map((one) => sha256Hex(one)));
    }
  });
});
