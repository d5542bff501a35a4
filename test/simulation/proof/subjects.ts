import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OrchestratorState, StagePhase } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { openConnection } from "../../../src/client/connection.ts";
import { exportProof } from "../../../src/client/memo-export.ts";
import { runDemo } from "../../../src/demo/run-demo.ts";
import { startPincite } from "../../../src/main.ts";
import { openReceiptKeys } from "../../../src/receipt-keys.ts";
import { cli } from "../../cli/support/cli.ts";
import { RunDriver } from "../../e2e/support/run-driver.ts";
import { importFiles, startTestServer } from "../../e2e/support/server.ts";
import { note, quote } from "../../e2e/support/small-case.ts";
import { unpackedFile } from "../../support/unpacked-file.ts";
import type { Subjects } from "./campaign.ts";

/** Another document with the words that the small case quotes. */
const another = { path: "minutes-2.txt", bytes: Buffer.from(`Second meeting.\n\n${quote} Two members were absent.\n`) };

/** Makes the demo's memo twice and gives both proofs unpacked, with the server's key. */
export const demoSubjects = async (redact = false): Promise<Subjects> => {
  const out = mkdtempSync(join(tmpdir(), "pincite-proof-demo-"));
  const demo = async (): Promise<Uint8Array> => {
    const { code, err } = await cli(["demo", "--out", out], { start: startPincite, demo: runDemo });
    if (code !== 0) throw new Error(`the demo failed: ${err}`);
    return newestProof(join(out, "store"), redact);
  };
  try {
    const proofs: [Uint8Array, Uint8Array] = [await demo(), await demo()];
    return { proofs, key: openReceiptKeys(join(out, "store"), new Date().toISOString()).signer };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};

const newestProof = async (dataDir: string, redact: boolean): Promise<Uint8Array> => {
  const server = await startTestServer(dataDir);
  const connection = openConnection(server.url);
  try {
    const { runs } = await server.orchestrator.listRuns({ pageSize: 1 });
    return unpackedFile((await exportProof(connection, runs[0]?.runId ?? "", redact)).bytes);
  } finally {
    connection.close();
    await server.stop();
  }
};

/** Makes two small memos on a real server and gives their proofs, as its clients unpack them, with the server's key. */
export const smallSubjects = async (redact = false): Promise<Subjects> => {
  const dataDir = mkdtempSync(join(tmpdir(), "pincite-proof-"));
  const server = await startTestServer(dataDir);
  const connection = openConnection(server.url);
  try {
    const docs = await importFiles(server, [note, another]);
    const made = async (docUid = ""): Promise<Uint8Array> => {
      const driver = await RunDriver.create(server);
      await driver.park(docUid, OrchestratorState.DRAFT, StagePhase.CONFIRMED, true);
      return unpackedFile((await exportProof(connection, driver.context.runId, redact)).bytes);
    };
    const proofs: [Uint8Array, Uint8Array] = [await made(docs[0]?.docUid), await made(docs[1]?.docUid)];
    return { proofs, key: openReceiptKeys(dataDir, new Date().toISOString()).signer };
  } finally {
    connection.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
