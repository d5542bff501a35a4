import type { DescService } from "@bufbuild/protobuf";
import { type Client, createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import type { ArtifactService } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import type { BackupService } from "../../gen/pincite/backup/v1/backup_service_pb.ts";
import type { ErasureService } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import type { ExportService } from "../../gen/pincite/export/v1/export_service_pb.ts";
import type { CaseLawService } from "../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import type { LawCitationService } from "../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import type { LawErasureService } from "../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import type { LawFetchService } from "../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import type { LawImportService } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import type { LawSearchService } from "../../gen/pincite/lawbot/v1/law_search_service_pb.ts";
import type { LawSpanService } from "../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import type { LawsService } from "../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import type { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { PageService } from "../../gen/pincite/page/v1/page_service_pb.ts";
import type { ProofService } from "../../gen/pincite/proof/v1/proof_service_pb.ts";
import type { AuditService } from "../../gen/pincite/receipt/v1/audit_service_pb.ts";
import type { ToolService } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { DocsService } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import type { VaultContainerService } from "../../gen/pincite/vault/v1/vault_container_service_pb.ts";
import type { VaultErasureService } from "../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import type { VaultImportService } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { VaultSearchService } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import type { VaultSpeakerService } from "../../gen/pincite/vault/v1/vault_speaker_service_pb.ts";
import type { VaultUploadService } from "../../gen/pincite/vault/v1/vault_upload_service_pb.ts";
import { credentialFor } from "../access-token.ts";
import { createClientTransport } from "../wire/client.ts";

/** The calls a command may make. All of them are public: there is no other way in. */
export interface Connection {
  readonly url: string;
  readonly orchestrator: Client<typeof OrchestratorService>;
  readonly tools: Client<typeof ToolService>;
  readonly artifacts: Client<typeof ArtifactService>;
  readonly audit: Client<typeof AuditService>;
  readonly memoExport: Client<typeof ExportService>;
  readonly proofs: Client<typeof ProofService>;
  readonly erasure: Client<typeof ErasureService>;
  readonly page: Client<typeof PageService>;
  readonly backup: Client<typeof BackupService>;
  readonly lawErasure: Client<typeof LawErasureService>;
  readonly vaultErasure: Client<typeof VaultErasureService>;
  readonly vaultImport: Client<typeof VaultImportService>;
  readonly vaultUpload: Client<typeof VaultUploadService>;
  readonly vaultContainers: Client<typeof VaultContainerService>;
  readonly vaultSpeakers: Client<typeof VaultSpeakerService>;
  readonly docs: Client<typeof DocsService>;
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

/**
 * Prepares a connection without opening it: the first call to a service loads that service, and the first call of all connects.
 * `credential` is what it sends along, and by which way; default: this account's.
 */
export const openConnection = (
  url: string,
  credential = credentialFor(url),
  interceptors: readonly Interceptor[] = [],
): Connection => {
  const transport = createClientTransport(url, { ...credential, interceptors });
  return {
    url,
    orchestrator: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts")).OrchestratorService,
      { guideStream: true, watchRun: true },
    ),
    tools: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/tool/v1/tool_service_pb.ts")).ToolService,
      {},
    ),
    artifacts: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/artifact/v1/artifact_service_pb.ts")).ArtifactService,
      { streamArtifact: true, watchArtifacts: true },
    ),
    audit: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/receipt/v1/audit_service_pb.ts")).AuditService,
      {},
    ),
    memoExport: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/export/v1/export_service_pb.ts")).ExportService,
      { exportMemo: true },
    ),
    proofs: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/proof/v1/proof_service_pb.ts")).ProofService,
      { makeProof: true },
    ),
    erasure: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/erasure/v1/erasure_service_pb.ts")).ErasureService,
      {},
    ),
    page: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/page/v1/page_service_pb.ts")).PageService,
      {},
    ),
    backup: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/backup/v1/backup_service_pb.ts")).BackupService,
      { readStores: true, readBlobs: true },
    ),
    lawErasure: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts")).LawErasureService,
      {},
    ),
    vaultErasure: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/vault/v1/vault_erasure_service_pb.ts")).VaultErasureService,
      {},
    ),
    vaultImport: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/vault/v1/vault_import_service_pb.ts")).VaultImportService,
      { import: true },
    ),
    vaultUpload: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/vault/v1/vault_upload_service_pb.ts")).VaultUploadService,
      { readUpload: true },
    ),
    vaultContainers: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/vault/v1/vault_container_service_pb.ts")).VaultContainerService,
      { rebuildContainer: true },
    ),
    vaultSpeakers: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/vault/v1/vault_speaker_service_pb.ts")).VaultSpeakerService,
      {},
    ),
    docs: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/vault/v1/docs_service_pb.ts")).DocsService,
      { readAgain: true, getOriginal: true },
    ),
    vaultSearch: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/vault/v1/vault_search_service_pb.ts")).VaultSearchService,
      {},
    ),
    lawImport: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/lawbot/v1/law_import_service_pb.ts")).LawImportService,
      {},
    ),
    lawSearch: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/lawbot/v1/law_search_service_pb.ts")).LawSearchService,
      {},
    ),
    lawCitation: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/lawbot/v1/law_citation_service_pb.ts")).LawCitationService,
      {},
    ),
    lawSpan: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/lawbot/v1/law_span_service_pb.ts")).LawSpanService,
      {},
    ),
    lawFetch: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts")).LawFetchService,
      { fetchLaw: true },
    ),
    laws: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/lawbot/v1/laws_service_pb.ts")).LawsService,
      { getOriginal: true },
    ),
    caseLaw: lazyClient(
      transport,
      async () => (await import("../../gen/pincite/lawbot/v1/case_law_service_pb.ts")).CaseLawService,
      { getRulingOriginal: true },
    ),
    close: () => transport.close(),
  };
};

/** The methods of a service whose answer is a stream. */
type Streams<Service extends DescService> = {
  [Name in keyof Service["method"]]: Service["method"][Name]["methodKind"] extends "server_streaming" | "bidi_streaming"
    ? Name
    : never;
}[keyof Service["method"]];

type Methods = Record<string, (...args: unknown[]) => unknown>;

/**
 * A client whose service is loaded at its first call: a program that speaks to one service does not wait until the messages
 * of all others are there. `streams` names the methods that answer with a stream; a forgotten one does not compile.
 */
export const lazyClient = <Service extends DescService>(
  transport: Transport,
  load: () => Promise<Service>,
  streams: Readonly<Record<Streams<Service>, true>>,
): Client<Service> => {
  let loading: Promise<Methods> | undefined;
  const loaded = () => (loading ??= load().then((service) => createClient(service, transport) as Methods));
  const stream = (name: string) =>
    async function* (...args: unknown[]) {
      yield* (await loaded())[name]!(...args) as AsyncIterable<unknown>;
    };
  const unary =
    (name: string) =>
    async (...args: unknown[]) =>
      (await loaded())[name]!(...args);
  return new Proxy({} as Client<Service>, {
    // A promise is looked at for `then`; a client is none.
    get: (_, name) =>
      typeof name !== "string" || name === "then" ? undefined : (name in streams ? stream : unary)(name),
  });
};
