import { type Client, createClient } from "@connectrpc/connect";
import { ArtifactService } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { CaseLawService } from "../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { LawCitationService } from "../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import { LawFetchService } from "../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { LawImportService } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { LawSearchService } from "../../gen/pincite/lawbot/v1/law_search_service_pb.ts";
import { LawSpanService } from "../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { LawsService } from "../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { AuditService } from "../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { ToolService } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { VaultImportService } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { VaultSearchService } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { createClientTransport } from "../wire/client.ts";

/** The calls a command may make. All of them are public: there is no other way in. */
export interface Connection {
  readonly url: string;
  readonly orchestrator: Client<typeof OrchestratorService>;
  readonly tools: Client<typeof ToolService>;
  readonly artifacts: Client<typeof ArtifactService>;
  readonly audit: Client<typeof AuditService>;
  readonly vaultImport: Client<typeof VaultImportService>;
  readonly vaultSearch: Client<typeof VaultSearchService>;
  readonly lawImport: Client<typeof LawImportService>;
  readonly lawSearch: Client<typeof LawSearchService>;
  readonly lawCitation: Client<typeof LawCitationService>;
  readonly lawSpan: Client<typeof LawSpanService>;
  readonly lawFetch: Client<typeof LawFetchService>;
  readonly laws: Client<typeof LawsService>;
  readonly caseLaw: Client<typeof CaseLawService>;
  /** Ends the connection, so that the process can end. */
  close(): void;
}

/** Opens nothing yet: the first call connects. */
export const openConnection = (url: string): Connection => {
  const transport = createClientTransport(url);
  return {
    url,
    orchestrator: createClient(OrchestratorService, transport),
    tools: createClient(ToolService, transport),
    artifacts: createClient(ArtifactService, transport),
    audit: createClient(AuditService, transport),
    vaultImport: createClient(VaultImportService, transport),
    vaultSearch: createClient(VaultSearchService, transport),
    lawImport: createClient(LawImportService, transport),
    lawSearch: createClient(LawSearchService, transport),
    lawCitation: createClient(LawCitationService, transport),
    lawSpan: createClient(LawSpanService, transport),
    lawFetch: createClient(LawFetchService, transport),
    laws: createClient(LawsService, transport),
    caseLaw: createClient(CaseLawService, transport),
    close: () => transport.close(),
  };
};
