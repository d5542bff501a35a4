import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { createRouterTransport, type HandlerContext, type ServiceImpl, type Transport } from "@connectrpc/connect";
import { LawCitationService } from "../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import { LawSearchService } from "../../gen/pincite/lawbot/v1/law_search_service_pb.ts";
import { LawSpanService } from "../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { LawsService } from "../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { ToolRequestParamsSchema, ToolRequestSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { VaultSearchService } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { VaultSpanService } from "../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import type { ToolRun } from "../../src/engine/run/ports.ts";
import { DomainError, type Reason } from "../../src/error.ts";
import { domainToConnectError } from "../../src/wire/error.ts";

/** What a fake was asked, in order. */
export interface RecordedCall {
  readonly method: string;
  // The tests compare these with plain objects, and each method has another type.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly request: any;
  readonly timeoutMs: number | undefined;
}

export interface Handlers {
  search?: ServiceImpl<typeof VaultSearchService>["search"];
  resolveSpans?: ServiceImpl<typeof VaultSpanService>["resolveSpans"];
  resolveIds?: ServiceImpl<typeof VaultSpanService>["resolveIds"];
}

export interface LawHandlers {
  search?: ServiceImpl<typeof LawSearchService>["search"];
  resolveCitations?: ServiceImpl<typeof LawCitationService>["resolveCitations"];
  resolveSpans?: ServiceImpl<typeof LawSpanService>["resolveSpans"];
  getUnit?: ServiceImpl<typeof LawsService>["getUnit"];
  getLaw?: ServiceImpl<typeof LawsService>["getLaw"];
}

const recorded = (handlers: object, calls: RecordedCall[]): object =>
  Object.fromEntries(
    Object.entries(handlers).map(([method, handler]) => [
      method,
      (request: unknown, context: HandlerContext) => {
        calls.push({ method, request, timeoutMs: context.timeoutMs() });
        return handler(request, context);
      },
    ]),
  );

/** A Vault that answers with the given handlers, UNIMPLEMENTED for the rest, and records what it was asked. */
export const fakeVault = (handlers: Handlers): { transport: Transport; calls: RecordedCall[] } => {
  const calls: RecordedCall[] = [];
  const all = recorded(handlers, calls);
  const transport = createRouterTransport((router) => {
    router.service(VaultSearchService, all);
    router.service(VaultSpanService, all);
  });
  return { transport, calls };
};

/** The same for LawBot. */
export const fakeLawbot = (handlers: LawHandlers): { transport: Transport; calls: RecordedCall[] } => {
  const calls: RecordedCall[] = [];
  const all = recorded(handlers, calls);
  const transport = createRouterTransport((router) => {
    router.service(LawSearchService, all);
    router.service(LawCitationService, all);
    router.service(LawSpanService, all);
    router.service(LawsService, all);
  });
  return { transport, calls };
};

/** Stands for text of a document in the words of a foreign error: must never come out. */
export const secret = "CANARY-jouw-contract-wordt-niet-verlengd";

/** An error as our servers send it, with evidence in its text as a bad server might. */
export const failing = (reason: Reason) => () => {
  throw domainToConnectError(new DomainError(reason, secret, { text: secret }));
};

type Params = Exclude<MessageInitShape<typeof ToolRequestParamsSchema>, { $typeName: string }>["params"];

/** A recorded request on its way to an executor. */
export const toolRun = (toolName: string, params: Params, signal?: AbortSignal): ToolRun => ({
  request: create(ToolRequestSchema, {
    toolName,
    ...(params && { params: create(ToolRequestParamsSchema, { params }) }),
  }),
  strandId: "case-7",
  referenceDate: "2025-12-09",
  signal: signal ?? new AbortController().signal,
});

export const uid = (letter: string): string => letter.repeat(64);
