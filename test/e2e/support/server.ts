import { createClient } from "@connectrpc/connect";
import { ArtifactService } from "../../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { ExportService } from "../../../gen/pincite/export/v1/export_service_pb.ts";
import { LawImportService } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { LawsService } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { AuditService } from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { ToolService } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { VaultImportService } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { startPincite } from "../../../src/main.ts";
import type { ClientOptions } from "../../../src/wire/client.ts";
import { ownTransport } from "../../support/own-transport.ts";

/** Clients of one server over one real connection, as a program of somebody else's would have them. */
export const clientsOf = (url: string, options: ClientOptions = {}) => {
  const transport = ownTransport(url, options);
  return {
    url,
    orchestrator: createClient(OrchestratorService, transport),
    tools: createClient(ToolService, transport),
    artifacts: createClient(ArtifactService, transport),
    audit: createClient(AuditService, transport),
    memoExport: createClient(ExportService, transport),
    vaultImport: createClient(VaultImportService, transport),
    docs: createClient(DocsService, transport),
    lawImport: createClient(LawImportService, transport),
    laws: createClient(LawsService, transport),
    close: () => transport.close(),
  };
};

export type Clients = ReturnType<typeof clientsOf>;

/** A whole server with clients. Stop it when done. */
export interface TestServer extends Clients {
  stop(): Promise<void>;
  /** Stops the server under its clients, whose connections stay as they are. */
  drain(): Promise<void>;
}

/** Starts the composition root itself on a free port; in memory unless a folder is given. */
export const startTestServer = async (dataDir?: string): Promise<TestServer> => {
  const server = await startPincite({ dataDir, port: 0, user: "tester", log: "silent" });
  const clients = clientsOf(server.url);
  const stop = async (): Promise<void> => {
    clients.close();
    await server.stop();
  };
  return { ...clients, stop, drain: server.stop };
};

/** Imports files into a strand and gives what became of each, in order. */
export const importFiles = async (
  { vaultImport }: Pick<Clients, "vaultImport">,
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  strandId = "default",
) => {
  async function* requests() {
    yield { content: { case: "begin" as const, value: { strandId } } };
    for (const { path, bytes } of files) {
      yield { content: { case: "item" as const, value: { path, sizeBytes: BigInt(bytes.length) } } };
      for (let at = 0; at < bytes.length; at += 256 * 1024)
        yield { content: { case: "chunk" as const, value: bytes.subarray(at, at + 256 * 1024) } };
    }
  }
  const items = [];
  for await (const { content } of vaultImport.import(requests())) {
    if (content.case === "item") items.push(content.value);
  }
  return items;
};

/** Sends one file to LawImportService and gives what became of it. */
export const importLaw = async (
  { lawImport }: Pick<Clients, "lawImport">,
  file: { readonly path: string; readonly bytes: Uint8Array; readonly validFrom?: string },
  idempotencyKey = crypto.randomUUID(),
) => {
  async function* requests() {
    yield { part: { case: "start" as const, value: { idempotencyKey } } };
    yield { part: { case: "file" as const, value: { path: file.path, validFrom: file.validFrom ?? "" } } };
    for (let at = 0; at < file.bytes.length; at += 256 * 1024)
      yield { part: { case: "chunk" as const, value: file.bytes.subarray(at, at + 256 * 1024) } };
  }
  return lawImport.import(requests());
};
