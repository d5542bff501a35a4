import { create, fromBinary } from "@bufbuild/protobuf";
import { createClient, createRouterTransport, type ServiceImpl } from "@connectrpc/connect";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ResolveOutputSchema,
  TakenDocument_Outcome,
  VaultIntakeOutputSchema,
} from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { AttachBundleResponseSchema, VaultBundleService } from "../../gen/pincite/vault/v1/vault_bundle_service_pb.ts";
import {
  ImportFileResponseSchema,
  ImportedItem_Outcome as Outcome,
  VaultImportService,
} from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { ToolOutcome, ToolRun } from "../../src/engine/run/ports.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { createToolExecutor } from "../../src/upstream/executor.ts";
import type { Upstreams } from "../../src/upstream/ports.ts";
import { vaultRoutes } from "../../src/vault/routes.ts";
import type { Vault } from "../../src/vault/vault.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { openTestVault } from "../vault/vault-fixture.ts";
import { failing, secret, toolRun } from "./fakes.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const note = bytes("Op 3 maart heb ik mondeling gevraagd om verlenging.\n");
const taken = (outcome: ToolOutcome) => fromBinary(VaultIntakeOutputSchema, outcome.output!.bytes);

const importing = (path: string, content: Uint8Array, more: Partial<ToolRun> = {}): ToolRun => ({
  ...toolRun("vault.import", { case: "vaultImport", value: { path, content } }),
  ...more,
});

const withId = (run: ToolRun, id: string): ToolRun => ({ ...run, request: { ...run.request, id } });

describe("taking documents into the real Vault", () => {
  let vault: Vault;
  let upstreams: Upstreams;
  const run = (one: ToolRun) => createToolExecutor(upstreams).run(one);
  const search = (strandId = "case-7") =>
    run({ ...toolRun("vault.search", { case: "vaultSearch", value: { query: "mondeling" } }), strandId });
  const inspect = (bundleId: string) =>
    run(toolRun("vault.bundle.inspect", { case: "vaultBundleInspect", value: { bundleId } }));
  const attaching = (bundleId: string, id: string, more: Partial<ToolRun> = {}): ToolRun => ({
    ...withId(toolRun("vault.bundle.attach", { case: "vaultBundleAttach", value: { bundleId } }), id),
    ...more,
  });

  beforeEach(async () => {
    ({ vault } = await openTestVault());
    upstreams = { vault: createInProcessTransport(vaultRoutes(vault)) };
  });
  afterEach(() => vault.close());

  /** A strand of somebody else's with one document, offered as a bundle. */
  const offer = async (bundleUid: string, to: string[]) => {
    await run({ ...importing("notitie.txt", note), strandId: "archive" });
    await createClient(VaultBundleService, upstreams.vault!).createBundle({
      ...{ bundleUid, title: "Dossier", sourceStrandId: "archive" },
      ...{ docUids: [sha256Hex(note)], offeredStrandIds: to },
    });
  };

  it("imports a file once, and knows it the second time", async () => {
    const first = await run(importing("notitie.txt", note));
    expect(first).toMatchObject({
      ...{ status: "OK", reason: "", refinedQuery: "" },
      summary: "1 document new, 0 known already, 0 refused, in strand case-7",
    });
    expect(first.output?.kind).toBe("pincite.tool.v1.VaultIntakeOutput");
    expect(taken(first).documents).toMatchObject([
      { evidenceId: `vault:${sha256Hex(note)}`, outcome: TakenDocument_Outcome.NEW },
    ]);
    const again = await run(importing("notitie.txt", note));
    expect(taken(again)).toMatchObject({ newCount: 0, knownCount: 1 });
    expect((await search()).status).toBe("OK");
    expect((await search("case-8")).status).toBe("EMPTY");
  });

  it("writes nothing on a dry run, and says what it would do", async () => {
    const tried = await run(importing("notitie.txt", note, { dryRun: true }));
    expect(tried).toMatchObject({ status: "OK", summary: expect.stringMatching(/^1 document would be new, /) });
    expect((await search()).status).toBe("EMPTY");
    expect(taken(await run(importing("notitie.txt", note)))).toMatchObject({ newCount: 1, knownCount: 0 });
  });

  it("calls a file it cannot read an error, and says which kinds it reads", async () => {
    const outcome = await run(importing("foto.xyz", bytes("\u0000\u0001 no text")));
    expect(outcome).toMatchObject({ status: "ERROR", reason: expect.stringContaining(".docx") });
    expect(outcome.output).toBeUndefined();
  });

  it("lists what a bundle holds without its texts, and attaches it once for one request", async () => {
    await offer("dossier-1", ["case-7"]);
    const looked = await inspect("dossier-1");
    expect(looked).toMatchObject({
      status: "OK",
      summary: "1 document in the bundle, 0 of them in the run's strand already",
    });
    const [item] = fromBinary(ResolveOutputSchema, looked.output!.bytes).items;
    expect(item).toMatchObject({ asked: "dossier-1", passages: [], problem: "" });
    expect(item!.candidates).toMatchObject([{ evidenceId: `vault:${sha256Hex(note)}`, snippet: "" }]);

    const tried = await run(attaching("dossier-1", "toolreq:1", { dryRun: true }));
    expect(tried).toMatchObject({ status: "OK", summary: expect.stringContaining("would be new") });
    expect((await search()).status).toBe("EMPTY");

    const done = await run(attaching("dossier-1", "toolreq:1"));
    expect(taken(done)).toMatchObject({ newCount: 1, knownCount: 0 });
    // The server died before it recorded the answer: the same request gets the same one, not "known already".
    expect(await run(attaching("dossier-1", "toolreq:1"))).toEqual(done);
    expect(taken(await run(attaching("dossier-1", "toolreq:2")))).toMatchObject({ newCount: 0, knownCount: 1 });
    expect((await search()).status).toBe("OK");
  });

  it("says the same of a bundle that was not offered and of one that does not exist", async () => {
    await offer("dossier-1", ["case-9"]);
    const outcomes = [
      await inspect("dossier-1"),
      await inspect("nowhere"),
      await run(attaching("nowhere", "toolreq:3")),
    ];
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: "ERROR", reason: expect.stringContaining("no bundle of this name") });
  });

  it("has no dry run for tools that change nothing", async () => {
    const looked = await run(dryInspect);
    expect(looked).toMatchObject({
      status: "ERROR",
      summary: "Did not run",
      reason: expect.stringContaining("dry run"),
    });
  });
});

const dryInspect = {
  ...toolRun("vault.bundle.inspect", { case: "vaultBundleInspect", value: { bundleId: "b" } }),
  dryRun: true,
};

describe("taking documents into a Vault that fails", () => {
  const vaultWith = (
    handlers: Partial<ServiceImpl<typeof VaultImportService> & ServiceImpl<typeof VaultBundleService>>,
  ) =>
    createToolExecutor({
      vault: createRouterTransport((router) => {
        router.service(VaultImportService, handlers);
        router.service(VaultBundleService, handlers);
      }),
    });
  const attach = toolRun("vault.bundle.attach", { case: "vaultBundleAttach", value: { bundleId: "b" } });

  it.each(["UPSTREAM_UNAVAILABLE", "STORE_FAILED", "DEADLINE_EXCEEDED", "INTERNAL"] as const)(
    "says after %s that it may have been done, in our words and not in the Vault's",
    async (reason) => {
      const outcome = await vaultWith({ importFile: failing(reason) }).run(importing("a.txt", note));
      expect(outcome).toMatchObject({ status: "ERROR", reason: expect.stringContaining("asking again is safe") });
      expect(JSON.stringify(outcome)).not.toContain(secret);
    },
  );

  it("does not say so when it was refused before anything happened", async () => {
    const outcome = await vaultWith({ attachBundle: failing("REQUEST_INVALID") }).run(attach);
    expect(outcome.reason).not.toContain("asking again");
  });

  it("believes no document id that is none, and no path or reason of a row", async () => {
    const row = { docUid: "../../etc", outcome: Outcome.IMPORTED, path: secret, reason: secret };
    const odd = { importFile: () => create(ImportFileResponseSchema, { items: [row] }) };
    expect(await vaultWith(odd).run(importing("a.txt", note))).toMatchObject({ status: "ERROR" });
    const items = [{ ...row, outcome: Outcome.REFUSED }];
    const refused = { attachBundle: () => create(AttachBundleResponseSchema, { items }) };
    const outcome = await vaultWith(refused).run(attach);
    expect(outcome.status).toBe("ERROR");
    expect(JSON.stringify(outcome)).not.toContain(secret);
  });
});
