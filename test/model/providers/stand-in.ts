import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type ModelRequest, ModelRequestSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { type ModelProvider, ProviderError } from "../../../src/model/provider.ts";

/** What a stand-in was asked, for a test to look at. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever members it wants to see
  readonly body: any;
}

/** Answers one request in the words of the API that is stood in for. */
export type Reply = (response: ServerResponse) => void | Promise<void>;

/** An HTTP server on loopback that answers as it is told and records what it was asked. */
export interface StandIn extends AsyncDisposable {
  readonly base: URL;
  readonly asked: Asked[];
  reply: Reply;
}

export const standIn = async (reply: Reply): Promise<StandIn> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      self.asked.push({ path: request.url ?? "", headers: request.headers, body });
      void self.reply(response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const self: StandIn = {
    base: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    asked: [],
    reply,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return self;
};

/** A JSON body with a status. */
export const json =
  (body: unknown, status = 200): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };

/** Raw pieces of an event stream, each written by itself; the connection is ended, or broken off. */
export const pieces =
  (parts: readonly (string | Uint8Array)[], end: "end" | "break" | "hang" = "end"): Reply =>
  async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    for (const part of parts) {
      response.write(part);
      await new Promise((written) => setImmediate(written));
    }
    if (end === "end") response.end();
    if (end === "break") response.destroy();
  };

/** Bytes cut into pieces of a size, through the middle of characters and line ends alike. */
export const sliced = (text: string, size: number): Uint8Array[] => {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, at * size + size));
};

export const modelRequest = (change: MessageInitShape<typeof ModelRequestSchema> = {}): ModelRequest =>
  create(ModelRequestSchema, {
    turnId: "turn:1",
    systemPrompt: "You help.",
    prompt: "# The user says\n  | Hallo",
    answerSchema: '{"type":"object","additionalProperties":false}',
    modelId: "claude-opus-4-5-20251101",
    timeoutMs: 20_000,
    outputBytesMax: 10_000,
    ...change,
  });

/** What comes of one call: the text, or the kind of failure with what was kept. */
export const outcomeOf = async (
  provider: ModelProvider,
  request = modelRequest(),
  signal: AbortSignal = new AbortController().signal,
): Promise<string> => {
  try {
    const output = await provider.generate(request, signal);
    return `text ${Buffer.from(output.raw).toString("utf8")}`;
  } catch (error) {
    if (error instanceof ProviderError) return error.failure;
    return `${(error as { reason?: string }).reason ?? error}`;
  }
};
