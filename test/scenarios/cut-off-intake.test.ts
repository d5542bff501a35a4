import { create } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DecideToolRequestRequestSchema } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { VaultBundleService } from "../../gen/pincite/vault/v1/vault_bundle_service_pb.ts";
import type { ToolExecutor } from "../../src/engine/run/ports.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { createToolExecutor } from "../../src/upstream/executor.ts";
import { vaultRoutes } from "../../src/vault/routes.ts";
import { openVault, type Vault } from "../../src/vault/vault.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import type { RunDriver } from "../engine/run-driver.ts";
import { TestEngine } from "../engine/support.ts";

// The server stops between the moment it asked the Vault and the moment it would have recorded the answer. It cannot know
// what the Vault did; a person finds out with a dry run of the very same request, and a new one does no harm.

const note = new TextEncoder().encode("Op 3 maart vroeg ik om verlenging.\n");
const file = { params: { case: "vaultImport", value: { path: "notitie.txt", content: note } } } as const;
const bundle = { params: { case: "vaultBundleAttach", value: { bundleId: "dossier" } } } as const;

let vault: Vault;
beforeEach(async () => {
  const clock = { now: () => Date.UTC(2026, 0, 5) };
  const common = { owner: "tester", clock, tokenKey: new Uint8Array(32).fill(7) };
  vault = await openVault({ ...common, store: await openMemoryStore(), indexDir: "memory" });
});
afterEach(() => vault.close());

/** Tools over the real Vault, of which the next call that counts is cut off before or after the Vault heard of it. */
const cutting = (real: ToolExecutor) => {
  let cut: "before" | "after" | undefined;
  const reached = Promise.withResolvers<void>();
  const run: ToolExecutor["run"] = async (one) => {
    const when = one.dryRun ? undefined : cut;
    if (when === undefined) return real.run(one);
    cut = undefined;
    if (when === "after") await real.run(one);
    reached.resolve();
    return new Promise(() => undefined);
  };
  const cutNext = (when: typeof cut) => {
    cut = when;
    return reached.promise;
  };
  return { tools: { tools: real.tools, run } satisfies ToolExecutor, cutNext };
};

const decide = async (run: RunDriver, requestId: string, decision: ToolDecision) => {
  const waiting = (await run.refresh()).pendingToolRequests.find((one) => one.requestId === requestId);
  const { toolName = "", paramsDigest = "" } = waiting ?? {};
  const request = { ...run.command(), requestId, toolName, paramsDigest, decision };
  return run.engine.answerToolRequest(create(DecideToolRequestRequestSchema, request));
};

const cutOff = async (when: "before" | "after", toolName: string, params: typeof file | typeof bundle) => {
  const upstream = createInProcessTransport(vaultRoutes(vault));
  const real = createToolExecutor({ vault: upstream });
  for await (const _ of vault.importFiles("archive", [{ path: "n.txt", mediaType: "", bytes: note }])) void _;
  await createClient(VaultBundleService, upstream).createBundle({
    ...{ bundleUid: "dossier", sourceStrandId: "archive", docUids: [sha256Hex(note)], offeredStrandIds: ["default"] },
  });
  const { tools, cutNext } = cutting(real);
  const test = await TestEngine.open({ tools });
  const run = await test.newRun();
  const { request } = await run.requestTool(toolName, params);
  const id = request?.id ?? "";
  const cut = cutNext(when);
  void decide(run, id, ToolDecision.ALLOW);
  await cut;
  await test.restart();
  return { test, run, id };
};

describe.each([
  ["vault.import", file],
  ["vault.bundle.attach", bundle],
] as const)("%s, cut off", (toolName, params) => {
  it.each([
    ["before", "1 document would be new, 0 known already"],
    ["after", "0 documents would be new, 1 known already"],
  ] as const)("%s the Vault acted, is told apart by a dry run of the same request", async (when, told) => {
    const { run, id } = await cutOff(when, toolName, params);
    expect((await run.refresh()).pendingToolRequests[0]).toMatchObject({ waitsFor: WaitsFor.REVIEW });
    const { dryRunResult } = await run.execute(id, { dryRun: true });
    expect(dryRunResult?.summary).toBe(`${told}, 0 refused, in strand default`);
    await decide(run, id, ToolDecision.ACKNOWLEDGE);
    await run.refresh();
    const again = await run.requestTool(toolName, params);
    const { result } = await decide(run, again.request?.id ?? "", ToolDecision.ALLOW);
    expect(result).toMatchObject({
      status: ToolResultStatus.OK,
      summary: `${told.replaceAll("would be ", "")}, 0 refused, in strand default`,
    });
  });
});
