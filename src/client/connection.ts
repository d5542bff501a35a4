import type { DescService } from "@bufbuild/protobuf";
import { type Client, createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import { credentialFor } from "../access-token.ts";
import { createClientTransport } from "../wire/client.ts";

/** The files of the services, each with one of them. */
const files = {
  orchestrator: () => import("../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts"),
  tools: () => import("../../gen/pincite/tool/v1/tool_service_pb.ts"),
  artifacts: () => import("../../gen/pincite/artifact/v1/artifact_service_pb.ts"),
  access: () => import("../../gen/pincite/access/v1/access_service_pb.ts"),
  accessLog: () => import("../../gen/pincite/audit/v1/audit_service_pb.ts"),
  audit: () => import("../../gen/pincite/receipt/v1/audit_service_pb.ts"),
  usage: () => import("../../gen/pincite/usage/v1/usage_service_pb.ts"),
  memoExport: () => import("../../gen/pincite/export/v1/export_service_pb.ts"),
  proofs: () => import("../../gen/pincite/proof/v1/proof_service_pb.ts"),
  erasure: () => import("../../gen/pincite/erasure/v1/erasure_service_pb.ts"),
  page: () => import("../../gen/pincite/page/v1/page_service_pb.ts"),
  backup: () => import("../../gen/pincite/backup/v1/backup_service_pb.ts"),
  lawErasure: () => import("../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts"),
  vaultErasure: () => import("../../gen/pincite/vault/v1/vault_erasure_service_pb.ts"),
  vaultImport: () => import("../../gen/pincite/vault/v1/vault_import_service_pb.ts"),
  vaultUpload: () => import("../../gen/pincite/vault/v1/vault_upload_service_pb.ts"),
  vaultContainers: () => import("../../gen/pincite/vault/v1/vault_container_service_pb.ts"),
  vaultSpeakers: () => import("../../gen/pincite/vault/v1/vault_speaker_service_pb.ts"),
  vaultSpans: () => import("../../gen/pincite/vault/v1/vault_span_service_pb.ts"),
  docs: () => import("../../gen/pincite/vault/v1/docs_service_pb.ts"),
  vaultSearch: () => import("../../gen/pincite/vault/v1/vault_search_service_pb.ts"),
  lawImport: () => import("../../gen/pincite/lawbot/v1/law_import_service_pb.ts"),
  lawPacks: () => import("../../gen/pincite/lawbot/v1/law_pack_service_pb.ts"),
  lawSearch: () => import("../../gen/pincite/lawbot/v1/law_search_service_pb.ts"),
  lawCitation: () => import("../../gen/pincite/lawbot/v1/law_citation_service_pb.ts"),
  lawSpan: () => import("../../gen/pincite/lawbot/v1/law_span_service_pb.ts"),
  lawFetch: () => import("../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts"),
  laws: () => import("../../gen/pincite/lawbot/v1/laws_service_pb.ts"),
  caseLaw: () => import("../../gen/pincite/lawbot/v1/case_law_service_pb.ts"),
};

type Files = typeof files;
type ServiceOf<Name extends keyof Files> = Extract<
  Awaited<ReturnType<Files[Name]>>[keyof Awaited<ReturnType<Files[Name]>>],
  DescService
>;

/** The methods of a service whose answer is a stream. */
type Streams<Service extends DescService> = {
  [Name in keyof Service["method"]]: Service["method"][Name]["methodKind"] extends "server_streaming" | "bidi_streaming"
    ? Name
    : never;
}[keyof Service["method"]];

/** Those of each service that has any; a forgotten one does not compile. */
const streams: {
  readonly [Name in keyof Files as [Streams<ServiceOf<Name>>] extends [never] ? never : Name]: Readonly<
    Record<Streams<ServiceOf<Name>>, true>
  >;
} = {
  orchestrator: { guideStream: true, watchRun: true },
  artifacts: { streamArtifact: true, watchArtifacts: true },
  memoExport: { exportMemo: true },
  proofs: { makeProof: true },
  backup: { readStores: true, readBlobs: true },
  vaultImport: { import: true },
  vaultUpload: { readUpload: true },
  vaultContainers: { rebuildContainer: true },
  docs: { readAgain: true, getOriginal: true },
  lawFetch: { fetchLaw: true },
  laws: { getOriginal: true },
  caseLaw: { getRulingOriginal: true },
};

type Clients = { readonly [Name in keyof Files]: Client<ServiceOf<Name>> };

/** The calls a command may make. All of them are public: there is no other way in. */
export interface Connection extends Clients {
  readonly url: string;
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
  const streamsOf: Readonly<Record<string, Readonly<Record<string, true>>>> = streams;
  const clients = Object.entries(files).map(([name, load]) => [
    name,
    lazyClient<DescService>(transport, async () => serviceIn(await load()), streamsOf[name] ?? {}),
  ]);
  return { ...(Object.fromEntries(clients) as Clients), url, close: () => transport.close() };
};

const serviceIn = (file: object): DescService => {
  const found = Object.values(file).find((one: { readonly kind?: string }) => one.kind === "service");
  if (!found) throw new Error("a file of a service has none");
  return found as DescService;
};

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
