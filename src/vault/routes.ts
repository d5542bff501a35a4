import type { ConnectRouter } from "@connectrpc/connect";
import { DocsService } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { EventsService } from "../../gen/pincite/vault/v1/events_service_pb.ts";
import { ThreadsService } from "../../gen/pincite/vault/v1/threads_service_pb.ts";
import { VaultBundleService } from "../../gen/pincite/vault/v1/vault_bundle_service_pb.ts";
import { VaultContainerService } from "../../gen/pincite/vault/v1/vault_container_service_pb.ts";
import { VaultErasureService } from "../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import { VaultImportService } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { VaultSearchService } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { VaultSpanService } from "../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { VaultSpeakerService } from "../../gen/pincite/vault/v1/vault_speaker_service_pb.ts";
import { VaultUploadService } from "../../gen/pincite/vault/v1/vault_upload_service_pb.ts";
import { bundleService } from "./rpc/bundles.ts";
import { containerService } from "./rpc/containers.ts";
import { docsService } from "./rpc/docs.ts";
import { erasureService } from "./rpc/erasure.ts";
import { eventsService } from "./rpc/events.ts";
import { importService } from "./rpc/import.ts";
import { searchService } from "./rpc/search.ts";
import { spanService } from "./rpc/spans.ts";
import { speakerService } from "./rpc/speakers.ts";
import { threadsService } from "./rpc/threads.ts";
import { uploadService } from "./rpc/uploads.ts";
import type { Vault } from "./vault.ts";

/** Methods that may take longer than a unary call: hand them to the server as `longMethods`. */
export const vaultLongMethods: readonly string[] = [
  `${VaultImportService.typeName}/${VaultImportService.method.import.name}`,
  `${DocsService.typeName}/${DocsService.method.readAgain.name}`,
  ...Object.values(VaultErasureService.method).map(({ name }) => `${VaultErasureService.typeName}/${name}`),
  `${VaultUploadService.typeName}/${VaultUploadService.method.readUpload.name}`,
];

/** The Vault's services on a router; errors leave them as DomainError, which the server's interceptors encode. */
export const vaultRoutes =
  (vault: Vault): ((router: ConnectRouter) => void) =>
  (router) => {
    router.service(VaultSearchService, searchService(vault));
    router.service(VaultSpanService, spanService(vault));
    router.service(VaultSpeakerService, speakerService(vault));
    router.service(ThreadsService, threadsService(vault));
    router.service(DocsService, docsService(vault));
    router.service(EventsService, eventsService(vault));
    router.service(VaultBundleService, bundleService(vault));
    router.service(VaultErasureService, erasureService(vault));
    router.service(VaultImportService, importService(vault));
    router.service(VaultUploadService, uploadService(vault));
    router.service(VaultContainerService, containerService(vault));
  };
