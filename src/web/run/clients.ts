import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { ArtifactService } from "../../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import type { ExportService } from "../../../gen/pincite/export/v1/export_service_pb.ts";
import type { LawsService } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { ProofService } from "../../../gen/pincite/proof/v1/proof_service_pb.ts";
import { ToolService } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import type { VaultSpanService } from "../../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import type { VaultUploadService } from "../../../gen/pincite/vault/v1/vault_upload_service_pb.ts";

/** The services that the page of a run calls. */
export interface Clients {
  readonly orchestrator: Client<typeof OrchestratorService>;
  readonly artifacts: Client<typeof ArtifactService>;
  readonly tools: Client<typeof ToolService>;
  readonly docs: Client<typeof DocsService>;
  /** Fetched once files go up: no page waits for it. */
  readonly uploads: () => Promise<Client<typeof VaultUploadService>>;
  /** Fetched once words are pointed at. */
  readonly spans: () => Promise<Client<typeof VaultSpanService>>;
  /** Fetched once somebody looks at an article of law. */
  readonly laws: () => Promise<Client<typeof LawsService>>;
  /** Fetched once a memo or its proof is taken along. */
  readonly exports: () => Promise<Client<typeof ExportService>>;
  readonly proofs: () => Promise<Client<typeof ProofService>>;
}

/** Clients over one transport. */
export const clientsOf = (transport: Transport): Clients => ({
  orchestrator: createClient(OrchestratorService, transport),
  artifacts: createClient(ArtifactService, transport),
  tools: createClient(ToolService, transport),
  docs: createClient(DocsService, transport),
  uploads: async () => {
    const upload = await import("../../../gen/pincite/vault/v1/vault_upload_service_pb.ts");
    return createClient(upload.VaultUploadService, transport);
  },
  spans: async () => {
    const spans = await import("../../../gen/pincite/vault/v1/vault_span_service_pb.ts");
    return createClient(spans.VaultSpanService, transport);
  },
  laws: async () => {
    const laws = await import("../../../gen/pincite/lawbot/v1/laws_service_pb.ts");
    return createClient(laws.LawsService, transport);
  },
  exports: async () => {
    const exports = await import("../../../gen/pincite/export/v1/export_service_pb.ts");
    return createClient(exports.ExportService, transport);
  },
  proofs: async () => {
    const proofs = await import("../../../gen/pincite/proof/v1/proof_service_pb.ts");
    return createClient(proofs.ProofService, transport);
  },
});
