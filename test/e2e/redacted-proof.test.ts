import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MemoProofSchema, RedactedTextSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { exportProof } from "../../src/client/memo-export.ts";
import { verifyProof } from "../../src/main/verify-proof.ts";
import { newFolder } from "../support/new-folder.ts";
import { unpackedFile } from "../support/unpacked-file.ts";
import { RunDriver } from "./support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";
import { note, quote } from "./support/small-case.ts";

const script = fileURLToPath(new URL("../../docs/verify-proof.py", import.meta.url));

/** Minutes with much before and behind the words that are quoted: more than is shown around them. */
const minutes = {
  path: "minutes.txt",
  bytes: Buffer.from(
    `Minutes of the meeting.\n\nMs Example said that her neighbour is ill. ${"The agenda was long and nobody had read it. ".repeat(3)}\n\n${quote} Nobody objected.\n\nThe chairman spoke of a dispute with the landlord, at length. Then he closed the meeting.\n`,
  ),
};

let server: TestServer;
const folder = newFolder("redacted");
let whole: Uint8Array;
let bytes: Uint8Array;
beforeAll(async () => {
  server = await startTestServer();
  const docUid = (await importFiles(server, [minutes, note]))[0]?.docUid ?? "";
  const driver = await RunDriver.create(server);
  const { runId } = await driver.park(docUid, OrchestratorState.DRAFT, StagePhase.CONFIRMED, true);
  const connection = openConnection(server.url);
  whole = await unpackedFile((await exportProof(connection, runId)).bytes);
  const { bytes: redacted, head } = await exportProof(connection, runId, true);
  bytes = await unpackedFile(redacted);
  connection.close();
  expect(head.name).toBe("memo-redacted.pincite");
});
afterAll(() => server.stop());

describe("a redacted proof", () => {
  it("holds, as far as it says that it can, in both programs", async () => {
    const { checks, redacted } = await verifyProof(bytes, undefined);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect([checks.length, redacted]).toEqual([12, true]);
    writeFileSync(join(folder, "memo"), bytes);
    expect(execFileSync("python3", [script, "--many", folder], { encoding: "utf8" })).toBe("memo holds\n");
  });

  it("lays open the quotation with what was shown around it, and says how much it keeps back", () => {
    const { texts } = fromBinary(MemoProofSchema, bytes);
    const [text] = texts.map((one) => fromBinary(RedactedTextSchema, one));
    expect(text?.pieces.map(({ content }) => content.case)).toEqual(["saltedSha256", "shown", "saltedSha256"]);
    expect(text?.pieces[1]?.content.value).toContain(quote);
    const length = text?.pieces.reduce((sum, { lengthChars }) => sum + lengthChars, 0);
    expect(length).toBe(minutes.bytes.length);
  });

  it("holds none of the words that are not shown, though the whole one does", () => {
    for (const secret of ["her neighbour is ill", "Then he closed the meeting", "Minutes of the meeting"]) {
      expect(Buffer.from(whole).includes(secret), secret).toBe(true);
      expect(Buffer.from(bytes).includes(secret), secret).toBe(false);
    }
  });

  it("keeps back under another hash each time, so that nobody can guess at what is short", async () => {
    const connection = openConnection(server.url);
    const { runId } = fromBinary(MemoProofSchema, bytes);
    const again = await unpackedFile((await exportProof(connection, runId, true)).bytes);
    connection.close();
    const hashes = (proof: Uint8Array) =>
      fromBinary(MemoProofSchema, proof)
        .texts.flatMap((one) => fromBinary(RedactedTextSchema, one).pieces)
        .flatMap(({ content }) =>
          content.case === "saltedSha256" ? [Buffer.from(content.value).toString("hex")] : [],
        );
    expect(hashes(again)).toHaveLength(2);
    expect(hashes(again).filter((hash) => hashes(bytes).includes(hash))).toEqual([]);
  });
});
