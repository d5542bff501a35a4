import type { HandlerContext } from "@connectrpc/connect";
import type { UniversalServerRequest, UniversalServerResponse } from "@connectrpc/connect/protocol";
import { errorToJsonBytes } from "@connectrpc/connect/protocol-connect";
import { DomainError } from "../error.ts";
import { domainToConnectError } from "./error.ts";

/** What a JSON caller reads; it names the ways that work. */
export const jsonRefusedMessage =
  "this server speaks protobuf only: use the binary codec of a gRPC, gRPC-Web or Connect client, or `buf curl`, " +
  "or start the server with --allow-json to debug with plain JSON";

const getRefusedMessage =
  "Connect GET is off because it writes questions into URLs and their logs; send this call as a POST";

const refusal = (message: string): DomainError => new DomainError("JSON_REFUSED", message);

/** gRPC and gRPC-Web name their codec after a plus sign, Connect in the subtype or, for GET, in the query. */
const isConnectJson = (contentType: string): boolean => /^application\/(connect\+)?json\b/i.test(contentType);
const isGrpcJson = (contentType: string): boolean => /^application\/grpc(-web(-text)?)?\+json\b/i.test(contentType);

/**
 * HTTP 415 for Connect's JSON codec and 405 for its GET, or undefined where the request may go on. It stands before the
 * Connect handler because a request gate can only answer with codes of its own, never 415. The body is Connect's
 * error JSON, the one form a Connect client shows to its user.
 */
export const refuseConnectJson = (request: UniversalServerRequest): UniversalServerResponse | undefined => {
  const isGet = request.method === "GET";
  const isJson = isGet
    ? new URL(request.url).searchParams.get("encoding") === "json"
    : isConnectJson(request.header.get("content-type") ?? "");
  if (isJson) return errorResponse(415, refusal(jsonRefusedMessage));
  return isGet ? errorResponse(405, refusal(getRefusedMessage), { allow: "POST" }) : undefined;
};

/** The request gate for gRPC with JSON messages: INVALID_ARGUMENT, JSON_REFUSED as a gRPC status, before the body is read. */
export const refuseGrpcJson = (context: HandlerContext): void => {
  if (isGrpcJson(context.requestHeader.get("content-type") ?? "")) {
    throw domainToConnectError(refusal(jsonRefusedMessage));
  }
};

const errorResponse = (
  status: number,
  error: DomainError,
  header: Record<string, string> = {},
): UniversalServerResponse => ({
  status,
  header: new Headers({ ...header, "content-type": "application/json" }),
  body: once(errorToJsonBytes(domainToConnectError(error), undefined)),
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
