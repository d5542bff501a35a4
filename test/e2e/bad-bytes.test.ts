import { readFileSync } from "node:fs";
import { connect } from "node:http2";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ImportItem_Outcome } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { ProposeRequestSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ImportedItem_Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { ownToken } from "../support/own-transport.ts";
import { sharedData } from "../support/shared-data.ts";
import { RunDriver } from "./support/run-driver.ts";
import { importFiles, importLaw, startTestServer, type TestServer } from "./support/server.ts";
import { traceOf } from "./support/trace.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const intent = create(StageProposalSchema, { proposal: { case: "intentSeed", value: { goal: "A goaal" } } });

/** One unary call with a body of one's own making, as gRPC frames it. */
const rawCall = async (method: string, message: Uint8Array) => {
  const session = connect(server.url);
  const headers = {
    ":method": "POST",
    ":path": `/${method}`,
    "content-type": "application/grpc+proto",
    te: "trailers",
    authorization: `Bearer ${ownToken()}`,
  };
  const frame = Buffer.alloc(5 + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, 5);
  try {
    return await new Promise<{ status: string; message: string }>((resolve, reject) => {
      const stream = session.request(headers);
      let last: Record<string, unknown> = {};
      stream.on("response", (head) => (last = { ...last, ...head }));
      stream.on("trailers", (trailers) => (last = { ...last, ...trailers }));
      stream.on("error", reject);
      stream.on("end", () =>
        resolve({
          status: String(last["grpc-status"] ?? ""),
          message: decodeURIComponent(String(last["grpc-message"] ?? "")),
        }),
      );
      stream.resume();
      stream.end(frame);
    });
  } finally {
    session.close();
  }
};

/** gRPC's own table says INTERNAL for a request that cannot be parsed; the sentence must say that it is the request. */
const expectUnreadable = ({ status, message }: { status: string; message: string }): void => {
  expect(["3", "13"]).toContain(status);
  expect(message).toMatch(/utf-?8|decode|parse|protobuf/i);
};

describe("bytes that are no request", () => {
  const method = "pincite.orchestrator.v1.OrchestratorService/Propose";
  let run: RunDriver;
  let good: Uint8Array;
  beforeEach(async () => {
    run = await RunDriver.create(server);
    good = toBinary(ProposeRequestSchema, create(ProposeRequestSchema, { ...run.command(), proposal: intent }));
  });

  it("of more than 4 MiB are refused with the limit", async () => {
    const before = await traceOf(server, run.runId);
    const { status, message } = await rawCall(method, Buffer.concat([good, Buffer.alloc(5 * 1024 * 1024)]));
    expect(status).toBe("8");
    expect(message).toMatch(/4194304|4 MiB/);
    expect(await traceOf(server, run.runId)).toEqual(before);
  });

  it("with invalid UTF-8 in a string are refused, not mended", async () => {
    const before = await traceOf(server, run.runId);
    const broken = Buffer.from(good);
    broken[broken.indexOf("aa")] = 0xff;
    expectUnreadable(await rawCall(method, broken));
    expect(await traceOf(server, run.runId)).toEqual(before);
  });

  it("cut off in the middle are refused", async () => {
    const before = await traceOf(server, run.runId);
    expectUnreadable(await rawCall(method, good.subarray(0, good.length - 3)));
    expect(await traceOf(server, run.runId)).toEqual(before);
  });

  it("with a field nobody knows are refused with its place", async () => {
    const before = await traceOf(server, run.runId);
    const { status, message } = await rawCall(method, Buffer.concat([good, Buffer.from([0xf8, 0x3f, 0x01])]));
    expect(status).toBe("3");
    expect(message).toMatch(/does not know/);
    expect(await traceOf(server, run.runId)).toEqual(before);
  });
});

describe("files that are not what they say", () => {
  const docs = async () => (await server.docs.listDocs({ pageSize: 200 })).docs.map((doc) => doc.docUid);

  it("an .eml that is a picture is refused in its row with what to do, and the others are imported", async () => {
    const before = await docs();
    const jpeg = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
      Buffer.from("JFIF\0"),
      Buffer.alloc(2_000, 0x91),
    ]);
    const items = await importFiles(server, [{ path: "photo.eml", bytes: jpeg }]);
    expect(items.map(({ outcome }) => outcome)).toEqual([ImportedItem_Outcome.REFUSED]);
    expect(items[0]?.reason).toMatch(/\S+ \S+ \S+/);
    expect(await docs()).toEqual(before);
  });

  it.each([
    ["no bytes at all", "empty.xml", Buffer.alloc(0)],
    ["text that is no XML", "BWBR0005290.xml", Buffer.from("goed werkgever")],
    ["an entity of its own", "BWBR0005290.xml", Buffer.from('<!DOCTYPE a [<!ENTITY x "y">]><toestand>&x;</toestand>')],
    ["another root", "BWBR0005290.xml", Buffer.from("<html/>")],
  ])("law import refuses %s with a reason and a sentence, and loads nothing", async (_, path, bytes) => {
    const answer = await importLaw(server, { path, bytes, validFrom: "2012-10-01" });
    expect(answer).toMatchObject({ importedCount: 0, refusedCount: 1 });
    expect(answer.items[0]).toMatchObject({ outcome: ImportItem_Outcome.REFUSED });
    expect(answer.items[0]?.reason).toMatch(/^[A-Z_]+$/);
    expect(answer.items[0]?.message).toMatch(/\S+ \S+ \S+/);
    expect((await server.laws.listLaws({})).totalCount).toBe(0);
  });

  const whole = sharedData("law-bwb-2012/BWBR0005290.xml");
  it.skipIf(whole === undefined)(
    "a statute cut off in the middle is refused as TRUNCATED, and one without a date for want of it",
    async () => {
      const bytes = readFileSync(whole ?? "");
      const path = "BWBR0005290.xml";
      const cut = await importLaw(server, {
        path,
        bytes: bytes.subarray(0, bytes.length / 2),
        validFrom: "2012-10-01",
      });
      expect(cut.items[0]?.reason).toBe("TRUNCATED");
      const undated = await importLaw(server, { path, bytes });
      expect(undated.items[0]?.reason).toBe("NO_VALID_FROM");
      const impossible = await importLaw(server, { path, bytes, validFrom: "2012-02-30" }).catch((error: unknown) =>
        String(error),
      );
      expect(typeof impossible === "string" ? impossible : impossible.items[0]?.reason).toMatch(/BAD_DATE|calendar/);
      expect((await server.laws.listLaws({})).totalCount).toBe(0);
    },
  );
});
