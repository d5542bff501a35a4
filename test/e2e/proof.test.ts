import { fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MemoProofSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { ProofService } from "../../gen/pincite/proof/v1/proof_service_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { exportProof } from "../../src/client/memo-export.ts";
import { verifyProof } from "../../src/main/verify-proof.ts";
import { unpackedFile } from "../support/unpacked-file.ts";
import { reasonOf } from "./support/refusal.ts";
import { RunDriver } from "./support/run-driver.ts";
import type { TestServer } from "./support/server.ts";
import { note } from "./support/small-case.ts";
import { startSmallServer } from "./support/small-server.ts";

const { DRAFT, SPAN_RESOLUTION } = OrchestratorState;
const { CONFIRMED, OPEN } = StagePhase;

let server: TestServer;
let docUid: string;
beforeAll(async () => {
  ({ server, docUid } = await startSmallServer());
});
afterAll(() => server.stop());

const parked = async (finalise: boolean): Promise<RunDriver> =>
  (await RunDriver.create(server)).park(docUid, DRAFT, CONFIRMED, finalise);

const proofOf = async (runId: string) => {
  const connection = openConnection(server.url);
  try {
    return await exportProof(connection, runId);
  } finally {
    connection.close();
  }
};

describe("ProofService", () => {
  it("gives a finalised memo's proof, which holds with no server running it", async () => {
    const { runId, version } = (await parked(true)).context;
    const { bytes, head } = await proofOf(runId);
    expect(head).toMatchObject({ name: "memo.pincite", revision: version });
    const { checks } = await verifyProof(bytes, undefined);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(bytes.length).toBeLessThan(100_000);
    const proof = fromBinary(MemoProofSchema, await unpackedFile(bytes));
    expect(proof.texts).toHaveLength(1);
    expect(proof.checkpoint.split("\n").slice(0, 2)).toEqual([`pincite/${runId}`, String(proof.events.length)]);
  });

  it("holds only by a key that the reader knows, where one is named", async () => {
    const { bytes } = await proofOf((await parked(true)).context.runId);
    const [, keys, ...rest] = (await verifyProof(bytes, "0123456789abcdef")).checks;
    expect(keys).toMatchObject({ passed: false });
    expect(keys?.detail).toContain("0123456789abcdef is not among its keys");
    expect(rest).toEqual([]);
  });

  it("proves no draft that is not finalised, nor one at another revision", async () => {
    const draft = (await parked(false)).context;
    const early = await (await RunDriver.create(server)).park(docUid, SPAN_RESOLUTION, OPEN);
    const { runId } = (await parked(true)).context;
    expect(await reasonOf(proofOf(draft.runId))).toBe("STAGE_FORBIDS");
    expect(await reasonOf(proofOf(early.context.runId))).toBe("STAGE_FORBIDS");
    expect(await reasonOf(proofOf("run-none"))).toBe("RUN_NOT_FOUND");
    const connection = openConnection(server.url);
    const stale = async () => {
      for await (const part of connection.proofs.makeProof({ runId, revision: "1-00" })) void part;
    };
    expect(await reasonOf(stale())).toBe("RUN_VERSION_STALE");
    connection.close();
    expect(ProofService.method.makeProof.methodKind).toBe("server_streaming");
  });

  it("says of any other bytes that they are no proof", async () => {
    for (const bytes of [new Uint8Array(), Uint8Array.of(1, 2, 3), Buffer.from("# Memo\n"), note.bytes]) {
      const { checks } = await verifyProof(Uint8Array.from(bytes), undefined);
      expect(checks).toHaveLength(1);
      expect(checks[0]).toMatchObject({ passed: false });
    }
  });
});
