import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OrchestratorState, StagePhase } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { openConnection } from "../../../src/client/connection.ts";
import { exportProof } from "../../../src/client/memo-export.ts";
import { openReceiptKeys } from "../../../src/receipt-keys.ts";
import { RunDriver } from "../../e2e/support/run-driver.ts";
import { importFiles, startTestServer } from "../../e2e/support/server.ts";
import { note, quote } from "../../e2e/support/small-case.ts";
import type { Subjects } from "./campaign.ts";

/** Another document with the words that the small case quotes. */
const another = { path: "minutes-2.txt", bytes: Buffer.from(`Second meeting.\n\n${quote} Two members were absent.\n`) };

/** Makes two small memos on a real server and gives their proofs, as its clients get them, with the server's key. */
export const smallSubjects = async (): Promise<Subjects> => {
  const dataDir = mkdtempSync(join(tmpdir(), "pincite-proof-"));
  const server = await startTestServer(dataDir);
  const connection = openConnection(server.url);
  try {
    const docs = await importFiles(server, [note, another]);
    const made = async (docUid = ""): Promise<Uint8Array> => {
      const driver = await RunDriver.create(server);
      await driver.park(docUid, OrchestratorState.DRAFT, StagePhase.CONFIRMED, true);
      return (await exportProof(connection, driver.context.runId)).bytes;
    };
    const proofs: [Uint8Array, Uint8Array] = [await made(docs[0]?.docUid), await made(docs[1]?.docUid)];
    return { proofs, key: openReceiptKeys(dataDir, new Date().toISOString()).signer };
  } finally {
    connection.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
