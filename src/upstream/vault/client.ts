import { type CallOptions, type Client, createClient, type Transport } from "@connectrpc/connect";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { VaultBundleService } from "../../../gen/pincite/vault/v1/vault_bundle_service_pb.ts";
import { VaultImportService } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { VaultSearchService } from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { VaultSpanService } from "../../../gen/pincite/vault/v1/vault_span_service_pb.ts";

export interface VaultClient {
  readonly search: Client<typeof VaultSearchService>;
  readonly spans: Client<typeof VaultSpanService>;
  readonly imports: Client<typeof VaultImportService>;
  readonly bundles: Client<typeof VaultBundleService>;
  readonly docs: Client<typeof DocsService>;
}

/** The Vault's services that tools use, over a transport: in this process or to another machine makes no difference here. */
export const createVaultClient = (transport: Transport): VaultClient => ({
  search: createClient(VaultSearchService, transport),
  spans: createClient(VaultSpanService, transport),
  imports: createClient(VaultImportService, transport),
  bundles: createClient(VaultBundleService, transport),
  docs: createClient(DocsService, transport),
});

/** How long to wait and what ends the wait. No call is made twice: a retry is a new request that a journal shows [S90]. */
export type CallBounds = Required<Pick<CallOptions, "signal" | "timeoutMs">>;
