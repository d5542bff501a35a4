import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SentenceChange_Kind } from "../../gen/pincite/export/v1/export_service_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { DocMark } from "../../gen/pincite/vault/v1/doc_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { exportMemo } from "../../src/client/memo-export.ts";
import { contextOf } from "../../src/client/run-view.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { cli } from "../cli/support/cli.ts";
import { newFolder } from "../support/new-folder.ts";
import { reasonOf, refusalOf } from "./support/refusal.ts";
import { RunDriver } from "./support/run-driver.ts";
import type { TestServer } from "./support/server.ts";
import { startSmallServer } from "./support/small-server.ts";

const { SKELETON, DRAFT } = OrchestratorState;
const { OPEN, CONFIRMED } = StagePhase;

let server: TestServer;
let docUid: string;
beforeAll(async () => {
  ({ server, docUid } = await startSmallServer());
});
afterAll(() => server.stop());

const drafted = async (finalise: boolean): Promise<RunDriver> =>
  (await RunDriver.create(server)).park(docUid, DRAFT, CONFIRMED, finalise);

/** The parts of an export as a stranger's client gets them. */
const partsOf = async (asked: { runId: string; format: string; revision?: string; locale?: string }) => {
  const parts = [];
  for await (const { part } of server.memoExport.exportMemo(asked)) parts.push(part);
  return parts;
};

describe("ExportService", () => {
  it("gives each format it lists as a head and then the bytes that the head names", async () => {
    const { runId } = (await drafted(true)).context;
    const { formats } = await server.memoExport.listFormats({});
    expect(formats.map(({ name }) => name)).toEqual(["docx", "html", "md", "pdf", "zip"]);
    for (const { name: format, mediaType } of formats) {
      const [first, ...rest] = await partsOf({ runId, format });
      if (first?.case !== "head") throw new Error("the head comes first");
      const bytes = Buffer.concat(rest.map((part) => (part.case === "content" ? part.value : new Uint8Array())));
      expect(rest.every((part) => part.case === "content" && part.value.length <= 256 * 1024)).toBe(true);
      const name = format === "zip" ? "exhibits.zip" : `memo.${format}`;
      expect(first.value).toMatchObject({ name, mediaType, sha256: sha256Hex(bytes) });
      expect(first.value.sizeBytes).toBe(BigInt(bytes.length));
    }
  });

  it("gives the same bytes again, and to the command line's client the same as to anybody", async () => {
    const { runId } = (await drafted(true)).context;
    const connection = openConnection(server.url);
    for (const format of ["docx", "html", "md", "pdf", "zip"]) {
      const once = await exportMemo(connection, { runId, format });
      const again = await exportMemo(connection, { runId, format });
      expect(again.head).toEqual(once.head);
    }
    connection.close();
  });

  it("says of a draft that is not finalised that it is none", async () => {
    const { runId } = (await drafted(false)).context;
    const text = Buffer.concat(
      (await partsOf({ runId, format: "md", locale: "en" })).map((part) =>
        part.case === "content" ? part.value : new Uint8Array(),
      ),
    ).toString();
    expect(text).toContain("DRAFT: not finalised yet.");
  });

  it("refuses what it cannot print, and says what to do", async () => {
    const run = (await drafted(true)).context;
    const early = await (await RunDriver.create(server)).park(docUid, SKELETON, OPEN);
    expect((await refusalOf(partsOf({ runId: run.runId, format: "rtf" })))?.message).toContain("docx, html, md");
    expect(await reasonOf(partsOf({ runId: run.runId, format: "rtf" }))).toBe("REQUEST_INVALID");
    expect(await reasonOf(partsOf({ runId: "run-none", format: "md" }))).toBe("RUN_NOT_FOUND");
    expect(await reasonOf(partsOf({ runId: early.context.runId, format: "md" }))).toBe("STAGE_FORBIDS");
    expect(await reasonOf(partsOf({ runId: run.runId, format: "md", revision: "1-00" }))).toBe("RUN_VERSION_STALE");
  });
});

describe("a document that is marked as holding health data", () => {
  const health = { addMarks: [DocMark.SENSITIVE_HEALTH] };
  afterEach(() =>
    server.docs.setDoc({ idempotencyKey: crypto.randomUUID(), docUid, removeMarks: [DocMark.SENSITIVE_HEALTH] }),
  );

  it("keeps a letter to the employer from being finalised, and one that was from being exported in any format", async () => {
    const open = await drafted(false);
    const done = await drafted(true);
    await server.docs.setDoc({ idempotencyKey: crypto.randomUUID(), docUid, ...health });
    expect(await reasonOf(open.advance())).toBe("STAGE_FORBIDS");
    for (const format of ["docx", "html", "md", "pdf", "zip"])
      expect(await reasonOf(partsOf({ runId: done.context.runId, format }))).toBe("STAGE_FORBIDS");
    await server.docs.setDoc({ idempotencyKey: crypto.randomUUID(), docUid, removeMarks: [DocMark.SENSITIVE_HEALTH] });
    await open.advance();
    expect((await partsOf({ runId: done.context.runId, format: "md" })).length).toBeGreaterThan(1);
  });

  it("is no obstacle where the memo is for UWV", async () => {
    const profileId = "uwv-deskundigenoordeel";
    const { runContext } = await server.orchestrator.createRun({ idempotencyKey: crypto.randomUUID(), profileId });
    const driver = new RunDriver(server, contextOf(runContext));
    await driver.park(docUid, DRAFT, CONFIRMED, false);
    await server.docs.setDoc({ idempotencyKey: crypto.randomUUID(), docUid, ...health });
    await driver.advance();
    expect((await partsOf({ runId: driver.context.runId, format: "zip" })).length).toBeGreaterThan(1);
  });
});

describe("an edited Word file", () => {
  const edited = (bytes: Uint8Array, from: string, to: string): Uint8Array => {
    const parts = unzipSync(bytes);
    const xml = strFromU8(parts["word/document.xml"]!);
    expect(xml).toContain(from);
    return zipSync({ ...parts, "word/document.xml": strToU8(xml.replace(from, to)) });
  };
  const exported = async (runId: string): Promise<Uint8Array> => {
    const connection = openConnection(server.url);
    const { bytes } = await exportMemo(connection, { runId, format: "docx" });
    connection.close();
    return bytes;
  };

  it("is read back as a draft that the checks judge: an altered quotation is told and refused", async () => {
    const driver = await drafted(false);
    const { runId } = driver.context;
    const same = await server.memoExport.readBack({ runId, docx: await exported(runId) });
    expect(same.changes).toEqual([]);
    const docx = edited(await exported(runId), "delivered to the board", "delivered to the chairman");
    const { proposal, changes } = await server.memoExport.readBack({ runId, docx });
    expect(changes).toMatchObject([{ kind: SentenceChange_Kind.CHANGED, sentenceId: "sentence:1" }]);
    await driver.propose(create(StageProposalSchema, { proposal: { case: "draftText", value: proposal! } }));
    expect(driver.context.missingInputs.some(({ rule }) => rule === DraftRule.QUOTATION_NOT_IN_SOURCE)).toBe(true);
  });

  it("is put forward by the command line, sentence by sentence told", async () => {
    const driver = await drafted(false);
    const { runId } = driver.context;
    const folder = newFolder("edited");
    const path = join(folder, "brief.docx");
    writeFileSync(path, edited(await exported(runId), "delivered to the board", "delivered to the chairman"));
    const typed = (...more: string[]) =>
      cli(["run", "read-back", runId, path, ...more], { env: { PINCITE_URL: server.url } });
    expect((await typed("--print")).out).toMatch(/^changed: sentence 1 .*chairman/u);
    const { code, out } = await typed();
    expect([code, out]).toEqual([0, expect.stringContaining("Missing")]);
    rmSync(folder, { recursive: true });
  });

  it("is refused where it is none", async () => {
    const { runId } = (await drafted(true)).context;
    expect(await reasonOf(server.memoExport.readBack({ runId, docx: Buffer.from("x") }))).toBe("REQUEST_INVALID");
  });
});
