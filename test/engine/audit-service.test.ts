import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { AuditService } from "../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { SignedStatementSchema } from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { readManifest } from "../../src/proof/key-manifest.ts";
import { auditService } from "../../src/rpc/audit-service.ts";
import { createPaging } from "../../src/rpc/paging.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { silentLog } from "../../src/wire/log.ts";
import { crypto } from "../proof/support.ts";
import { auditOf } from "./audit-fixture.ts";
import { owner, TestEngine } from "./support.ts";

/** The service behind a transport that encodes and decodes, over a run with three receipts. */
const served = async () => {
  const test = await TestEngine.open();
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  for (const query of ["een", "twee", "drie"])
    await run.tool("vault.search", { params: { case: "vaultSearch", value: { query } } });
  const paging = createPaging(new Uint8Array(32), owner);
  const transport = createInProcessTransport(
    (router) => void router.service(AuditService, auditService(auditOf(test), paging)),
    { log: silentLog, longMethods: [] },
  );
  return { client: createClient(AuditService, transport), runId: run.runId };
};

const codeOf = async (call: Promise<unknown>): Promise<Code> =>
  call.then(
    () => Code.Unknown,
    (error: unknown) => ConnectError.from(error).code,
  );

describe("AuditService", () => {
  it("pages receipts and events by tokens that hold for this run alone", async () => {
    const { client, runId } = await served();
    const first = await client.listReceipts({ runId, pageSize: 2 });
    const second = await client.listReceipts({ runId, pageSize: 2, pageToken: first.nextPageToken });
    expect([...first.receipts, ...second.receipts].map(({ receipt }) => receipt?.number)).toEqual([1, 2, 3]);
    expect(second.nextPageToken).toBe("");
    const events = await client.listEvents({ runId, pageSize: 3 });
    expect(events.events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    const more = await client.listEvents({ runId, pageSize: 3, pageToken: events.nextPageToken });
    expect(more.events[0]?.seq).toBe(4);
    for (const pageToken of [events.nextPageToken, "x"])
      expect(await codeOf(client.listReceipts({ runId, pageSize: 2, pageToken }))).toBe(Code.InvalidArgument);
  });

  it("gives a receipt as signed, whose bytes have the digest it goes by, and says that it holds", async () => {
    const { client, runId } = await served();
    const { receipts } = await client.listReceipts({ runId });
    const { statement, ref } = await client.getReceipt({ id: receipts[2]?.receipt?.receiptId ?? "" });
    const bytes = toBinary(SignedStatementSchema, statement ?? create(SignedStatementSchema));
    expect(Buffer.from(crypto.sha256(bytes)).toString("hex")).toBe(ref?.digest);
    const asked = { receipt: { case: "statement", value: statement! } } as const;
    expect(await client.verifyReceipt(asked)).toMatchObject({ valid: true });
    const payload = statement!.payload.with(9, (statement!.payload[9] ?? 0) ^ 1);
    const changed = create(SignedStatementSchema, { ...statement!, payload });
    const { valid, checks } = await client.verifyReceipt({ receipt: { case: "statement", value: changed } });
    expect(valid).toBe(false);
    expect(checks.find(({ passed }) => !passed)?.name).toBe("signature");
  });

  it("hands out its keys with the manifest that vouches for them", async () => {
    const { client } = await served();
    const { keys, manifest } = await client.getKeys({});
    expect(readManifest(toBinary(SignedStatementSchema, manifest!), crypto)).toEqual({ keys });
  });

  it("answers NOT_FOUND for what is not the caller's, and INVALID_ARGUMENT for nothing named", async () => {
    const { client } = await served();
    const runId = "run-01J00000000000000000000000";
    const calls = [
      client.listReceipts({ runId }),
      client.listEvents({ runId }),
      client.getTelemetry({ runId }),
      client.getReceipt({ id: "receipt:01J" }),
      client.verifyReceipt({ receipt: { case: "id", value: "receipt:01J" } }),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => Code.NotFound));
    expect(await codeOf(client.verifyReceipt({}))).toBe(Code.InvalidArgument);
    expect(await codeOf(client.listReceipts({ runId: "" }))).toBe(Code.InvalidArgument);
  });
});
